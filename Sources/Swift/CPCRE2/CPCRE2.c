// Exposes PCRE2 to Swift. There is only the header, which needs the trait.
#ifdef PCRE2
#include "CPCRE2.h"
#endif
