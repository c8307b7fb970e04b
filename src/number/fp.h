/* SPDX-License-Identifier: MIT
 *
 * What every source of the core includes first: the floating-point rules that
 * its answers rest on. A builtin rockspec cannot pass flags, so the sources say it.
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

/* MinGW's sqrt is the x87's, which rounds twice: now and then its root is not the
 * nearest double. */
#if defined(__MINGW32__) && (defined(__x86_64__) || defined(__i386__))
#include <emmintrin.h>
static inline double fp_sqrt(double x) {
  const __m128d wide = _mm_set_sd(x);
  return _mm_cvtsd_f64(_mm_sqrt_sd(wide, wide));
}
#define sqrt fp_sqrt
#endif

/* gcc evaluates the target pragma after the macro is set, so 32-bit x86 is let
 * through here and kept honest by the determinism test. */
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0 && !(defined(__GNUC__) && defined(__i386__))
#error "collide needs doubles evaluated as doubles (FLT_EVAL_METHOD == 0)"
#endif

#endif
