import type { XmlElement } from './svg/read-xml.ts';

/** The namespace of RDF, which an XMP packet is written in. */
export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** The properties of one description in a packet. Their texts are escaped already. */
export interface XmpPart {
  /** Declarations of prefixes, and properties; each begins with a blank. */
  readonly attributes: string;
  readonly content: string;
}

/** An XMP packet of these properties. Readers take the first packet of a file alone. */
export function buildXmpPacket(parts: readonly XmpPart[]): string {
  const descriptions = parts.map(
    ({ attributes, content }) =>
      `<rdf:Description rdf:about=""${attributes}${content ? `>${content}</rdf:Description>` : '/>'}`,
  );
  return [
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    `<rdf:RDF xmlns:rdf="${RDF}">`,
    ...descriptions,
    '</rdf:RDF></x:xmpmeta>',
  ].join('');
}

/** The elements in an element, without its texts. */
export function elementsIn({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => typeof child !== 'string');
}

/** Whether an element has this name in a namespace. */
export function isNamed(element: XmlElement, namespace: string, name: string): boolean {
  return element.namespace === namespace && element.name === name;
}

/** The descriptions in those of the elements that are `rdf:RDF`; they hold the properties. */
export function listDescriptions(elements: readonly XmlElement[]): XmlElement[] {
  return elements
    .filter((element) => isNamed(element, RDF, 'RDF'))
    .flatMap(elementsIn)
    .filter((element) => isNamed(element, RDF, 'Description'));
}
