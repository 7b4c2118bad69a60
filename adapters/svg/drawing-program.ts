/**
 * The program of a drawing's thread, as text of CommonJS. A thread of text needs no file beside a
 * bundle, and no bundler renames its variables or adds calls of helpers. It gets the ThreadData as
 * `workerData`, and answers each `[side, isTrial]` with a Drawn or a NotDrawn.
 */
export const DRAWING_PROGRAM = `'use strict';
const { parentPort, workerData } = require('node:worker_threads');
const { loader, module: compiled, svg, mode } = workerData;
const { initWasm, Resvg } = require(loader);
const ready = initWasm(compiled);

function draw(value, isTrial) {
  const began = process.threadCpuUsage();
  const drawing = new Resvg(svg, { fitTo: { mode, value }, font: { loadSystemFonts: false } });
  const image = drawing.render();
  const { width, height } = image;
  const pixels = isTrial ? undefined : image.pixels;
  image.free();
  drawing.free();
  const { user, system } = process.threadCpuUsage(began);
  const drawn = { cpuMs: (user + system) / 1000, width, height, pixels };
  parentPort.postMessage(drawn, pixels ? [pixels.buffer] : []);
}

parentPort.on('message', async ([side, isTrial]) => {
  try {
    await ready;
    draw(side, isTrial);
  } catch (error) {
    // a trap of WebAssembly: memory that can't grow is one, and Rust says no more
    const isOutOfMemory = error instanceof Error && error.name === 'RuntimeError';
    parentPort.postMessage({ fault: String(error), isOutOfMemory });
  }
});
`;
