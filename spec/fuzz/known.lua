-- SPDX-License-Identifier: MIT
--
-- What is known to fail, so that the programs find what is not. Each row names the case of an
-- issue and is removed together with its mistake; the generators ask for rows by their names.
return {}
