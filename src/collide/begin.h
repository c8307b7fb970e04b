/* SPDX-License-Identifier: MIT
 *
 * Opens the declarations of each header in this folder; end.h closes them. Both are included many
 * times, and only by these headers.
 */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default) /* even where the including file hides its names */
#endif
