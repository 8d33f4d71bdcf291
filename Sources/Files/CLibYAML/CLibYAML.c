// Exposes libyaml to Swift. There is only the header, which needs the trait.
#ifdef Files
#include "CLibYAML.h"
#endif
