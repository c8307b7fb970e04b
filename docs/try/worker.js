// SPDX-License-Identifier: MIT
//
// The REPL's Lua, in a worker: the page goes on while it runs, and can end it.
"use strict";

const MOST = 50000; // bytes of output that are kept of one chunk
const PATIENCE = 2000; // milliseconds

let kept = [];
let dropped = 0;

function print(byte) {
  if (kept.length < MOST) kept.push(byte);
  else dropped++;
}

function run(lua, chunk) {
  kept = [];
  dropped = 0;
  let answer;
  try {
    const [status, message] = lua.callText("repl", "run", chunk, PATIENCE);
    answer = { status, message };
  } catch (error) {
    answer = { status: "error", message: error.message };
  }
  answer.output = new TextDecoder().decode(new Uint8Array(kept));
  answer.dropped = dropped;
  return answer;
}

self.onmessage = async ({ data: scripts }) => {
  try {
    const lua = await openLua(scripts, print);
    self.onmessage = ({ data: chunk }) => self.postMessage(run(lua, chunk));
    self.postMessage({ status: "ready" });
  } catch (error) {
    self.postMessage({ status: "broken", message: error.message });
  }
};
