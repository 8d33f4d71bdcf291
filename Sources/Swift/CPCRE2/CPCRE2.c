// Exposes PCRE2 to Swift. There is only the header.
#include "CPCRE2.h"
