/* SPDX-License-Identifier: MIT
 *
 * Keeps the module's code in memory until the process ends.
 */
#ifndef COLLIDE_LUA_STAY_H
#define COLLIDE_LUA_STAY_H

/* Call this whenever the module is opened. If the system does not allow it, nothing happens. */
void ci_stay(void);

#endif
