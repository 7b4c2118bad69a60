import { readDrawableText } from '../../../../core/transform/text/drawable-text.ts';
import type { Client } from '../../http/client.ts';
import { pixelPipeline } from '../../images/raw-pixels.ts';
import { checkAnswer, timed } from '../check-answer.ts';
import { createRandom, type SeededRandom } from '../seeded-random.ts';
import type { Tally } from '../tally.ts';

/** Texts that other services have failed by. */
const KNOWN: readonly string[] = [
  '%00',
  '%FF',
  '%ED%A0%80',
  '%F0%9F%98%80',
  '%E2%80%AE',
  'Z%CD%A7%CC%91%CD%93'.repeat(12),
  '%D8%A7%D9%8E'.repeat(50),
  '%E0%BA%81%E0%BA%B3'.repeat(50),
  'W'.repeat(100),
  'W'.repeat(8_000),
  '%3C%2Ftext%3E%3Cimage%20href%3D%22file%3A%2F%2F%2Fetc%2Fpasswd%22%2F%3E',
  '%26a%3B%5D%5D%3E%3C%21DOCTYPE%20a%20%5B%3C%21ENTITY%20a%20%22b%22%3E%5D%3E',
  '~38.width~61.9',
  '~width-9',
  '~'.repeat(100),
  '~99999.',
  '%F7%B8%8F%E2%80%8D',
  'W%0A'.repeat(49),
  '%0A'.repeat(500),
  `a${'%E2%80%8B'.repeat(99)}`,
  `a${'%C2%AD'.repeat(99)}`,
];

type Range = readonly [first: number, last: number];

/** Parts of blocks that the font has, or nearly, so that shaping has work. */
const BLOCKS: readonly [Range, ...Range[]] = [
  [0x20, 0x17f],
  [0x300, 0x36f],
  [0x590, 0x6ff],
  [0x7c0, 0x7ff],
  [0xe80, 0xedf],
  [0x2000, 0x206f],
  [0xfb50, 0xfeff],
  [0x0, 0x1ffff],
];

/** Characters of one block; in half of the texts only those that are drawn. */
function makeText(random: SeededRandom): string {
  const [first, last] = random.pick(BLOCKS);
  const codes = Array.from(
    { length: 1 + random.below(110) },
    () => first + random.below(last - first),
  );
  const known = codes.filter((code) => code < 0xd800 || code > 0xdfff);
  const isDrawn = (code: number) => readDrawableText(`~${code}.`).detail === undefined;
  const kept = random.below(2) === 0 ? known.filter(isDrawn) : known;
  return encodeURIComponent(String.fromCodePoint(...kept));
}

/** Looks of a text, from one box to thousands of tiles. */
const LOOKS = [
  '',
  '&overlay-width=100',
  '&overlay-width=1&overlay-tile=1',
  '&overlay-color=00000001&overlay-opacity=1',
  '&width=2000&enlarge=true&overlay-width=100',
  '&overlay-font-size=100&overlay-width=1&overlay-line-height=4',
  '&overlay-font-size=0.5&overlay-width=100&overlay-tile=1',
  '&width=2000&enlarge=true&overlay-font-size=9&overlay-width=100&overlay-align=center',
] as const;

/** Asks for so many texts on an image, beside the known ones: drawn, or refused as the client's. */
export async function attackWithTexts(
  client: Client,
  tally: Tally,
  { seeds, texts, signal }: { seeds: readonly number[]; texts: number; signal: AbortSignal },
): Promise<void> {
  const image = pixelPipeline().resize(400, 200, { fit: 'fill' });
  const { imageId } = await client.store(await image.jpeg().toBuffer());
  for (const [i, seed] of seeds.entries()) {
    const random = createRandom(seed);
    const made = Array.from({ length: Math.ceil(texts / seeds.length) }, () => makeText(random));
    for (const text of i === 0 ? [...KNOWN, ...made] : made) {
      if (signal.aborted) return;
      const look = random.pick(LOOKS);
      const result = await timed(() =>
        client.get(`/res/${imageId}.webp?overlay-text=${text}${look}`),
      );
      const status = result.answer?.status ?? 0;
      const isKnown = [200, 400, 414, 422, 431, 503].includes(status);
      tally.record(`text ${text.slice(0, 60)}${look}`, [
        ...checkAnswer(result),
        ...(isKnown ? [] : [`${status} to a text`]),
      ]);
    }
  }
}
