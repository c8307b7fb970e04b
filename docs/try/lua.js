// SPDX-License-Identifier: MIT
//
// A Lua with collide in it, in this page or in a worker: packaging/web/page.c, as JavaScript calls
// it. `scripts` are { name: text } that Lua's `require` then finds; `print` is given the bytes of
// standard output, one by one.
"use strict";

async function openLua(scripts, print) {
  const nothing = () => null;
  const wasm = await createCollide({ stdin: nothing, stdout: print, stderr: nothing });
  const lua = wasm._page_open();
  if (!lua) throw new Error("no memory for Lua");

  function bytes(i) {
    const start = wasm._page_result(lua, i);
    return wasm.HEAPU8.slice(start, start + wasm._page_result_length(lua, i));
  }
  const text = (i) => new TextDecoder().decode(bytes(i));

  for (const [name, script] of Object.entries(scripts)) {
    if (!wasm.ccall("page_load", "number", ["number", "string", "string"], [lua, name, script])) {
      throw new Error(text(1));
    }
  }

  // The results of require(module)[name](argument), each as bytes; what Lua raises is thrown.
  function call(module, name, argument, milliseconds) {
    const count = wasm.ccall("page_call", "number", ["number", "string", "string", "string", "number"],
      [lua, module, name, argument, milliseconds]);
    if (count < 0) throw new Error(text(1));
    return Array.from({ length: count }, (_, i) => bytes(i + 1));
  }

  function callText(module, name, argument, milliseconds = 1000) {
    return call(module, name, argument, milliseconds).map((result) => new TextDecoder().decode(result));
  }
  return { call, callText };
}
