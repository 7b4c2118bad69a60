/** THE parts of a sent file that a stored image may lack, each with its meaning. */
export const LOST_PARTS = {
  animation: 'the frames behind the first',
  gainMap: 'the gain map of HDR',
  wideGamut: 'colours beyond sRGB',
  colorProfile: 'a colour profile that cannot be read',
  exif: 'EXIF',
  gps: 'the place, in EXIF or XMP',
  iptc: 'IPTC',
  xmp: 'XMP',
  comments: 'comments and other texts',
} as const satisfies Readonly<Record<string, string>>;

/** A part of a sent file that the stored image lacks. */
export type LostPart = keyof typeof LOST_PARTS;

/** The parts in their order. */
export const LOST_PART_NAMES = Object.keys(LOST_PARTS) as LostPart[];
