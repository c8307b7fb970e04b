// SPDX-License-Identifier: MIT
//
// A page in headless Chromium, through puppeteer-core and a pipe: no port is opened, and nothing is fetched.
import { puppeteer } from "./npm.mjs";

const OPTIONS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--disable-extensions", "--disable-dev-shm-usage",
  "--hide-scrollbars", "--force-device-scale-factor=1",
];

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// Waits until what `ask` answers is true; its last answer otherwise is part of the error.
export async function until(what, ask, seconds = 20) {
  const end = Date.now() + 1000 * seconds;
  let answer;
  while (Date.now() < end) {
    answer = await ask();
    if (answer === true) return;
    await sleep(20);
  }
  throw new Error(`after ${seconds} s not yet: ${what} (${answer})`);
}

// What the page asks of the network and what goes wrong in it are listed.
function listen(page, tab, session) {
  tab.on("request", (request) => page.requests.push(request.url()));
  tab.on("pageerror", (error) => page.mistakes.push(error.stack ?? String(error)));
  session.on("Log.entryAdded", ({ entry }) => {
    if (entry.level === "error") page.mistakes.push(entry.text);
  });
}

export async function openPage(url, { width, height, scheme = "light", touch = false }) {
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM || "chromium",
    headless: "shell",
    pipe: true,
    protocolTimeout: 20000, // a page that goes away, or never rests, does not answer at all
    args: OPTIONS,
  });
  try {
    const [tab] = await browser.pages();
    const session = await tab.createCDPSession();
    const page = {
      requests: [],
      mistakes: [],
      send: (method, parameters) => session.send(method, parameters),
      evaluate: (expression) => tab.evaluate(expression),
      screenshot: async () => Buffer.from(await tab.screenshot({ type: "png" })),
      close: () => browser.close(),
    };
    listen(page, tab, session);
    await session.send("Log.enable");
    await tab.setViewport({ width, height, deviceScaleFactor: 1, isMobile: touch, hasTouch: touch });
    await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await tab.goto(url, { waitUntil: "load" });
    await until("the page is ready", () => page.evaluate("document.documentElement.dataset.ready === 'true'"));
    return page;
  } catch (error) {
    await browser.close();
    throw error;
  }
}
