// The door to PCRE2: the header is all there is.
#include "CPCRE2.h"
