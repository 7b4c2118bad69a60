import { readXml, textOf, type XmlElement } from '../svg/read-xml.ts';
import { elementsIn, isNamed, listDescriptions, RDF } from '../xmp-packet.ts';
import { decodeUtf8 } from './decode-text.ts';
import { joinNames, type StatedCredit } from './stated-credit.ts';

export const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/';
export const XMP_RIGHTS = 'http://ns.adobe.com/xap/1.0/rights/';

const attributeOf = (element: XmlElement, namespace: string, name: string) =>
  element.attributes.find((one) => one.namespace === namespace && one.name === name)?.value;

/** The items of a property's array, or its own text. The default language is the first item. */
function textsOf(property: XmlElement): string[] {
  const [array] = elementsIn(property);
  if (!array) return [attributeOf(property, RDF, 'resource') ?? textOf(property)];
  if (array.namespace !== RDF) return [];
  return elementsIn(array).map(textOf);
}

/** The values of a property, which XMP writes as an element or as an attribute. */
function valuesOf(descriptions: readonly XmlElement[], namespace: string, name: string): string[] {
  for (const description of descriptions) {
    const written = attributeOf(description, namespace, name);
    if (written !== undefined) return [written];
    const property = elementsIn(description).find((child) => isNamed(child, namespace, name));
    if (property) return textsOf(property);
  }
  return [];
}

/** The credit of an XMP packet; throws an ImageFileFault for one that is no XML. */
export function readXmpCredit(packet: Uint8Array): StatedCredit {
  const end = packet.findLastIndex((byte) => byte !== 0) + 1; // some writers fill up with zeros
  const text = decodeUtf8(packet.subarray(0, end));
  // no writer of XMP declares entities, and XMP forbids a document type (XMP 1, 7.3)
  if (text === undefined || text.includes('<!DOCTYPE')) return {};
  const { root } = readXml(packet.subarray(0, end));
  // `x:xmpmeta` is around it as a rule
  const descriptions = listDescriptions(isNamed(root, RDF, 'RDF') ? [root] : elementsIn(root));
  return {
    creator: joinNames(valuesOf(descriptions, DUBLIN_CORE, 'creator')),
    copyright: valuesOf(descriptions, DUBLIN_CORE, 'rights')[0],
    licenseUrl: valuesOf(descriptions, XMP_RIGHTS, 'WebStatement')[0],
  };
}
