// Exposes libpq to Swift. There is only the header.
#include "CLibPQ.h"
