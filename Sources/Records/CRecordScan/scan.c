#include "record_scan.h"

#include "kernels.h"
#include "slots.h"

#include <stdlib.h>
#include <string.h>

// The maximum number of top-level keys to search by their bytes. With more keys, every key of the record is compared.
#define RS_MOST_SEARCHED 8

// MARK: Strings

// The length of the well-formed sequence that begins with a non-ASCII byte; 0 if it is malformed (Unicode, table
// 3-7).
size_t rs_utf8_sequence(const uint8_t *bytes, size_t left) {
    uint8_t first = bytes[0];
    if (first < 0xC2 || first > 0xF4) return 0;
    size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (left < length) return 0;
    uint8_t second = bytes[1];
    uint8_t low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    uint8_t high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (second < low || second > high) return 0;
    for (size_t i = 2; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80) return 0;
    }
    return length;
}

int rs_is_utf8(const uint8_t *bytes, size_t count) {
    size_t i = 0;
    while (i < count) {
        if (i + 8 <= count) {
            uint64_t word;
            memcpy(&word, bytes + i, 8);
            if (!(word & 0x8080808080808080ull)) {
                i += 8;
                continue;
            }
        }
        if (bytes[i] < 0x80) {
            i += 1;
            continue;
        }
        size_t length = rs_utf8_sequence(bytes + i, count - i);
        if (length == 0) return 0;
        i += length;
    }
    return 1;
}

// MARK: Kernels

#define RS_BODY "scan_walk.inc"
#include "each_kernel.inc"
#undef RS_BODY

// MARK: Choice of kernel

int rs_has_kernel(uint32_t kernel) {
    switch (kernel) {
    case rs_kernel_portable: return 1;
#if defined(__x86_64__)
    case rs_kernel_sse2: return 1;
    case rs_kernel_avx2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("bmi") &&
               __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    case rs_kernel_avx512:
        return rs_has_kernel(rs_kernel_avx2) && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512bw");
#endif
#if defined(__aarch64__)
    case rs_kernel_neon: return 1;
#endif
    default: return 0;
    }
}

uint32_t rs_best_kernel(void) {
    static const uint32_t by_speed[] = {rs_kernel_avx512, rs_kernel_avx2, rs_kernel_neon, rs_kernel_sse2};
    for (size_t i = 0; i < sizeof(by_speed) / sizeof(by_speed[0]); i++) {
        if (rs_has_kernel(by_speed[i])) return by_speed[i];
    }
    return rs_kernel_portable;
}

const char *rs_kernel_name(uint32_t kernel) {
    switch (kernel) {
    case rs_kernel_sse2: return "sse2";
    case rs_kernel_avx2: return "avx2";
    case rs_kernel_avx512: return "avx512";
    case rs_kernel_neon: return "neon";
    default: return "portable";
    }
}

size_t rs_scan_lines(const rs_plan *plan, rs_keys *keys, const uint8_t *text, const uint8_t *end,
                     const uint8_t *limit, rs_line *lines, rs_slot *slots, size_t capacity, const uint8_t **next) {
    switch (plan->kernel) {
#if defined(__x86_64__)
    case rs_kernel_sse2: return scan_lines_sse2(plan, keys, text, end, limit, lines, slots, capacity, next);
    case rs_kernel_avx2: return scan_lines_avx2(plan, keys, text, end, limit, lines, slots, capacity, next);
    case rs_kernel_avx512: return scan_lines_avx512(plan, keys, text, end, limit, lines, slots, capacity, next);
#endif
#if defined(__aarch64__)
    case rs_kernel_neon: return scan_lines_neon(plan, keys, text, end, limit, lines, slots, capacity, next);
#endif
    default: return scan_lines_portable(plan, keys, text, end, limit, lines, slots, capacity, next);
    }
}

ptrdiff_t rs_scan_elements(const rs_plan *plan, const uint8_t *text, const uint8_t *end, const uint8_t *limit,
                           rs_slot *rows, size_t capacity, const uint8_t **next) {
    switch (plan->kernel) {
#if defined(__x86_64__)
    case rs_kernel_sse2: return scan_elements_sse2(plan, text, end, limit, rows, capacity, next);
    case rs_kernel_avx2: return scan_elements_avx2(plan, text, end, limit, rows, capacity, next);
    case rs_kernel_avx512: return scan_elements_avx512(plan, text, end, limit, rows, capacity, next);
#endif
#if defined(__aarch64__)
    case rs_kernel_neon: return scan_elements_neon(plan, text, end, limit, rows, capacity, next);
#endif
    default: return scan_elements_portable(plan, text, end, limit, rows, capacity, next);
    }
}

size_t rs_scan_records(const rs_plan *plan, rs_keys *keys, uint32_t form, const uint8_t *text, const uint8_t *end,
                       const uint8_t *limit, const uint8_t *stop, rs_line *lines, rs_slot *slots, size_t capacity,
                       const uint8_t **next, int *is_stopped) {
    switch (plan->kernel) {
#define RS_SCAN(name) name(plan, keys, form, text, end, limit, stop, lines, slots, capacity, next, is_stopped)
#if defined(__x86_64__)
    case rs_kernel_sse2: return RS_SCAN(scan_records_sse2);
    case rs_kernel_avx2: return RS_SCAN(scan_records_avx2);
    case rs_kernel_avx512: return RS_SCAN(scan_records_avx512);
#endif
#if defined(__aarch64__)
    case rs_kernel_neon: return RS_SCAN(scan_records_neon);
#endif
    default: return RS_SCAN(scan_records_portable);
#undef RS_SCAN
    }
}
