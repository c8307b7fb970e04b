/* SPDX-License-Identifier: MIT
 *
 * Every source of the core includes this first: it sets the floating-point rules that
 * the answers depend on. A builtin rockspec cannot pass compiler flags, so the sources
 * set them.
 */
#ifndef COLLIDE_FP_H
#define COLLIDE_FP_H

/* A product and a sum fused into one rounding would break the error-free
 * transformations in twofold.h and make bits differ between compilers. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#if defined(__i386__)
#pragma GCC target("sse2,fpmath=sse") /* the x87 rounds twice */
#endif
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif

#if defined(__FAST_MATH__)
#error "collide needs IEEE arithmetic: compile without -ffast-math"
#endif

#include <float.h>
#include <math.h>

/* MinGW's sqrt uses the x87, which rounds twice: sometimes its result is not the nearest double.
 * Elsewhere compilers add a call that sets errno for numbers below 0, and save all registers before
 * it. C++ is left out: its headers have a std::sqrt. */
#if (defined(__SSE2__) && !defined(__cplusplus)) || \
    (defined(__MINGW32__) && (defined(__x86_64__) || defined(__i386__)))
#include <emmintrin.h>
static inline double fp_sqrt(double x) {
  const __m128d wide = _mm_set_sd(x);
  return _mm_cvtsd_f64(_mm_sqrt_sd(wide, wide));
}
#define sqrt fp_sqrt
#endif

/* gcc evaluates the target pragma after it has set this macro, so the check makes an
 * exception for 32-bit x86; the determinism test covers that platform. */
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0 && !(defined(__GNUC__) && defined(__i386__))
#error "collide needs doubles evaluated as doubles (FLT_EVAL_METHOD == 0)"
#endif

#endif
