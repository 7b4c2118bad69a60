import type { Image } from '../images/image.ts';

/** The visible parts that an upload may lose, each as a sentence. */
const SENTENCES: Readonly<Record<string, string>> = {
  animation: 'Only the first frame was kept.',
  gainMap: 'The gain map for HDR screens was left out.',
  wideGamut: 'Colours beyond sRGB were changed to sRGB.',
  colorProfile: 'The colour profile couldn’t be read and was left out.',
};

/** The metadata that is taken out of each upload. */
const METADATA: Readonly<Record<string, string>> = {
  exif: 'EXIF',
  gps: 'location',
  iptc: 'IPTC',
  xmp: 'XMP',
  comments: 'comments',
};

type Facts = Pick<Image, 'convertedFrom' | 'lost' | 'hasWideGamut'>;

const wordsOf = (lost: Image['lost'], words: Readonly<Record<string, string>>) =>
  (lost ?? []).flatMap((part) => words[part] ?? []);

/** The changes of an upload that its viewers may see. */
export function visibleChanges({ convertedFrom, lost }: Facts): string[] {
  const converted = convertedFrom ? [`Converted from ${convertedFrom.toUpperCase()}.`] : [];
  return [...converted, ...wordsOf(lost, SENTENCES)];
}

/** All changes of an upload, and what its renditions lack. */
export function describeChanges(image: Facts): string[] {
  const metadata = wordsOf(image.lost, METADATA);
  return [
    ...visibleChanges(image),
    ...(metadata.length > 0 ? [`Taken out: ${metadata.join(', ')}.`] : []),
    ...(image.hasWideGamut ? ['Has colours beyond sRGB: renditions are in sRGB.'] : []),
  ];
}
