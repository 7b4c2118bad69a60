import type { Placeholder } from '../../core/images/image-states.ts';
import { asProof } from './decode-fully.ts';
import type { SharpModule } from './load/load-sharp.ts';
import { openServedImage } from './open-served-image.ts';
import { readPixels } from './pixels.ts';
import { type RgbaPixels, thumbhash } from './thumbhash.ts';

/** Longest side of the pixels: four times the highest frequency of the hash, and more. */
const SIDE = 32;
/** Levels of a channel in one group of colours. */
const LEVELS = 16;

/** The mean of the most frequent group of similar colours; null if nothing is half opaque. */
function mainColorOf({ data }: RgbaPixels): string | null {
  const groups = new Map<number, { count: number; sums: [number, number, number] }>();
  for (let at = 0; at < data.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(at, at + 4);
    if (alpha < 128) continue;
    const [high, middle, low] = [r, g, b].map((value) => Math.floor(value / LEVELS));
    const name = ((high ?? 0) * LEVELS + (middle ?? 0)) * LEVELS + (low ?? 0);
    const { count, sums } = groups.get(name) ?? { count: 0, sums: [0, 0, 0] };
    groups.set(name, { count: count + 1, sums: [sums[0] + r, sums[1] + g, sums[2] + b] });
  }
  const [main] = [...groups.values()].sort((a, b) => b.count - a.count);
  if (!main) return null;
  const digits = main.sums.map((sum) =>
    Math.round(sum / main.count)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}

/**
 * The placeholder of an image, from its first frame at 32 pixels. That is decoded whole, though the
 * decoder shrinks while it reads, so that no whole image is in memory. Throws BrokenImageError.
 */
export async function readPlaceholder(sharp: SharpModule, image: Uint8Array): Promise<Placeholder> {
  const small = async () =>
    (await openServedImage(sharp, image, false)).image
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'inside' })
      .toColourspace('srgb')
      .ensureAlpha();
  const pixels = await asProof(image, async () => readPixels(await small()));
  const hash = Buffer.from(thumbhash(pixels)).toString('base64');
  return { mainColor: mainColorOf(pixels), thumbhash: hash };
}
