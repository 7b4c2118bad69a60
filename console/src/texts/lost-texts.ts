import type { LostPart } from '../generated/rules.ts';
import type { Image } from '../images/image.ts';

type Words = readonly [name: string, isVisible?: true];

/** The parts that an upload may lose, and whether viewers of the image see that. */
const WORDS: Readonly<Record<LostPart, Words>> = {
  animation: ['animation', true],
  gainMap: ['HDR gain map', true],
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

/** All parts that an upload lost; an empty text where there is none. */
export const describeLost = ({ lost }: Facts): string =>
  (lost ?? []).map((part) => readWords(part)[0]).join(', ');

/** The changes of an upload that viewers of the image may see, each as a phrase. */
export function visibleChanges({ convertedFrom, lost }: Facts): string[] {
  const seen = (lost ?? []).filter((part) => readWords(part)[1]);
  return [
    ...(convertedFrom ? [`converted from ${convertedFrom.toUpperCase()}`] : []),
    ...(seen.length > 0 ? [`left out: ${describeLost({ convertedFrom, lost: seen })}`] : []),
  ];
}
