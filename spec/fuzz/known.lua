-- SPDX-License-Identifier: MIT
--
-- What is known to fail, so that the programs find what is not. Each row names the case of an
-- issue and is removed together with its mistake; the generators ask for rows by their names.
return {
  exit = "issue 10: what finalizers put into grids while a Lua of PUC-Rio closes is not freed",
}
