// SPDX-License-Identifier: MIT
//
// What is typed goes to a worker, and what it answers to the log. `startRepl` gives `run(chunk)`.
"use strict";

function startRepl(root, workerCode, scripts) {
  const GIVE_UP = 5000; // milliseconds; Lua itself should have stopped well before
  const log = root.querySelector(".log");
  const entry = root.querySelector("textarea");
  const history = [];
  let at = 0; // in the history
  let draft = "";
  let worker;
  let pending; // what to tell the answer to
  let turn = Promise.resolve();

  const code = URL.createObjectURL(new Blob([workerCode], { type: "text/javascript" }));

  function begin() {
    return new Promise((resolve) => {
      worker = new Worker(code);
      worker.onmessage = ({ data }) => {
        resolve(data);
        worker.onmessage = ({ data: answer }) => pending(answer);
      };
      worker.postMessage(scripts);
    });
  }

  // A worker that does not answer is ended, whatever it is at, and another one takes its place.
  async function endWorker() {
    worker.terminate();
    await begin();
    return { status: "error", message: "stopped: this took too long. Lua was started anew", output: "", dropped: 0 };
  }

  function ask(chunk) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(endWorker()), GIVE_UP);
      pending = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      worker.postMessage(chunk);
    });
  }

  function write(kind, text) {
    const line = document.createElement("pre");
    line.className = kind;
    line.textContent = text;
    log.append(line);
    log.scrollTop = log.scrollHeight;
  }

  function report(chunk, answer) {
    write("input", chunk.split("\n").map((line, i) => (i ? ">> " : "> ") + line).join("\n"));
    if (answer.output) write("output", answer.output.replace(/\n$/, ""));
    if (answer.dropped) write("note", `(and ${answer.dropped} bytes more)`);
    if (answer.status === "error") write("error", answer.message);
    root.dataset.answered = Number(root.dataset.answered || 0) + 1;
  }

  function remember(chunk) {
    if (history[history.length - 1] !== chunk) history.push(chunk);
    at = history.length;
    draft = "";
  }

  // One after the other, in the order in which they came.
  function run(chunk) {
    turn = turn.then(async () => {
      root.classList.add("busy");
      const answer = await ask(chunk);
      root.classList.remove("busy");
      if (answer.status === "more") return false;
      remember(chunk);
      report(chunk, answer);
      return true;
    });
    return turn;
  }

  function fit() {
    entry.style.height = "auto";
    entry.style.height = entry.scrollHeight + "px";
  }

  function put(text) {
    entry.value = text;
    entry.setSelectionRange(text.length, text.length);
    fit();
  }

  async function enter() {
    const chunk = entry.value;
    if (!chunk.trim()) return;
    put("");
    if (await run(chunk)) return;
    put(chunk + "\n" + entry.value); // no end yet: it goes on in a line of its own
  }

  function recall(step) {
    const next = at + step;
    if (next < 0 || next > history.length) return;
    if (at === history.length) draft = entry.value;
    at = next;
    put(at === history.length ? draft : history[at]);
  }

  // The arrows leave a text of several lines only by its first and its last.
  entry.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const before = entry.value.slice(0, entry.selectionStart);
    const after = entry.value.slice(entry.selectionEnd);
    let act;
    if (event.key === "Enter" && !event.shiftKey) act = enter;
    else if (event.key === "ArrowUp" && !before.includes("\n")) act = () => recall(-1);
    else if (event.key === "ArrowDown" && !after.includes("\n")) act = () => recall(1);
    else if (event.key === "l" && event.ctrlKey) act = () => log.replaceChildren();
    if (act) {
      event.preventDefault();
      act();
    }
  });
  entry.addEventListener("input", fit);
  log.addEventListener("click", () => {
    if (!String(getSelection())) entry.focus({ preventScroll: true });
  });

  turn = begin().then((answer) => {
    if (answer.status !== "ready") throw new Error(answer.message);
  });
  return { run, ready: turn };
}
