import type { PlantedBug } from './planted-bug.ts';

/** In the readers of image bytes: what no small input reaches. */
export const BYTES_BUGS: readonly PlantedBug[] = [
  {
    kind: 'the input that is large enough',
    file: 'core/codecs/gif/end-gif-data.ts',
    old: 'size < 12',
    new: 'size < 11',
    test: 'test/unit/core/codecs/hidden-payloads-gif.test.ts',
  },
];
