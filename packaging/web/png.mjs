// SPDX-License-Identifier: MIT
//
// Reads a PNG as Chromium writes them: eight bits a channel, not interlaced.
import { inflateSync } from "node:zlib";

function paeth(a, b, c) {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

function unfilter(lines, width, height, channels) {
  const row = width * channels;
  const pixels = Buffer.alloc(row * height);
  for (let y = 0, from = 0; y < height; y++) {
    const filter = lines[from++];
    for (let x = 0; x < row; x++, from++) {
      const at = y * row + x;
      const left = x >= channels ? pixels[at - channels] : 0;
      const above = y > 0 ? pixels[at - row] : 0;
      const corner = x >= channels && y > 0 ? pixels[at - row - channels] : 0;
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter];
      pixels[at] = lines[from] + guess;
    }
  }
  return pixels;
}

// { width, height, at(x, y) }, where `at` gives [red, green, blue].
export function readPng(data) {
  const width = data.readUInt32BE(16);
  const height = data.readUInt32BE(20);
  const channels = { 2: 3, 6: 4 }[data[25]];
  if (data[24] !== 8 || !channels || data[28] !== 0) throw new Error("a PNG of another kind");
  const parts = [];
  for (let at = 8; at < data.length; ) {
    const length = data.readUInt32BE(at);
    if (data.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(data.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const pixels = unfilter(inflateSync(Buffer.concat(parts)), width, height, channels);
  const at = (x, y) => [...pixels.subarray((y * width + x) * channels, (y * width + x) * channels + 3)];
  return { width, height, at };
}
