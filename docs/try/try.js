// SPDX-License-Identifier: MIT
//
// Puts the page to work.
"use strict";

const PICTURES = {
  cells: {
    points: [
      { label: "Start of the line", x: 2.5, y: 8.5, radius: 0.22 },
      { label: "End of the line", x: 12.5, y: 2.5, radius: 0.22 },
    ],
    step: 0.25, snap: 0.25, margin: 0.25,
  },
  touch: {
    points: [
      { label: "Corner A", x: 190, y: 214, radius: 6 }, { label: "Corner B", x: 230, y: 54, radius: 6 },
      { label: "Corner C", x: 388, y: 178, radius: 6 }, { label: "Centre of the circle", x: 204, y: 130, radius: 6 },
    ],
    step: 4, snap: 1, margin: 4,
  },
  slide: {
    points: [{ label: "Where it is", x: 40, y: 200, radius: 6 }, { label: "Where it is to go", x: 330, y: 240, radius: 6 }],
    step: 4, snap: 1, margin: 4,
  },
  solids: { points: [{ label: "Where the beam is aimed", x: 152, y: 172, radius: 7 }], step: 4, snap: 1, margin: 4 },
};

// The texts of the page's scripts: Lua's by name, and one of JavaScript.
function gather() {
  const lua = {};
  for (const script of document.querySelectorAll('script[type="text/x-lua"]')) {
    lua[script.dataset.name] = script.textContent;
  }
  const code = ["collide.js", "lua.js", "worker.js"].map((name) =>
    document.querySelector(`script[data-name="${name}"]`).textContent);
  return { lua, worker: code.join("\n") };
}

// The solids take a second or so: coarse at once, then finer, as much a frame as there is time for.
function startRays(root, lua) {
  const canvas = root.querySelector("canvas");
  const context = canvas.getContext("2d");
  let size = 0; // of the squares; 0 when done
  let top = 0;

  function paint() {
    const start = performance.now();
    while (size && performance.now() - start < 12) {
      const [bytes] = lua.call("solids", "row", `${top} ${size}`, 1000);
      context.putImageData(new ImageData(new Uint8ClampedArray(bytes), canvas.width), 0, top);
      top += size;
      if (top >= canvas.height) [top, size] = [0, { 8: 2, 2: 1 }[size] || 0];
    }
    root.dataset.done = size === 0;
    if (size) requestAnimationFrame(paint);
  }

  return function turn(degrees) {
    lua.callText("solids", "turn", String(degrees));
    if (!size) requestAnimationFrame(paint);
    [size, top] = [8, 0];
    root.dataset.done = false;
  };
}

function startPictures(lua, ask) {
  const root = (name) => document.getElementById(name);
  const radius = root("touch").querySelector("input");
  const angle = root("solids").querySelector("input");
  const text = (points) => points.map(({ x, y }) => `${x} ${y}`).join(" ");

  startPicture(root("cells"), {
    ...PICTURES.cells, ask, draw: (points) => lua.callText("cells", "draw", text(points)),
  });
  const touch = startPicture(root("touch"), {
    ...PICTURES.touch, ask, draw: (points) => lua.callText("touch", "draw", `${text(points)} ${radius.value}`),
  });
  radius.addEventListener("input", touch.showSoon);

  startPicture(root("slide"), {
    ...PICTURES.slide, ask, draw: (points) => lua.callText("slide", "draw", text(points)),
  });

  const turn = startRays(root("solids"), lua);
  turn(angle.value);
  const solids = startPicture(root("solids"), {
    ...PICTURES.solids, ask, draw: (points) => lua.callText("solids", "beam", text(points)),
  });
  angle.addEventListener("input", () => {
    turn(angle.value);
    solids.showSoon();
  });
}

async function startPage() {
  const { lua, worker } = gather();
  const root = document.getElementById("repl");
  const repl = startRepl(root, worker, lua);
  const entry = root.querySelector("textarea");
  const ask = (expression) => repl.run(expression).then(() => entry.focus({ preventScroll: innerWidth > 1000 }));
  for (const button of root.querySelectorAll("button")) {
    button.addEventListener("click", async () => {
      for (const line of button.dataset.run.split("\n")) await ask(line);
    });
  }
  startPictures(await openLua(lua, () => {}), ask);
  await repl.ready;
}

function tell(text) {
  const notice = document.getElementById("notice");
  notice.textContent = text;
  notice.hidden = false;
}

if (typeof createCollide === "undefined") {
  tell("This page is put together by make web; build/web/page has it whole.");
} else {
  startPage().then(
    () => (document.documentElement.dataset.ready = "true"),
    (error) => tell(`This browser does not run the page: ${error.message}`),
  );
}
