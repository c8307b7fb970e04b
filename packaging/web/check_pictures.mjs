// SPDX-License-Identifier: MIT
//
// The pictures, by dragging their points: what is in the page and on the screen against what
// collide says outside of it.
import assert from "node:assert/strict";
import { until } from "./browser.mjs";
import { click, dragByFinger, dragByMouse, middle, press } from "./hands.mjs";
import { readPng } from "./npm.mjs";

const drawn = (page, name) => page.evaluate(`Number(document.getElementById("${name}").dataset.drawn)`);
const words = (page, name) => page.evaluate(`document.querySelector("#${name} .words").textContent`);
const handle = (name, i) => `document.querySelectorAll("#${name} .handle")[${i}]`;

// Where the handles say that they are.
const places = (page, name) => page.evaluate(
  `[...document.querySelectorAll("#${name} .handle")]
     .map((one) => one.getAttribute("aria-valuetext").split(", ").map(Number))`);

// A function from the picture's coordinates to the screen's.
async function mapping(page, name) {
  await page.evaluate(`document.querySelector("#${name} svg").scrollIntoView({ block: "nearest" })`);
  const { a, d, e, f } = await page.evaluate(
    `{ const { a, d, e, f } = document.querySelector("#${name} svg").getScreenCTM(); ({ a, d, e, f }) }`);
  return (x, y) => ({ x: a * x + e, y: d * y + f });
}

// Drags a handle, held a little off its middle, to a place and waits until it is drawn there.
async function drag(page, name, i, [x, y], by = dragByMouse) {
  const before = await drawn(page, name);
  const to = await mapping(page, name);
  const off = (at) => ({ x: at.x + 3, y: at.y - 2 });
  await by(page, off(await middle(page, handle(name, i))), off(to(x, y)));
  await until(`${name} is drawn anew`, async () => (await drawn(page, name)) > before);
  await settled(page);
  const place = (await places(page, name))[i];
  assert.deepEqual(place, [x, y], `handle ${i} of ${name} is where it was dragged`);
}

// Until nothing is left to draw.
const settled = (page) => page.evaluate(
  "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))");

const colour = (page, selector, property) => page.evaluate(
  `getComputedStyle(document.querySelector("${selector}")).${property}.match(/\\d+/g).slice(0, 3).map(Number)`);

// As far as a screen tells: layers are put together in bytes.
const same = (a, b) => a.every((value, i) => Math.abs(value - b[i]) <= 2);

// ---- Cells -----------------------------------------------------------------

const LINES = [
  [[0.5, 0.5], [15.5, 9.5]],
  [[4, 7], [11, 3.5]],
  [[12.25, 2.5], [1.75, 9]],
  [[3, 3], [3, 8]],
  [[6, 1], [14, 9]],
];

// Somewhere in a cell there is a pixel of that colour, and not just a rim of it: the line, a number
// or a handle may be over the rest.
function cellHas(png, to, x, y, wanted) {
  const spots = [];
  for (const dx of [0.12, 0.3, 0.7, 0.88]) for (const dy of [0.12, 0.3, 0.7, 0.88]) spots.push(to(x + dx, y + dy));
  return spots.filter((spot) => same(png.at(Math.floor(spot.x), Math.floor(spot.y)), wanted)).length >= 5;
}

async function checkLine(page, expected, [from, to]) {
  const cells = expected("cells", ...from, ...to).map((line) => line.map(Number));
  const inPage = await page.evaluate(
    `[...document.querySelectorAll("#cells .cell")].map((cell) => cell.dataset.cell + " " + cell.classList[1])`);
  const kind = ([, , group, last]) => (last ? (group % 2 ? "odd" : "even") : "beside");
  assert.deepEqual(inPage, cells.map((cell) => `${cell[0]},${cell[1]} ${kind(cell)}`));

  const corners = await page.evaluate(`document.querySelectorAll("#cells .corner").length`);
  const beside = cells.filter((cell) => cell[3] === 0).length;
  assert.equal(corners, beside / 2, "a corner is marked for each two cells beside it");
  const groups = cells[cells.length - 1][2];
  assert.match(await words(page, "cells"), new RegExp(`^${cells.length} cells? in ${groups} groups?`));
  return cells.map((cell) => ({ x: cell[0], y: cell[1], kind: kind(cell) }));
}

