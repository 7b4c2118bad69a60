import type { Credit } from './credit.ts';
import { DUBLIN_CORE, RDF, XMP_RIGHTS } from './xmp-credit.ts';

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

/** The XMP packet of a credit, with nothing else in it: the fields that search engines read. */
export function buildCreditPacket({ creator, copyright, licenseUrl }: Credit): string {
  const page = licenseUrl === null ? '' : ` xmpRights:WebStatement="${escapeXml(licenseUrl)}"`;
  const ofRights = licenseUrl === null ? '' : ` xmlns:xmpRights="${XMP_RIGHTS}"`;
  return [
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    `<rdf:RDF xmlns:rdf="${RDF}">`,
    `<rdf:Description rdf:about="" xmlns:dc="${DUBLIN_CORE}"${ofRights}${page}>`,
    inArray('dc:creator', 'Seq', 'rdf:li', creator),
    inArray('dc:rights', 'Alt', 'rdf:li xml:lang="x-default"', copyright),
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
  ].join('');
}
