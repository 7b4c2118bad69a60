import { HEAVY_SVGS, REFUSED_SVGS } from '../images/svg/svg-samples.ts';
import { fileOf, type HostileFile } from './hostile-file.ts';
import { makeBombs, makeNoise } from './make-bombs.ts';
import { makeCuts } from './make-cuts.ts';
import { makeHidden } from './make-hidden.ts';
import { makeMutants } from './make-mutants.ts';
import { makePolyglots } from './make-polyglots.ts';
import { makeAvifSeeds, makeBmpSeeds, makeHeicSeeds, makeSeeds } from './make-seeds.ts';
import { makeSvgMutants } from './make-svg-mutants.ts';
import { makeWrongTypes } from './make-wrong-types.ts';
import { SVG_ATTACKS } from './svg/svg-attacks.ts';

/** Small enough to be many, and large enough to show a product. */
const SVG_ATTACK_BYTES = [150_000, 4_400_000];

function makeSvgAttacks(): HostileFile[] {
  return SVG_ATTACK_BYTES.flatMap((size) =>
    Object.entries(SVG_ATTACKS).map(([name, make]) =>
      fileOf(`bomb/svg ${name}, ${size} bytes`, 'svg', make(size), 'any'),
    ),
  );
}

/**
 * Hostile files of every class, so many of them mutants, and so many mutants of each format that is
 * converted. They are the same for the same seed, byte for byte.
 */
export async function makeHostileFiles(
  randomSeed: number,
  mutants: number,
  convertedMutants: number,
): Promise<HostileFile[]> {
  const seeds = await makeSeeds();
  return [
    ...makePolyglots(seeds),
    ...makeHidden(seeds),
    ...makeCuts(seeds),
    ...(await makeWrongTypes(seeds)),
    ...makeNoise(randomSeed),
    ...(await makeBombs(seeds)),
    ...makeMutants(seeds, mutants, randomSeed),
    ...makeMutants(makeHeicSeeds(), convertedMutants, randomSeed),
    ...makeMutants(await makeAvifSeeds(), convertedMutants, randomSeed),
    ...makeMutants(makeBmpSeeds(), convertedMutants, randomSeed),
    ...makeSvgMutants(convertedMutants, randomSeed),
    ...Object.entries(REFUSED_SVGS).map(([name, [bytes]]) =>
      fileOf(`bomb/svg ${name}`, 'svg', bytes),
    ),
    ...makeSvgAttacks(),
    ...Object.entries(HEAVY_SVGS).map(([name, bytes]) => fileOf(`bomb/svg ${name}`, 'svg', bytes)),
  ];
}