async function checkScreen(page, cells) {
  const map = await mapping(page, "cells");
  const png = readPng(await page.screenshot());
  const dark = await colour(page, "#cells .stage", "backgroundColor");
  const fills = {};
  for (const { kind } of cells) fills[kind] ??= await colour(page, `#cells .cell.${kind}`, "fill");
  for (let y = 0; y < 10; y++) {
    for (let x = 0; x < 16; x++) {
      const cell = cells.find((one) => one.x === x && one.y === y);
      assert.ok(cellHas(png, map, x, y, cell ? fills[cell.kind] : dark), `cell ${x}, ${y} is ${cell?.kind || "dark"}`);
    }
  }
}

export async function checkCells(page, expected, { touch }) {
  for (const line of touch ? LINES.slice(0, 2) : LINES) {
    for (const i of [0, 1]) await drag(page, "cells", i, line[i], touch ? dragByFinger : dragByMouse);
    await checkScreen(page, await checkLine(page, expected, line));
  }
  if (touch) return;

  // The last line's end goes on by keys, and to where the mouse is pressed.
  await page.evaluate(`${handle("cells", 1)}.focus()`);
  await press(page, "ArrowLeft");
  await press(page, "ArrowUp", { shift: true });
  await settled(page);
  const [from, to] = LINES[LINES.length - 1];
  const moved = [to[0] - 0.25, to[1] - 1];
  assert.deepEqual((await places(page, "cells"))[1], moved);
  await checkScreen(page, await checkLine(page, expected, [from, moved]));
  await click(page, (await mapping(page, "cells"))(14, 2));
  await settled(page);
  assert.deepEqual((await places(page, "cells"))[1], [14, 2]);
  await checkLine(page, expected, [from, [14, 2]]);
}

// ---- Circle against triangle -----------------------------------------------

const CENTRES = [
  [80, 60], [190, 214], [204, 130], [440, 190], [380, 70], [215, 15], [260, 170], [300, 240], [150, 240],
];

const near = (a, b) => Math.abs(Number(a) - Number(b)) < 1e-6 * (1 + Math.abs(Number(b)));

async function checkDisk(page, expected) {
  const at = (await places(page, "touch")).flat();
  const radius = Number(await page.evaluate(`document.querySelector("#touch input").value`));
  const [[region, x, y], contact] = expected("touch", ...at, radius);
  const shown = await page.evaluate(`{
    const circle = (name) => {
      const { cx, cy, r } = document.querySelector("#touch " + name)?.attributes || {};
      return cx && [cx.value, cy.value, r.value];
    };
    ({ region: document.querySelector("#touch .nearest").dataset.region, nearest: circle(".nearest"),
       disk: circle(".disk"), ghost: circle(".ghost"), numbered: document.querySelector("#touch .here")?.textContent,
       meet: document.querySelector("#touch .triangle").classList.contains("meet") })
  }`);
  assert.equal(shown.region, region);
  assert.equal(shown.numbered ?? region, region); // a small one has no room for it
  assert.ok(near(shown.nearest[0], x) && near(shown.nearest[1], y), `the nearest point is ${x}, ${y}`);
  assert.deepEqual(shown.disk.map(Number), [at[6], at[7], radius]);
  assert.equal(shown.meet, Boolean(contact));
  if (contact) {
    const [depth, dx, dy] = contact.map(Number);
    assert.ok(depth >= 0 && near(shown.ghost[0], at[6] + dx) && near(shown.ghost[1], at[7] + dy), "the way out");
  } else {
    assert.equal(shown.ghost, undefined);
  }
  assert.match(await words(page, "touch"), new RegExp(`^Region ${region}\\. They ${contact ? "overlap" : "are"}`));
  return { region, contact, corners: at.slice(0, 6), centre: at.slice(6), radius };
}

