/* SPDX-License-Identifier: MIT
 *
 * Every error has a text of its own, and every other number has one, too.
 */
#include <collide.h>

#include <limits.h>
#include <stdio.h>
#include <string.h>

static int failures;

static void fail(int error, const char *reason) {
  fprintf(stderr, "collide_error_text(%d): %s\n", error, reason);
  failures++;
}

static int has_text(int error) {
  const char *text = collide_error_text((collide_error)error);
  if (text != NULL && text[0] != '\0') return 1;
  fail(error, "there is no text");
  return 0;
}

int main(void) {
  const int others[5] = {-1, COLLIDE_ERRORS, COLLIDE_ERRORS + 1, INT_MAX, INT_MIN};
  const char *unknown;
  int i, j;

  for (i = 0; i < 5; i++) has_text(others[i]);
  unknown = collide_error_text(COLLIDE_ERRORS);
  for (i = 0; i < COLLIDE_ERRORS; i++) {
    if (!has_text(i)) continue;
    if (strcmp(collide_error_text((collide_error)i), unknown) == 0)
      fail(i, "the text is that of an unknown error");
    for (j = 0; j < i; j++) {
      if (!has_text(j)) continue;
      if (strcmp(collide_error_text((collide_error)i), collide_error_text((collide_error)j)) == 0)
        fail(i, "another error has the same text");
    }
  }
  return failures != 0;
}
