import { insertSegments, jpegSegment } from '../images/make-jpeg.ts';

const NAMESPACES = [
  'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"',
].join(' ');

/** An XMP packet with these attributes and elements in its only description. */
export function packetOf(elements: string, attributes = ''): string {
  const description = `<rdf:Description rdf:about=""${attributes}>${elements}</rdf:Description>`;
  const rdf = `<rdf:RDF ${NAMESPACES}>${description}</rdf:RDF>`;
  return `<?xpacket begin="\ufeff"?><x:xmpmeta xmlns:x="adobe:ns:meta/">${rdf}</x:xmpmeta><?xpacket end="w"?>`;
}

/** The elements of creators, as Adobe's programs write them. */
export const creatorsOf = (...names: readonly string[]) =>
  `<dc:creator><rdf:Seq>${names.map((name) => `<rdf:li>${name}</rdf:li>`).join('')}</rdf:Seq></dc:creator>`;

/** The elements of a copyright notice in the default language, and in a second one. */
export const rightsOf = (notice: string) =>
  `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${notice}</rdf:li><rdf:li xml:lang="de">Anders</rdf:li></rdf:Alt></dc:rights>`;

/** An XMP segment of a JPEG. */
export const xmpSegment = (packet: string | Uint8Array) =>
  jpegSegment(
    0xe1,
    Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), Buffer.from(packet)]),
  );

/** A JPEG with an XMP packet. */
export const withPacket = (jpeg: Buffer, packet: string) =>
  insertSegments(jpeg, xmpSegment(packet));

/** A dataset of IPTC (IIM 4.2). */
export function dataset(record: number, number: number, value: Uint8Array | string): Buffer {
  const bytes = Buffer.from(value);
  const head = Buffer.from([0x1c, record, number, bytes.length >> 8, bytes.length & 0xff]);
  return Buffer.concat([head, bytes]);
}

/** Photoshop's resources with one of IPTC, in a segment of a JPEG. */
export function iptcSegment(block: Uint8Array): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(block.length);
  const resource = Buffer.concat([Buffer.from('8BIM\x04\x04\0\0', 'latin1'), size, block]);
  return jpegSegment(0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0'), resource]));
}

/** A TIFF block of EXIF with these texts. */
export function textTiff(texts: Readonly<Record<number, Uint8Array | string>>): Buffer {
  const entries = Object.entries(texts).map(([tag, value]) => {
    return { tag: Number(tag), bytes: Buffer.concat([Buffer.from(value), Buffer.of(0)]) };
  });
  const head = Buffer.alloc(10 + entries.length * 12 + 4);
  head.write('II*\0\x08\0\0\0', 0, 'latin1');
  head.writeUInt16LE(entries.length, 8);
  let end = head.length;
  for (const [at, { tag, bytes }] of entries.entries()) {
    const entry = 10 + at * 12;
    head.writeUInt16LE(tag, entry);
    head.writeUInt16LE(2, entry + 2);
    head.writeUInt32LE(bytes.length, entry + 4);
    if (bytes.length <= 4) bytes.copy(head, entry + 8);
    else {
      head.writeUInt32LE(end, entry + 8);
      end += bytes.length;
    }
  }
  return Buffer.concat([head, ...entries.map(({ bytes }) => bytes).filter((b) => b.length > 4)]);
}
