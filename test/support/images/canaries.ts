/** Secrets that stand for what a camera, an editor or an attacker puts beside the pixels. */
export const CANARY = {
  exif: 'CANARY-EXIF-MAKER',
  gps: 'CANARY-GPS-48.8583N-2.2944E',
  xmp: 'CANARY-XMP-CREATOR',
  iptc: 'CANARY-IPTC-BYLINE',
  comment: 'CANARY-COMMENT',
  thumbnail: 'CANARY-THUMBNAIL',
  trailer: 'CANARY-TRAILING-ZIP',
  second: 'CANARY-SECOND-IMAGE',
  unknown: 'CANARY-UNKNOWN-BLOCK',
  unused: 'CANARY-UNUSED-TABLE',
} as const;

/** A piece of XMP as editors write it. */
export const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${CANARY.xmp}</x:xmpmeta>`;

/** The bytes of a zip archive behind an image. */
export const ZIP = Buffer.from(`PK\x03\x04${CANARY.trailer}PK\x05\x06${'\0'.repeat(18)}`, 'latin1');

/** The canaries, and the signatures of foreign blocks, that are found in these bytes. */
export function findCanaries(bytes: Uint8Array): string[] {
  const all = Buffer.from(bytes);
  return ['CANARY', 'PK\x03\x04', 'xmpmeta', 'Photoshop 3.0', 'MPF\0'].filter((text) =>
    all.includes(Buffer.from(text, 'latin1')),
  );
}
