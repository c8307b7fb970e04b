// SPDX-License-Identifier: MIT
//
// node packaging/web/check.mjs PAGE DIRECTORY: tries the page as somebody would who types, drags
// and taps, and compares what it shows with what collide says outside of it. LUA names a Lua that
// finds the module, CHROMIUM the browser. Screenshots go to the directory.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { openPage } from "./browser.mjs";
import { checkCells, checkSlide, checkSolids, checkTouch } from "./check_pictures.mjs";
import { checkRepl } from "./check_repl.mjs";

const [file, directory] = process.argv.slice(2);
const url = pathToFileURL(resolve(file)).href;

// The lines that expect.lua prints, each as its words.
function expected(what, ...numbers) {
  const lua = process.env.LUA || "lua5.4";
  const text = execFileSync(lua, ["packaging/web/expect.lua", what, ...numbers.map(String)], { encoding: "utf8" });
  return text.trim().split("\n").map((line) => line.split("\t"));
}

// All that the page wanted is the page itself and what is in it.
function checkAlone(page) {
  const others = page.requests.filter((request) => request !== url && !/^(data|blob):/.test(request));
  assert.deepEqual(others, [], "the page fetches something");
  assert.deepEqual(page.mistakes, [], "the page has mistakes");
}

// Everything is in sight at the width of a phone, and nothing sticks out to the side.
async function checkPhone() {
  const page = await openPage(url, { width: 360, height: 740, scheme: "dark", touch: true });
  try {
    assert.ok((await page.evaluate("document.documentElement.scrollWidth")) <= 360, "the page is wider than a phone");
    assert.equal(await page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(16, 20, 28)");
    await checkCells(page, expected, { touch: true });
    checkAlone(page);
    await page.evaluate("scrollTo(0, 0)");
    writeFileSync(join(directory, "phone.png"), await page.screenshot());
  } finally {
    await page.close();
  }
}

async function checkPage() {
  const page = await openPage(url, { width: 1160, height: 1120 });
  try {
    await checkRepl(page);
    await checkCells(page, expected, { touch: false });
    await checkTouch(page, expected);
    await checkSlide(page, expected);
    await checkSolids(page, expected);
    await page.evaluate("scrollTo(0, 0)");
    writeFileSync(join(directory, "page.png"), await page.screenshot());
    checkAlone(page);
  } finally {
    await page.close();
  }
}

await checkPage();
await checkPhone();
