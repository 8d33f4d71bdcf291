#include "record_scan.h"

#include "kernels.h"

#include <string.h>

#define RS_BODY "pass_walk.inc"
#include "each_kernel.inc"
#undef RS_BODY

const uint8_t *rs_pass_lines(uint32_t kernel, const rs_needle *needles, size_t needle_count, uint32_t escapes,
                             const uint8_t *text, const uint8_t *end, const uint8_t *limit, size_t *passed) {
    switch (kernel) {
#if defined(__x86_64__)
    case rs_kernel_sse2: return pass_lines_sse2(needles, needle_count, escapes, text, end, limit, passed);
    case rs_kernel_avx2: return pass_lines_avx2(needles, needle_count, escapes, text, end, limit, passed);
    case rs_kernel_avx512: return pass_lines_avx512(needles, needle_count, escapes, text, end, limit, passed);
#endif
#if defined(__aarch64__)
    case rs_kernel_neon: return pass_lines_neon(needles, needle_count, escapes, text, end, limit, passed);
#endif
    default: return pass_lines_portable(needles, needle_count, escapes, text, end, limit, passed);
    }
}
