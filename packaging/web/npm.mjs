// SPDX-License-Identifier: MIT
//
// The packages of package.json, which `make web-check` puts into build/web/npm, so that the tree stays clean.
import { createRequire } from "node:module";
import { resolve } from "node:path";

const require = createRequire(resolve("build/web/npm/package.json"));

export const puppeteer = require("puppeteer-core");
const { PNG } = require("pngjs");

// { width, height, at(x, y) }, where `at` gives [red, green, blue].
export function readPng(bytes) {
  const { width, height, data } = PNG.sync.read(Buffer.from(bytes));
  return { width, height, at: (x, y) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)] };
}
