import { fileOf, type HostileFile } from './hostile-file.ts';
import { makeMutants } from './make-mutants.ts';
import { makeSvgSeeds } from './make-seeds.ts';
import { createRandom, type SeededRandom } from './seeded-random.ts';
import { makeStyledSvg } from './svg/make-styled-svg.ts';

const NUMBERS = ['0', '-1', '1e-9', '0.001', '999999', '1e9', '1e38', 'NaN', '', '1 2 3'] as const;
const NAMES = ['g', 'use', 'rect', 'pattern', 'mask', 'clipPath', 'marker', 'filter'] as const;
const MAX_EDITS = 4;

/** Another number in place of some, or another element: most results are well-formed. */
function mutate(text: string, random: SeededRandom): string {
  let mutant = text;
  for (let edits = random.below(MAX_EDITS) + 1; edits > 0; edits -= 1) {
    const isNumber = random.below(4) > 0;
    const places = [
      ...mutant.matchAll(isNumber ? /(?<=["\s])-?\d+(\.\d+)?(?=["\s])/g : /\b(g|rect|use)\b/g),
    ];
    const place = places[random.below(Math.max(1, places.length))];
    if (!place) continue;
    const other: string = isNumber ? random.pick(NUMBERS) : random.pick(NAMES);
    const [whole] = place;
    // an element's name is changed at its start and its end alike
    mutant = isNumber
      ? mutant.slice(0, place.index) + other + mutant.slice(place.index + whole.length)
      : mutant.replaceAll(new RegExp(`(</?)${whole}\\b`, 'g'), `$1${other}`);
  }
  return mutant;
}

/**
 * So many mutants of SVGs: half of them by bytes, and half by numbers and names. Half as many more
 * are made by a grammar of styles.
 */
export function makeSvgMutants(count: number, randomSeed: number): HostileFile[] {
  const seeds = makeSvgSeeds();
  const random = createRandom(randomSeed);
  const byBytes = Math.floor(count / 2);
  const byText = Array.from({ length: count - byBytes }, (_, at) => {
    const { name, bytes } = random.pick(seeds);
    const mutant = Buffer.from(mutate(bytes.toString(), random));
    return fileOf(`mutant/${randomSeed}.svg${at} ${name}, text`, 'svg', mutant, 'any');
  });
  const styled = Array.from({ length: byBytes }, (_, at) =>
    fileOf(`mutant/${randomSeed}.svg${at} styles`, 'svg', makeStyledSvg(random), 'any'),
  );
  return [...makeMutants(seeds, byBytes, randomSeed), ...byText, ...styled];
}
