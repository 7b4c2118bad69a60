import type { Image } from '../images/image.ts';

/** The visible parts that an upload may lose, each as a sentence. */
const SENTENCES: Readonly<Record<string, string>> = {
  animation: 'Only the first frame was kept.',
  gainMap: 'The HDR gain map was left out.',
  wideGamut: 'Colours were changed to sRGB.',
  colorProfile: 'A broken colour profile was left out.',
};

type Facts = Pick<Image, 'convertedFrom' | 'lost' | 'hasWideGamut'>;

/** The changes of an upload that its viewers may see. */
export function visibleChanges({ convertedFrom, lost }: Facts): string[] {
  const converted = convertedFrom ? [`Converted from ${convertedFrom.toUpperCase()}.`] : [];
  return converted.concat((lost ?? []).flatMap((part) => SENTENCES[part] ?? []));
}

/** All changes of an upload, and what its renditions lack. */
export function describeChanges(image: Facts): string {
  const metadata = (image.lost ?? []).filter((part) => !(part in SENTENCES));
  const names = metadata.map((part) => (part.length > 4 ? part : part.toUpperCase()));
  return [
    ...visibleChanges(image),
    ...(names.length > 0 ? [`Taken out: ${names.join(', ')}.`] : []),
    ...(image.hasWideGamut ? ['Renditions are in sRGB.'] : []),
  ].join(' ');
}
