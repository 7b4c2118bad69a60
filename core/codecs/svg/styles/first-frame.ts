import type { ComponentValue } from '@csstools/css-parser-algorithms';
import { isTokenDimension, isTokenString } from '@csstools/css-tokenizer';
import type { CssDeclaration } from '../plain-declarations.ts';
import { refuseUndrawn } from '../svg-faults.ts';
import { type Candidates, ranked } from './collect-styles.ts';
import { readComponents } from './css-syntax.ts';
import { keywordOf, splitAtCommas, tokenOf } from './read-lengths.ts';
import type { Keyframes } from './read-sheets.ts';
import type { CustomProperties } from './variables.ts';

/** One animation of an element, in seconds. */
interface Animation {
  readonly name: string;
  readonly duration: number;
  readonly delay: number;
  readonly words: readonly string[];
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, ms: 0.001 };
const BACKWARDS = ['backwards', 'both'];
const REVERSED = ['reverse', 'alternate-reverse'];
/** Keywords of the shorthand that are no name. */
const WORDS =
  'none normal reverse alternate alternate-reverse forwards backwards both running paused infinite ease linear ease-in ease-out ease-in-out step-start step-end'.split(
    ' ',
  );

function secondsOf(value: ComponentValue | undefined): number | undefined {
  const token = tokenOf(value);
  if (!isTokenDimension(token)) return undefined;
  const unit = SECONDS[token[4].unit.toLowerCase()];
  return unit === undefined ? undefined : token[4].value * unit;
}

function wordOf(value: ComponentValue): string | undefined {
  const token = tokenOf(value);
  if (isTokenString(token)) return token[4].value;
  const word = keywordOf(value);
  return word === undefined ? undefined : value.toString();
}

function shorthand(parts: readonly ComponentValue[]): Animation {
  const times = parts.map(secondsOf).filter((one) => one !== undefined);
  const all = parts.map(wordOf).filter((one) => one !== undefined);
  const name = all.find((word) => !WORDS.includes(word.toLowerCase())) ?? 'none';
  const [duration = 0, delay = 0] = times;
  return { name, duration, delay, words: all.map((word) => word.toLowerCase()) };
}

/** The animations of an element, by the shorthand or the properties that it stands for. */
function animationsOf(found: Candidates, custom: CustomProperties): readonly Animation[] {
  const listOf = (property: string) => {
    const [best] = ranked(found.get(property) ?? []);
    const value = best && custom.replace(best.value);
    return value === undefined ? [] : splitAtCommas(readComponents(value, custom.work));
  };
  const names = listOf('animation-name');
  const whole = listOf('animation').map(shorthand);
  const count = Math.max(names.length, whole.length);
  const [durations, delays] = [listOf('animation-duration'), listOf('animation-delay')];
  const words = [listOf('animation-fill-mode'), listOf('animation-direction')];
  const at = <T>(list: readonly T[], index: number) => list[index % Math.max(1, list.length)];
  return Array.from({ length: count }, (_, index) => {
    const before = whole[index] ?? shorthand([]);
    const name = at(names, index)?.[0];
    const more = words.map((list) => keywordOf(at(list, index)?.[0]) ?? '');
    return {
      name: (name && wordOf(name)) ?? before.name,
      duration: secondsOf(at(durations, index)?.[0]) ?? before.duration,
      delay: secondsOf(at(delays, index)?.[0]) ?? before.delay,
      words: [...before.words, ...more],
    };
  });
}

/**
 * The declarations of an element's animations at their start, which is what a browser shows of an
 * image at first. An ImageFileFault for one that starts in its midst.
 */
export function firstFrame(
  found: Candidates,
  custom: CustomProperties,
  frames: ReadonlyMap<string, Keyframes>,
): readonly CssDeclaration[] {
  if (!found.has('animation') && !found.has('animation-name')) return [];
  const declarations: CssDeclaration[] = [];
  for (const { name, duration, delay, words } of animationsOf(found, custom)) {
    const keyframes = frames.get(name);
    if (!keyframes) continue;
    if (delay < 0 && duration > 0) refuseUndrawn('a negative animation-delay');
    const isFilled = words.some((word) => BACKWARDS.includes(word));
    if ((delay > 0 || duration === 0) && !isFilled) continue;
    const isReversed = words.some((word) => REVERSED.includes(word));
    for (const one of isReversed ? keyframes.to : keyframes.from) declarations.push(one);
  }
  return declarations;
}