// All over the picture, but where other things are, the region of the centre has its own colour.
async function checkRegions(page, expected, { region, corners, centre, radius }) {
  const points = [];
  for (let y = 5; y < 288; y += 12) for (let x = 5; x < 480; x += 12) points.push([x, y]);
  const wanted = expected("regions", ...corners, ...points.flat());
  const map = await mapping(page, "touch");
  const png = readPng(await page.screenshot());
  const lit = await colour(page, "#touch .region", "fill");
  const rest = await colour(page, "#touch .stage", "backgroundColor");
  let free = 0;
  let seen = 0;
  for (const [i, [x, y]] of points.entries()) {
    const spot = map(x, y);
    const shown = png.at(Math.floor(spot.x), Math.floor(spot.y));
    const here = wanted[i][0] === region;
    assert.ok(!same(shown, here ? rest : lit), `region ${wanted[i]} at ${x}, ${y} is ${here ? "dark" : "lit"}`);
    // Free of the disk, its way out and the triangle.
    if (wanted[i][0] === "7" || Math.hypot(x - centre[0], y - centre[1]) < 2.5 * radius) continue;
    free++;
    if (same(shown, here ? lit : rest)) seen++;
  }
  assert.ok(free > 100 && seen > 0.9 * free, `the regions are to be seen at ${seen} of ${free} places`);
}

// Where the disk is not, the triangle has the colour that says whether they meet.
async function checkTouchScreen(page, { corners, centre, radius }) {
  const map = await mapping(page, "touch");
  const png = readPng(await page.screenshot());
  const fill = await colour(page, "#touch .triangle", "fill");
  const [ax, ay, bx, by, cx, cy] = corners;
  let free = 0;
  let filled = 0;
  for (let a = 0.05; a < 1; a += 0.05) {
    for (let b = 0.05; a + b < 1; b += 0.05) {
      const [x, y] = [a * ax + b * bx + (1 - a - b) * cx, a * ay + b * by + (1 - a - b) * cy];
      if (Math.hypot(x - centre[0], y - centre[1]) < radius + 4) continue;
      const spot = map(x, y);
      free++;
      if (same(png.at(Math.floor(spot.x), Math.floor(spot.y)), fill)) filled++;
    }
  }
  assert.ok(free > 20 && filled > 0.8 * free, `the triangle shows its colour at ${filled} of ${free} places`);
}

export async function checkTouch(page, expected) {
  const regions = new Set();
  const meets = new Set();
  for (const centre of CENTRES) {
    await drag(page, "touch", 3, centre);
    const state = await checkDisk(page, expected);
    await checkTouchScreen(page, state);
    await checkRegions(page, expected, state);
    regions.add(state.region);
    meets.add(Boolean(state.contact));
  }
  assert.deepEqual([...regions].sort(), ["1", "2", "3", "4", "5", "6", "7"]);
  assert.equal(meets.size, 2);

  // The triangle, other way round, and collapsed; the circle shrunk by keys.
  await drag(page, "touch", 0, [420, 40]);
  await checkDisk(page, expected);
  await drag(page, "touch", 0, [309, 116]); // halfway from B to C
  await checkDisk(page, expected);
  await page.evaluate(`document.querySelector("#touch input").focus()`);
  for (let i = 0; i < 3; i++) await press(page, "ArrowLeft");
  await settled(page);
  assert.equal((await checkDisk(page, expected)).radius, 38);
}

// ---- A move that slides -------------------------------------------------------

const MOVES = [
  [[40, 120], [120, 130]], [[40, 200], [330, 240]], [[150, 60], [380, 110]], [[100, 150], [240, 232]],
  [[380, 60], [400, 226]], [[330, 225], [470, 200]], [[252, 90], [300, 90]],
];

const numbersOf = (page, selector, names) => page.evaluate(`{
  const list = [...document.querySelectorAll("${selector}")];
  list.map((one) => ${JSON.stringify(names)}.map((name) => Number(one.getAttribute(name))))
}`);

