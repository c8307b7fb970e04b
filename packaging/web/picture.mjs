// SPDX-License-Identifier: MIT
//
// node packaging/web/picture.mjs PAGE PNG [WIDTH HEIGHT SCHEME]: a picture of the page, where some
// of the examples have been tried.
import { resolve } from "node:path";
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { openPage, until } from "./browser.mjs";

const [file, png, width = 1160, height = 960, scheme = "light"] = process.argv.slice(2);
const page = await openPage(pathToFileURL(resolve(file)), { width: +width, height: +height, scheme });
try {
  let answers = 0;
  for (const name of ["a graze, a miss", "a push", "cells"]) {
    const lines = await page.evaluate(`{
      const button = [...document.querySelectorAll("#repl button")].find((one) => one.textContent === "${name}");
      button.click();
      button.dataset.run.split("\\n").length
    }`);
    answers += lines;
    await until(`${name} is answered`, () =>
      page.evaluate(`Number(document.getElementById("repl").dataset.answered) === ${answers}`));
  }
  await until("the solids are there", () => page.evaluate(`document.getElementById("solids").dataset.done === "true"`));
  await page.evaluate("document.activeElement.blur()");
  writeFileSync(png, await page.screenshot());
} finally {
  await page.close();
}
