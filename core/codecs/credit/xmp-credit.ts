import { readXml, textOf, type XmlElement } from '../svg/read-xml.ts';
import { RDF } from '../xmp-packet.ts';
import { decodeUtf8 } from './decode-text.ts';
import { joinNames, type StatedCredit } from './stated-credit.ts';

export const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/';
export const XMP_RIGHTS = 'http://ns.adobe.com/xap/1.0/rights/';

const isElement = (child: XmlElement | string): child is XmlElement => typeof child !== 'string';
const attributeOf = (element: XmlElement, namespace: string, name: string) =>
  element.attributes.find((one) => one.namespace === namespace && one.name === name)?.value;

/** The descriptions of a packet, whose tree is `x:xmpmeta`, `rdf:RDF`, `rdf:Description`. */
function listDescriptions(root: XmlElement): XmlElement[] {
  const isNamed = (element: XmlElement, name: string) =>
    element.namespace === RDF && element.name === name;
  const within = isNamed(root, 'RDF') ? [root] : root.children.filter(isElement);
  return within
    .filter((element) => isNamed(element, 'RDF'))
    .flatMap(({ children }) => children.filter(isElement))
    .filter((element) => isNamed(element, 'Description'));
}

/** The items of a property's array, or its own text. The default language is the first item. */
function textsOf(property: XmlElement): string[] {
  const [array] = property.children.filter(isElement);
  if (!array) return [attributeOf(property, RDF, 'resource') ?? textOf(property)];
  if (array.namespace !== RDF) return [];
  return array.children.filter(isElement).map(textOf);
}

/** The values of a property, which XMP writes as an element or as an attribute. */
function valuesOf(descriptions: readonly XmlElement[], namespace: string, name: string): string[] {
  for (const description of descriptions) {
    const written = attributeOf(description, namespace, name);
    if (written !== undefined) return [written];
    const property = description.children
      .filter(isElement)
      .find((child) => child.namespace === namespace && child.name === name);
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
  const descriptions = listDescriptions(readXml(packet.subarray(0, end)).root);
  return {
    creator: joinNames(valuesOf(descriptions, DUBLIN_CORE, 'creator')),
    copyright: valuesOf(descriptions, DUBLIN_CORE, 'rights')[0],
    licenseUrl: valuesOf(descriptions, XMP_RIGHTS, 'WebStatement')[0],
  };
}