async function checkMove(page, expected, [from, to]) {
  const [[x, y, count, isIn], ...hits] = expected("slide", ...from, ...to);
  assert.equal(isIn, "0", "it ends in nothing");
  const [end] = await numbersOf(page, "#slide .mover.end", ["x", "y", "width"]);
  assert.ok(near(end[0] + 14, x) && near(end[1] + 14, y) && end[2] === 28, `it ends at ${end}, not ${x}, ${y}`);
  const met = await numbersOf(page, "#slide .met", ["cx", "cy"]);
  assert.equal(met.length, Number(count));
  for (const [i, [px, py]] of hits.entries()) {
    assert.ok(near(met[i][0], px) && near(met[i][1], py), `hit ${i} is at ${met[i]}, not ${px}, ${py}`);
  }
  assert.match(await words(page, "slide"), count === "0" ? /Nothing is in its way/ : new RegExp(`something ${count} time`));

  // Where no handle, line or dot is, the rect has its colour.
  const map = await mapping(page, "slide");
  const png = readPng(await page.screenshot());
  const fill = await colour(page, "#slide .mover.end", "fill");
  let seen = 0;
  for (const [dx, dy] of [[-10, -7], [-7, -10], [7, -10], [10, -7], [10, 7], [7, 10], [-7, 10], [-10, 7]]) {
    const spot = map(Number(x) + dx, Number(y) + dy);
    if (same(png.at(Math.floor(spot.x), Math.floor(spot.y)), fill)) seen++;
  }
  assert.ok(seen >= 4, `the rect is to be seen where it ends, at ${seen} of 8 places`);
  return Number(count);
}

export async function checkSlide(page, expected) {
  const counts = new Set();
  for (const move of MOVES) {
    for (const i of [0, 1]) await drag(page, "slide", i, move[i]);
    counts.add(await checkMove(page, expected, move));
  }
  assert.ok(counts.size >= 3, `none, one and more hits: ${[...counts]}`);
}

// ---- Solids ----------------------------------------------------------------

const PIXELS = [
  [30, 20], [250, 130], [400, 130], [150, 120], [240, 220], [60, 150], [120, 200], [400, 210], [300, 270],
];

async function checkRays(page, expected) {
  const done = () => page.evaluate(`document.getElementById("solids").dataset.done === "true"`);
  await until("the solids are there", done, 60);
  const degrees = await page.evaluate(`document.querySelector("#solids input").value`);
  const wanted = expected("solids", degrees, ...PIXELS.flat());
  const shown = await page.evaluate(`{
    const context = document.querySelector("#solids canvas").getContext("2d");
    ${JSON.stringify(PIXELS)}.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data])
  }`);
  for (const [i, [x, y]] of PIXELS.entries()) {
    assert.ok(same(shown[i].slice(0, 3), wanted[i].map(Number)), `pixel ${x}, ${y}: ${shown[i]}, not ${wanted[i]}`);
    assert.equal(shown[i][3], 255);
  }
  return wanted.map(([, , , name]) => name);
}

// The beam ends on what is seen where it is aimed at, and that is in the words.
async function checkBeam(page, expected, [x, y]) {
  await drag(page, "solids", 0, [x, y]);
  const degrees = await page.evaluate(`document.querySelector("#solids input").value`);
  const [[, , , name]] = expected("solids", degrees, x - 0.5, y - 0.5); // the pixel whose middle that is
  assert.match(await words(page, "solids"), new RegExp(`^The beam hits a ${name}\\b`));
  const hit = await page.evaluate(
    `{ const { cx, cy } = document.querySelector("#solids .hit").attributes; [Number(cx.value), Number(cy.value)] }`);
  assert.ok(Math.hypot(hit[0] - x, hit[1] - y) < 0.01, `hit at ${hit}, aimed at ${x}, ${y}`);

  // What the page says that it asked says the same at its REPL.
  const logged = `document.querySelector("#repl .log").lastElementChild?.textContent`;
  const answers = () => page.evaluate(`Number(document.getElementById("repl").dataset.answered || 0)`);
  const before = await answers();
  await click(page, await middle(page, `document.querySelector("#solids .ask")`));
  await until("it is asked", async () => (await answers()) > before);
  const t = (await words(page, "solids")).match(/t = ([\d.]+)/)[1];
  const answer = await page.evaluate(logged);
  assert.equal(Number(answer.match(/^hit t=([\d.]+)/)?.[1]).toPrecision(4), Number(t).toPrecision(4), answer);
}

export async function checkSolids(page, expected) {
  const names = new Set(await checkRays(page, expected));
  assert.ok(names.size >= 6, `several solids: ${[...names]}`);
  for (const aim of [[250, 130], [105, 135], [190, 262]]) await checkBeam(page, expected, aim);

  await page.evaluate(`document.querySelector("#solids input").focus()`);
  for (let i = 0; i < 12; i++) await press(page, "ArrowRight");
  assert.equal(await page.evaluate(`document.querySelector("#solids input").value`), "20");
  await checkRays(page, expected);
}
