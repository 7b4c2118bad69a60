import sharp from 'sharp';
import { encode } from '../../adapters/sharp/encode.ts';
import { sizeAt, type Work } from '../originals/works.ts';

/** The quality at which peers are compared, each of which has other defaults. */
export const QUALITY_OF_PEERS = 80;

/**
 * The floor: sharp in this process with our settings. The steps are written out; the encoders'
 * settings are the engine's own, so that both change together.
 */
export function renderAlone(original: Buffer, work: Work, width = work.width): Promise<Buffer> {
  const size = sizeAt(work, width);
  const opened = sharp(original, { failOn: 'warning', sequentialRead: true, pages: 1 });
  const fastShrinkOnLoad = work.from !== 'jpg';
  const resized = opened.autoOrient().resize({ ...size, fit: 'cover', fastShrinkOnLoad });
  const resize = { how: 'scale' as const, size };
  const requested = {
    format: work.format,
    quality: undefined,
    isAnimated: false,
    isFastEncoded: false,
    resize,
    pad: undefined,
  };
  return encode(resized, requested, {}).toBuffer();
}

/** The floor of the peers: sharp with its own defaults at quality 80, as they are asked for. */
export function renderByDefaults(original: Buffer, work: Work, width = work.width) {
  const resized = sharp(original, { sequentialRead: true }).resize({
    ...sizeAt(work, width),
    fit: 'cover',
  });
  return resized
    .toFormat(work.format === 'jpg' ? 'jpeg' : work.format, { quality: QUALITY_OF_PEERS })
    .toBuffer();
}
