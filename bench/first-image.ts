/**
 * `npm run bench -- start [NAME=BUNDLE ...]`: a fresh process of the renderer from its start to its
 * first image of 12 megapixels. DynamoDB and S3 are stubs. The floor is sharp with `fetch` alone.
 * Each bundle of another version (`before=/path/index.mjs`) is measured in the same rounds. Prints
 * the least and the median of CPU and time, and the median ratio to the floor, round by round.
 */

import { median, ratioOf } from './measure/statistics.ts';
import { createOriginals } from './originals/originals.ts';
import { bundleRenderer } from './start/bundle-code.ts';
import { type FirstImage, measureFirstImages } from './start/first-images.ts';

const ROUNDS = 21;

const others = Object.fromEntries(
  process.argv.slice(2).map((pair) => pair.split('=', 2) as [string, string]),
);
const original = await createOriginals()('jpg');
const costs = await measureFirstImages(
  { ...others, now: await bundleRenderer() },
  original,
  ROUNDS,
);

const pick = (all: readonly FirstImage[] = [], of: keyof FirstImage) => all.map((one) => one[of]);

for (const [name, seen] of Object.entries(costs)) {
  const cells = (['cpuMs', 'wallMs'] as const).map((of) => {
    const own = pick(seen, of);
    const ratio = ratioOf(own, pick(costs.floor, of)).seen.toFixed(2);
    const [least, middle] = [Math.min(...own), median(own)].map((ms) => ms.toFixed(0).padStart(4));
    return `${of.slice(0, -2).padStart(5)}: least ${least} ms, median ${middle} ms, ${ratio}`;
  });
  console.log(name.padEnd(8), cells.join('; '));
}
