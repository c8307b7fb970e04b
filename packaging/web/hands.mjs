// SPDX-License-Identifier: MIT
//
// Hands for a page: keys, a mouse and a finger.

const KEYS = {
  Enter: { code: "Enter", windowsVirtualKeyCode: 13, text: "\r" },
  ArrowLeft: { code: "ArrowLeft", windowsVirtualKeyCode: 37 },
  ArrowUp: { code: "ArrowUp", windowsVirtualKeyCode: 38 },
  ArrowRight: { code: "ArrowRight", windowsVirtualKeyCode: 39 },
  ArrowDown: { code: "ArrowDown", windowsVirtualKeyCode: 40 },
  Tab: { code: "Tab", windowsVirtualKeyCode: 9 },
};
const SHIFT = 8;

export async function press(page, key, { shift = false } = {}) {
  const event = { key, ...KEYS[key], modifiers: shift ? SHIFT : 0 };
  await page.send("Input.dispatchKeyEvent", { ...event, type: "keyDown" });
  await page.send("Input.dispatchKeyEvent", { ...event, type: "keyUp" });
}

export const type = (page, text) => page.send("Input.insertText", { text });

const mouse = (page, kind, { x, y }, buttons) => page.send("Input.dispatchMouseEvent",
  { type: kind, x, y, button: kind === "mouseMoved" ? "none" : "left", buttons, clickCount: 1 });

export async function click(page, at) {
  await mouse(page, "mousePressed", at, 1);
  await mouse(page, "mouseReleased", at, 0);
}

const between = (from, to, share) => ({ x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) });

export async function dragByMouse(page, from, to) {
  await mouse(page, "mouseMoved", from, 0);
  await mouse(page, "mousePressed", from, 1);
  for (const share of [0.3, 0.7, 1]) await mouse(page, "mouseMoved", between(from, to, share), 1);
  await mouse(page, "mouseReleased", to, 0);
}

export async function dragByFinger(page, from, to) {
  const touch = (kind, ...touchPoints) => page.send("Input.dispatchTouchEvent", { type: kind, touchPoints });
  await touch("touchStart", from);
  for (const share of [0.3, 0.7, 1]) await touch("touchMove", between(from, to, share));
  await touch("touchEnd");
}

// Where the middle of an element is on the screen, once it has been brought there.
export const middle = (page, element) => page.evaluate(`{
  const element = ${element};
  element.scrollIntoView({ block: "nearest" });
  const { left, top, width, height } = element.getBoundingClientRect();
  ({ x: left + width / 2, y: top + height / 2 })
}`);
