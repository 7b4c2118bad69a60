import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Format } from '../../../../../core/transform/formats.ts';
import { parseQuery } from '../../../../../core/transform/query.ts';
import type { OriginalFacts } from '../../../../../core/transform/transformation.ts';
import { ask } from './ask.ts';
import { draw, drawFrames, layDown, noise, quarters } from './drawing.ts';

/** One line of `recorded-renditions.tsv`. */
export interface RecordedRendition {
  readonly original: OriginalName;
  readonly format: Format;
  readonly query: string;
  /** Lower-case hex of the rendition's SHA-256, which its entity tag is. */
  readonly sha256: string;
}

const noisy = noise();
const mixed = quarters(96, 64);
const laid = layDown(
  96,
  64,
  (x, y) => mixed(x, y).map((value, at) => (value * 3 + (noisy(x, y)[at] ?? 0)) >> 2),
  6,
);
const frames = [quarters(40, 30), quarters(40, 30, ['green', 'blue', 'yellow', 'red'])];

/**
 * The originals that renditions were recorded of: a photograph on its side, one with clear parts,
 * and an animation.
 */
export const RECORDED_ORIGINALS = {
  onSide: {
    facts: { format: 'jpg', width: 96, height: 64, frames: 1, hasAlpha: false },
    bytes: await draw(laid.width, laid.height, laid.paint)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 90 })
      .toBuffer(),
  },
  sheer: {
    facts: { format: 'png', width: 90, height: 60, frames: 1, hasAlpha: true },
    bytes: await draw(90, 60, (x, y) => [
      ...quarters(90, 60)(x, y),
      x < 30 ? 0 : x < 60 ? 128 : 255,
    ])
      .png()
      .toBuffer(),
  },
  animated: {
    facts: { format: 'gif', width: 40, height: 30, frames: 2, hasAlpha: false },
    bytes: await drawFrames(40, 30, frames)
      .gif({ delay: [100, 200], loop: 3 })
      .toBuffer(),
  },
} as const satisfies Record<string, { facts: OriginalFacts; bytes: Buffer }>;
export type OriginalName = keyof typeof RECORDED_ORIGINALS;

/**
 * The libraries and the kind of processor that the recorded bytes came from: another encoder may
 * write others.
 */
export function libraries(): string {
  const { sharp: own, vips } = sharp.versions;
  return `sharp ${own} libvips ${vips} ${process.arch}`;
}

/** Renders one of the originals as a query asks and answers the SHA-256 of the bytes. */
export async function digestOf(
  engine: { render(bytes: Uint8Array, requested: ReturnType<typeof ask>): Promise<Uint8Array> },
  { original, format, query }: Omit<RecordedRendition, 'sha256'>,
): Promise<string> {
  const { facts, bytes } = RECORDED_ORIGINALS[original];
  const { parameters } = parseQuery([...new URLSearchParams(query)]);
  const rendered = await engine.render(bytes, ask(facts, format, parameters));
  return createHash('sha256').update(rendered).digest('hex');
}
