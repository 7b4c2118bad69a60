/**
 * `npm run docs:screens`: the docs' images of the console, of the screenshots that
 * `npm run test:console` took. Names every screenshot that isn't there, and fails then.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSharpEngine } from '../adapters/sharp/image-engine.ts';
import { readHeader } from '../core/codecs/read-header.ts';
import type { ImageEngine } from '../core/ports/images/image-engine.ts';
import { parseQuery } from '../core/transform/query.ts';
import { isTransformationFault, resolveTransformation } from '../core/transform/transformation.ts';
import {
  MAX_SCREEN_BYTES,
  SCREEN_LOOKS,
  SCREENS_FOLDER,
  SCREENSHOTS,
  screenFiles,
} from './console-screens.ts';

const TAKEN = '.build/screens';
/** The best of these that is small enough. */
const QUALITIES = [80, 70, 60, 50, 40];

type Look = (typeof SCREEN_LOOKS)[number];
type ScreenName = keyof typeof SCREENSHOTS;

async function makeImage(engine: ImageEngine, png: Uint8Array, look: Look): Promise<Uint8Array> {
  const facts = { ...readHeader(png), format: 'png' as const };
  for (const quality of QUALITIES) {
    const { crop, width } = look;
    const query = new URLSearchParams({ crop, width: String(width), quality: String(quality) });
    const { parameters, errors } = parseQuery([...query]);
    const transformation = resolveTransformation(facts, 'webp', parameters);
    if (errors.length > 0 || isTransformationFault(transformation)) {
      throw new Error(`the engine refuses ?${query}`);
    }
    const made = await engine.render(png, transformation);
    if (made.length <= MAX_SCREEN_BYTES) return made;
  }
  throw new Error(`is larger than ${MAX_SCREEN_BYTES} bytes at any quality`);
}

const engine = await createSharpEngine();
const names = Object.keys(SCREENSHOTS) as ScreenName[];
for (const { name } of SCREEN_LOOKS) mkdirSync(join(SCREENS_FOLDER, name), { recursive: true });
const missing: string[] = [];
let bytes = 0;
for (const name of names) {
  if (SCREENSHOTS[name] === null) continue;
  for (const [at, look] of SCREEN_LOOKS.entries()) {
    const taken = join(TAKEN, `${SCREENSHOTS[name]}-${look.name}.png`);
    if (!existsSync(taken)) {
      missing.push(taken);
      continue;
    }
    const made = await makeImage(engine, readFileSync(taken), look);
    writeFileSync(join(SCREENS_FOLDER, screenFiles(name)[at] ?? ''), made);
    bytes += made.length;
  }
}
const requested = new Set(names.flatMap(screenFiles));
for (const file of globSync('{*/*,*.*}', { cwd: SCREENS_FOLDER })) {
  if (!requested.has(file)) rmSync(join(SCREENS_FOLDER, file));
}
console.log(`docs: images of ${names.length} screens in ${SCREENS_FOLDER}, ${bytes} bytes`);
for (const path of missing)
  console.error(`docs: there is no ${path}; npm run test:console takes it`);
if (missing.length > 0) process.exitCode = 1;
