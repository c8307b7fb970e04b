-- SPDX-License-Identifier: MIT
--
-- What is known to fail, so that the programs find what is not. Each row names the case of an
-- issue and is removed together with its mistake; the generators ask for rows by their names.
return {
  voxelize = "issue 10: no limit on cells and memory",
  answers = "issue 10: no limit on what trace and ..._all return",
  into = "issue 10: a raising vector leaves `into` half written",
  exit = "issue 10: what finalizers put into grids during lua_close is not freed, and faults under LuaJIT",
}
