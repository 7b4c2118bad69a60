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

const describe = (parts: readonly string[]) => parts.map((part) => readWords(part)[0]).join(', ');

/** The parts that viewers may miss, and then the others; an empty text where there are none. */
export function describeLost({ lost }: Facts): readonly [visible: string, removed: string] {
  const isVisible = (part: string) => readWords(part)[1] === true;
  const parts = lost ?? [];
  return [describe(parts.filter(isVisible)), describe(parts.filter((part) => !isVisible(part)))];
}

/** The changes of an upload that viewers of the image may see, each as a phrase. */
export function visibleChanges({ convertedFrom, lost }: Facts): string[] {
  const [seen] = describeLost({ convertedFrom, lost });
  return [
    ...(convertedFrom ? [`converted from ${convertedFrom.toUpperCase()}`] : []),
    ...(seen ? [`left out: ${seen}`] : []),
  ];
}
