import type { LostPart } from '../generated/rules.ts';
import type { Image } from '../images/image.ts';

type Words = readonly [name: string, isVisible?: true];

const HDR_MAP = 'HDR (gain map)';
export const HDR = 'HDR';
export const DISPLAY_P3 = 'Display P3';

/** The parts that an upload may lose, and whether viewers of the image see that. */
const WORDS: Readonly<Record<LostPart, Words>> = {
  animation: ['animation', true],
  gainMap: [HDR_MAP, true],
  wideGamut: ['colours beyond sRGB', true],
  colorProfile: ['unreadable colour profile', true],
  exif: ['EXIF'],
  gps: ['location'],
  iptc: ['IPTC'],
  xmp: ['XMP'],
  comments: ['comments'],
};

// a newer service may send a part that has no words here
const readWords = (part: string): Words =>
  (WORDS as Partial<Record<string, Words>>)[part] ?? [part];

type Facts = Pick<Image, 'convertedFrom' | 'lost'>;

/** The parts that viewers may miss, and then the others; an empty text where there are none. */
export function describeLost(
  { lost }: Pick<Image, 'lost'>,
  mark: string,
): readonly [visible: string, removed: string] {
  const words = (lost ?? []).map(readWords);
  const describe = (isSeen?: true) =>
    words
      .filter(([, isVisible]) => isVisible === isSeen)
      .map(([name]) => name)
      .join(mark);
  return [describe(true), describe()];
}

/** The parts of the stored image beyond those that every screen shows. */
export const describeKept = ({ hasGainMap, hasWideGamut, credit }: Image): string =>
  [hasGainMap && HDR_MAP, hasWideGamut && DISPLAY_P3, credit && 'credit']
    .filter(Boolean)
    .join(' · ');

/** The changes of an upload that viewers of the image may see, each as a phrase. */
export function visibleChanges({ convertedFrom, lost }: Facts): string[] {
  const [seen] = describeLost({ lost }, ', ');
  return [
    ...(convertedFrom ? [`converted from ${convertedFrom.toUpperCase()}`] : []),
    ...(seen ? [`lost: ${seen}`] : []),
  ];
}
