// SPDX-License-Identifier: MIT
//
// A picture with points that can be dragged, by mouse, touch and keys. Where they are is all that
// is known here; what there is to see because of that, `draw` is told by Lua: markup, words, and
// the expression that was asked.
"use strict";

// points: [{ label, x, y, radius }]; step: what an arrow key moves by; snap: of what the coordinates
// are multiples; margin: how near to the rim they come; draw(points) gives [markup, words, asked].
function startPicture(root, { points, step, snap, margin, draw, ask }) {
  const svg = root.querySelector("svg");
  const drawn = svg.querySelector(".drawn");
  const words = root.querySelector(".words");
  const asked = root.querySelector(".asked");
  const view = svg.viewBox.baseVal;
  let held = null;
  let due = false;

  function show() {
    due = false;
    const [markup, text, expression] = draw(points);
    drawn.innerHTML = markup;
    words.textContent = text;
    asked.textContent = expression;
    root.dataset.drawn = Number(root.dataset.drawn || 0) + 1;
  }

  function showSoon() {
    if (!due) requestAnimationFrame(show);
    due = true;
  }

  function place(point) {
    point.handle.setAttribute("transform", `translate(${point.x} ${point.y})`);
    point.handle.setAttribute("aria-valuenow", point.x);
    point.handle.setAttribute("aria-valuetext", `${point.x}, ${point.y}`);
  }

  const within = (x, most) => Math.min(most - margin, Math.max(margin, Math.round(x / snap) * snap));

  function move(point, x, y) {
    const [nextX, nextY] = [within(x, view.width), within(y, view.height)];
    if (nextX === point.x && nextY === point.y) return;
    [point.x, point.y] = [nextX, nextY];
    place(point);
    showSoon();
  }

  function where(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  }

  function nearest({ x, y }) {
    const far = (point) => Math.hypot(point.x - x, point.y - y);
    return points.reduce((best, point) => (far(point) < far(best) ? point : best));
  }

  function hold(event, point, offset) {
    held = { point, offset };
    svg.setPointerCapture(event.pointerId);
    point.handle.focus({ preventScroll: true });
  }

  const under = (event) => points.find(({ handle }) => handle.contains(event.target));

  // A finger drags what it is on, and scrolls the page elsewhere; where it taps, the nearest goes.
  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const at = where(event);
    const point = under(event);
    if (point) {
      hold(event, point, { x: point.x - at.x, y: point.y - at.y });
    } else if (event.pointerType === "mouse") {
      hold(event, nearest(at), { x: 0, y: 0 });
      move(held.point, at.x, at.y);
    }
  });
  svg.addEventListener("pointermove", (event) => {
    if (!held) return;
    const at = where(event);
    move(held.point, at.x + held.offset.x, at.y + held.offset.y);
  });
  // What touch-action says of parts of an svg is not heard everywhere.
  svg.addEventListener("touchstart", (event) => under(event) && event.preventDefault(), { passive: false });
  const release = () => (held = null);
  svg.addEventListener("pointerup", (event) => {
    if (!held && event.pointerType !== "mouse") {
      const at = where(event);
      move(nearest(at), at.x, at.y);
    }
    release();
  });
  svg.addEventListener("pointercancel", release);

  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  for (const point of points) {
    point.handle = document.createElementNS(svg.namespaceURI, "g");
    point.handle.innerHTML =
      `<circle class="reach" r="${2.6 * point.radius}"/><circle class="grip" r="${point.radius}"/>`;
    const attributes = {
      class: "handle", tabindex: 0, role: "slider", "aria-label": point.label,
      "aria-roledescription": "point to move", "aria-valuemin": 0, "aria-valuemax": view.width,
    };
    for (const [name, value] of Object.entries(attributes)) point.handle.setAttribute(name, value);
    point.handle.addEventListener("keydown", (event) => {
      const arrow = arrows[event.key];
      if (!arrow) return;
      event.preventDefault();
      const by = event.shiftKey ? 4 * step : step;
      move(point, point.x + by * arrow[0], point.y + by * arrow[1]);
    });
    svg.append(point.handle);
    place(point);
  }
  root.querySelector(".ask").addEventListener("click", () => ask(asked.textContent));
  show();
  return { showSoon };
}
