// Exposes libyaml to Swift. There is only the header.
#include "CLibYAML.h"
