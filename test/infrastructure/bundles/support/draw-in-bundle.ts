/** `node draw-in-bundle.ts PATH`: draws an SVG by a bundle of the drawing, and prints its size. */
import { pathToFileURL } from 'node:url';
import { findWasm } from '../../../../adapters/wasm/find-wasm.ts';

const { drawSvg } = await import(pathToFileURL(process.argv[2] ?? '').href);
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9"/></svg>';
const { width, height, data } = await drawSvg(findWasm('svg'), svg, { width: 40, height: 30 });
console.log(JSON.stringify([width, height, data.length]));
