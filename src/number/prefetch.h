/* SPDX-License-Identifier: MIT */
#ifndef COLLIDE_PREFETCH_H
#define COLLIDE_PREFETCH_H

/* Loads the cache line of an address, which need not be valid. */
#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

#endif
