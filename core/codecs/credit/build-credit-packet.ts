import { buildXmpPacket, type XmpPart } from '../xmp-packet.ts';
import type { Credit } from './credit.ts';
import { DUBLIN_CORE, XMP_RIGHTS } from './xmp-credit.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escapeXml = (text: string) => text.replaceAll(/[&<>"]/g, (found) => ENTITIES[found] ?? '');

/** A property whose values are in an array of RDF. */
function inArray(name: string, array: string, item: string, value: string | null): string {
  if (value === null) return '';
  return `<${name}><rdf:${array}><${item}>${escapeXml(value)}</rdf:li></rdf:${array}></${name}>`;
}

/** The credit as properties of a packet: the fields that search engines read. */
export function creditPart({ creator, copyright, licenseUrl }: Credit): XmpPart {
  const page = licenseUrl === null ? '' : ` xmpRights:WebStatement="${escapeXml(licenseUrl)}"`;
  const ofRights = licenseUrl === null ? '' : ` xmlns:xmpRights="${XMP_RIGHTS}"`;
  return {
    attributes: ` xmlns:dc="${DUBLIN_CORE}"${ofRights}${page}`,
    content:
      inArray('dc:creator', 'Seq', 'rdf:li', creator) +
      inArray('dc:rights', 'Alt', 'rdf:li xml:lang="x-default"', copyright),
  };
}

/** The XMP packet of a credit, with nothing else in it. */
export function buildCreditPacket(credit: Credit): string {
  return buildXmpPacket([creditPart(credit)]);
}
