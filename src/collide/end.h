/* SPDX-License-Identifier: MIT
 *
 * Closes what begin.h has opened.
 */
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
