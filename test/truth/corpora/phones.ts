import type { Corpus } from './corpora.ts';

/** THE corpus of `npm run test:truth -- --corpus phones`: files of phones and cameras. */
export const PHONES = {
  phones: {
    registry: 'PyPI',
    package: 'pillow_heif',
    version: '1.8.1',
    sha256: '521ebffb8a181d56c3904e5a61f20903edee0d9d3275967b8fb345f866215c06',
    images: /^tests\/images\/heif_(other|special)\/.*\.(hei[cf]|hif)$/i,
  },
} as const satisfies Readonly<Record<string, Corpus>>;

/** The files that are refused, each by its end and with the reason. */
export const REFUSED: Readonly<Record<string, string>> = {
  '200MP.heic': 'image_too_large', // of 200 megapixels
  'alpha.heic': 'invalid_image', // an overlay that is derived of several images
};
