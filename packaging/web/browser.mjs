// SPDX-License-Identifier: MIT
//
// A page in headless Chromium, spoken to through a pipe in its DevTools protocol: no port is
// opened, and nothing is fetched.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const OPTIONS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--disable-extensions", "--disable-dev-shm-usage",
  "--hide-scrollbars", "--force-device-scale-factor=1", "--remote-debugging-pipe",
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

// What comes through the pipe: messages with a zero behind each.
function startPipe(child, hear) {
  let rest = Buffer.alloc(0);
  child.stdio[4].on("data", (data) => {
    rest = Buffer.concat([rest, data]);
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      hear(JSON.parse(rest.subarray(0, end)));
      rest = rest.subarray(end + 1);
    }
  });
  child.stdio[3].on("error", () => {}); // of a browser that has gone, which is told elsewhere
  return (message) => child.stdio[3].write(JSON.stringify(message) + "\0");
}

// Opens a page; what it asks of the network and what goes wrong in it are listed.
export async function openPage(url, { width, height, scheme = "light", touch = false }) {
  const profile = mkdtempSync(join(tmpdir(), "collide-web-"));
  const child = spawn(process.env.CHROMIUM || "chromium", [...OPTIONS, `--user-data-dir=${profile}`, "about:blank"],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const waiting = new Map();
  const page = { requests: [], mistakes: [], loaded: false };
  let last = 0;
  let session;

  const tell = startPipe(child, ({ id, method, params, result, error }) => {
    if (method === "Network.requestWillBeSent") page.requests.push(params.request.url);
    if (method === "Runtime.exceptionThrown") page.mistakes.push(params.exceptionDetails.exception?.description);
    if (method === "Log.entryAdded" && params.entry.level === "error") page.mistakes.push(params.entry.text);
    if (method === "Page.loadEventFired") page.loaded = true;
    if (!waiting.has(id)) return;
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error) reject(new Error(error.message));
    else resolve(result);
  });
  const gone = new Promise((_, reject) => {
    child.on("error", reject);
    child.on("exit", (status) => reject(new Error(`the browser has ended, ${status}`)));
  });
  gone.catch(() => {});

  // A page that goes away, or never rests, does not answer at all.
  page.send = (method, params = {}) => {
    let timer;
    const answer = new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer to ${method}`)), 20000);
      waiting.set(++last, { resolve, reject });
      tell({ id: last, method, params, sessionId: session });
    });
    return Promise.race([gone, answer]).finally(() => clearTimeout(timer));
  };

  page.evaluate = async (expression) => {
    const { result, exceptionDetails } = await page.send("Runtime.evaluate",
      { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
    return result.value;
  };

  page.screenshot = async () => {
    const { data } = await page.send("Page.captureScreenshot", { format: "png" });
    return Buffer.from(data, "base64");
  };

  page.close = async () => {
    page.send("Browser.close").catch(() => {});
    const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
    await gone.catch(() => {});
    clearTimeout(timer);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };

  try {
    const { targetInfos } = await page.send("Target.getTargets");
    const { targetId } = targetInfos.find(({ type }) => type === "page");
    ({ sessionId: session } = await page.send("Target.attachToTarget", { targetId, flatten: true }));
    for (const domain of ["Page", "Runtime", "Network", "Log"]) await page.send(`${domain}.enable`);
    await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: touch });
    await page.send("Emulation.setTouchEmulationEnabled", { enabled: touch });
    await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    await page.send("Page.navigate", { url });
    await until("the page is loaded", () => page.loaded);
    await until("the page is ready", () => page.evaluate("document.documentElement.dataset.ready === 'true'"));
  } catch (error) {
    await page.close();
    throw error;
  }
  return page;
}
