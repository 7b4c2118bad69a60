/**
 * `npm run build:layer -- [--cpu arm64|x64]`: sharp as a Lambda layer for Linux, below
 * layers/sharp/dist, and the decoders of AVIF, SVG and HEIC in two more, without Docker. A deploy
 * does the same where a layer is missing.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkoutLayers } from '../lib/assets/build-layer.ts';
import { PROCESSORS } from '../lib/assets/install-layer.ts';

const { values } = parseArgs({ options: { cpu: { type: 'string', default: 'arm64' } } });
const cpu = PROCESSORS.find((one) => one === values.cpu);
if (!cpu) throw new Error(`--cpu is one of ${PROCESSORS.join(', ')}`);

const layers = checkoutLayers(resolve(import.meta.dirname, '..'));
for (const folder of [layers.sharp(cpu), layers.decoders(), layers.heif()]) {
  console.log(`${folder} is current`);
}
