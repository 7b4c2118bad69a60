import { walkGif } from '../gif/walk-gif.ts';
import { hasTextAt } from '../read-bytes.ts';
import type { Losses } from './metadata-losses.ts';

const XMP = '\x0bXMP DataXMP';

/** The parts of a GIF, block by block. */
export function collectGifLosses(bytes: Uint8Array, losses: Losses): void {
  walkGif(bytes, {
    onFrame: () => undefined,
    onComment: () => losses.add('comments'),
    onApplication: (subBlock) => {
      if (hasTextAt(bytes, subBlock, XMP)) losses.add('xmp');
    },
  });
}
