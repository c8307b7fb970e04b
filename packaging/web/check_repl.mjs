// SPDX-License-Identifier: MIT
//
// The REPL, by typing into it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { until } from "./browser.mjs";
import { click, middle, press, type } from "./hands.mjs";

const STOPPED = "stopped: this took too long";

// What is typed, and all that is then shown behind it.
const CASES = [
  ["_VERSION, collide._VERSION == require('collide')._VERSION", "Lua 5.4\ttrue"],
  ["print('a', 1, nil)", "a\t1\tnil"],
  ["io.write('no end of line')", "no end of linefile (0xADDRESS)"],
  ["print('\u03bb <b>')", "\u03bb <b>"],
  ["nothing", "nil"],
  ["kept = 6 * 7", ""],
  ["1, 2, kept", "1\t2\t42"],
  ["= 1", "unexpected symbol near '='"],
  ["error('mine')", "mine"],
  ["error({})", "(error object is a table value)"],
  ["error(setmetatable({}, { __tostring = function() return 'told' end }))", "told"],
  ["local function f() return 1 + f() end f()", /^stack overflow/],
  ["('x'):rep(1e9)", "not enough memory"],
  ["os.exit()", "os.exit does nothing in a page"],
  ["io.read()", "nil"],
  ["for i = 1, 20000 do print(i) end", /\n9999\n.*\(and \d+ bytes more\)$/s],
  // What runs on is stopped, also when it catches what stops it; and Lua is then what it was.
  ["while true do pcall(function() while true do end end) end", STOPPED],
  ["xpcall(function() while true do end end, function() while true do end end)", STOPPED],
  ["coroutine.wrap(function() while true do end end)()", STOPPED],
  ["kept", "42"],
  // No hook looks into finalizers: the worker is ended, and there is another one.
  ["setmetatable({}, { __gc = function() while true do end end }) collectgarbage()",
    STOPPED + ". Lua was started anew"],
  ["kept, collide.cell_at { 2.5, -7 }", "nil\t(2, -7)"],
];

// The session of docs/repl.md: its block that begins with a prompt.
function session() {
  const blocks = readFileSync("docs/repl.md", "utf8").split("```");
  const block = blocks.find((text) => text.startsWith("\n> "));
  return block.trim().split("\n");
}

const answered = (page) => page.evaluate(`Number(document.getElementById("repl").dataset.answered || 0)`);

// Types a chunk and waits for what comes of it.
async function enter(page, chunk) {
  const before = await answered(page);
  await type(page, chunk);
  await press(page, "Enter");
  await until(`there is an answer to ${chunk}`, async () => (await answered(page)) === before + 1);
}

const shown = (page) => page.evaluate(
  `[...document.querySelectorAll("#repl .log pre")].map((line) => line.textContent).join("\\n")`);
const entered = (page) => page.evaluate(`document.querySelector("#repl textarea").value`);
const clear = (page) => page.evaluate(`document.querySelector("#repl .log").replaceChildren()`);

async function checkSession(page) {
  const lines = session();
  const typed = lines.filter((line) => line.startsWith("> ")).map((line) => line.slice(2));
  assert.ok(typed.length > 20, "docs/repl.md has a session");
  await clear(page);
  for (const line of typed) await enter(page, line);
  assert.deepEqual((await shown(page)).split("\n"), lines);
}

async function checkCases(page) {
  for (const [chunk, wanted] of CASES) {
    await clear(page);
    await enter(page, chunk);
    const text = (await shown(page)).slice(`> ${chunk}\n`.length).replace(/\(0x\w+\)/, "(0xADDRESS)");
    if (wanted instanceof RegExp) assert.match(text, wanted, chunk);
    else assert.equal(text, wanted, chunk);
  }
}

async function checkLines(page) {
  await clear(page);
  await type(page, "for i = 1, 2 do");
  await press(page, "Enter");
  await until("a line is begun", async () => (await entered(page)) === "for i = 1, 2 do\n");
  await enter(page, "print(i) end");
  assert.equal(await shown(page), "> for i = 1, 2 do\n>> print(i) end\n1\n2");

  await clear(page);
  await type(page, "x = 1");
  await press(page, "Enter", { shift: true });
  await enter(page, "error('here')");
  assert.equal(await shown(page), "> x = 1\n>> error('here')\nline 2: here");
}

// What was run comes back, the latest first, and what was being written is kept.
async function checkHistory(page) {
  await enter(page, "'first'");
  await enter(page, "'second'");
  await type(page, "draft");
  for (const [key, wanted] of [
    ["ArrowUp", "'second'"], ["ArrowUp", "'first'"], ["ArrowDown", "'second'"], ["ArrowDown", "draft"],
    ["ArrowDown", "draft"],
  ]) {
    await press(page, key);
    assert.equal(await entered(page), wanted);
  }
  await page.evaluate(`document.querySelector("#repl textarea").value = ""`);
}

async function checkButtons(page) {
  await clear(page);
  await click(page, await middle(page, `document.querySelector("#repl button")`));
  const wanted = "> ball = collide.sphere { radius = 1 }\n> ball:raycast({ 0, 0, -5 }, { 0, 0, 1 })\n" +
    "hit t=4 point=(0, 0, -1) normal=(0, 0, -1)";
  await until("the example has run", async () => (await shown(page)) === wanted);
}

export async function checkRepl(page) {
  await click(page, await middle(page, `document.querySelector("#repl textarea")`));
  await checkSession(page);
  await checkCases(page);
  await checkLines(page);
  await checkHistory(page);
  await checkButtons(page);
}
