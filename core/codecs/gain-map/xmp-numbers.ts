import { ImageFileFault } from '../image-file.ts';
import { XMP_TEXT } from '../jpeg/jpeg-application-data.ts';
import { readXml, textOf, type XmlElement } from '../svg/read-xml.ts';
import {
  buildXmpPacket,
  elementsIn,
  isNamed,
  listDescriptions,
  RDF,
  type XmpPart,
} from '../xmp-packet.ts';
import {
  type Channels,
  checkNumbers,
  type GainMapNumbers,
  HDRGM_NAMESPACE,
  isUniform,
} from './gain-map.ts';

const VERSION = '1.0';

/** The name of a number, its value in a file that doesn't write it, and its channels. */
interface NumberRow {
  readonly name: string;
  readonly usual: number | undefined;
  of(numbers: GainMapNumbers): Channels;
}

const all = (value: number): Channels => [value, value, value];

/** Ultra HDR 1.0. */
const ROWS: Readonly<Record<keyof GainMapNumbers, NumberRow>> = {
  min: { name: 'GainMapMin', usual: 0, of: ({ min }) => min },
  max: { name: 'GainMapMax', usual: undefined, of: ({ max }) => max },
  gamma: { name: 'Gamma', usual: 1, of: ({ gamma }) => gamma },
  offsetSdr: { name: 'OffsetSDR', usual: 1 / 64, of: ({ offsetSdr }) => offsetSdr },
  offsetHdr: { name: 'OffsetHDR', usual: 1 / 64, of: ({ offsetHdr }) => offsetHdr },
  capacityMin: { name: 'HDRCapacityMin', usual: 0, of: ({ capacityMin }) => all(capacityMin) },
  capacityMax: {
    name: 'HDRCapacityMax',
    usual: undefined,
    of: ({ capacityMax }) => all(capacityMax),
  },
};

type Values = Map<string, readonly string[]>;

/** The texts of an element: those of a list that it has, else its own. */
function textsOf(element: XmlElement): string[] {
  const list = elementsIn(element).find((child) => isNamed(child, RDF, 'Seq'));
  return list ? elementsIn(list).map(textOf) : [textOf(element)];
}

/** The first value of each name, which is an attribute or an element of a description. */
function collectValues(root: XmlElement): Values {
  const values: Values = new Map();
  const keep = (name: string, texts: readonly string[]) => {
    if (!values.has(name)) values.set(name, texts);
  };
  for (const description of listDescriptions(elementsIn(root))) {
    for (const { namespace, name, value } of description.attributes) {
      if (namespace === HDRGM_NAMESPACE) keep(name, [value]);
    }
    for (const child of elementsIn(description)) {
      if (child.namespace === HDRGM_NAMESPACE) keep(child.name, textsOf(child));
    }
  }
  return values;
}

const DECIMAL = /^[-+.\deE]+$/;

function numberOf(text: string): number {
  const written = text.trim();
  return DECIMAL.test(written) ? Number(written) : Number.NaN;
}

/** The one or three values of a number. NaN, which is out of every range, stands for a fault. */
function channelsOf(values: Values, { name, usual = Number.NaN }: NumberRow): Channels {
  const texts = values.get(name);
  if (!texts) return all(usual);
  const [red = Number.NaN, green = red, blue = red] = texts.map(numberOf);
  return texts.length === 1 || texts.length === 3 ? [red, green, blue] : all(Number.NaN);
}

/**
 * The numbers of an XMP packet of a gain map; undefined if it isn't about one. An ImageFileFault if
 * one is missing or out of range, or if the map makes an image darker.
 */
export function readXmpNumbers(packet: Uint8Array): GainMapNumbers | undefined {
  const values = collectValues(readXml(packet).root);
  if (values.get('Version')?.[0] !== VERSION) return undefined;
  if (values.get('BaseRenditionIsHDR')?.[0]?.trim().toLowerCase() === 'true') {
    throw new ImageFileFault('The gain map is for an HDR image.');
  }
  return checkNumbers({
    min: channelsOf(values, ROWS.min),
    max: channelsOf(values, ROWS.max),
    gamma: channelsOf(values, ROWS.gamma),
    offsetSdr: channelsOf(values, ROWS.offsetSdr),
    offsetHdr: channelsOf(values, ROWS.offsetHdr),
    capacityMin: channelsOf(values, ROWS.capacityMin)[0],
    capacityMax: channelsOf(values, ROWS.capacityMax)[0],
  });
}

const payloadOf = (parts: readonly XmpPart[]) =>
  Uint8Array.from(Buffer.from(XMP_TEXT + buildXmpPacket(parts)));

const gainMapPart = (attributes: string, content: string): XmpPart => ({
  attributes: ` xmlns:hdrgm="${HDRGM_NAMESPACE}" hdrgm:Version="${VERSION}"${attributes}`,
  content,
});

/** The payload of the numbers: a list where the channels differ. */
export function buildXmpNumbers(numbers: GainMapNumbers): Uint8Array {
  const rows = Object.values(ROWS).map((row) => ({ name: row.name, values: row.of(numbers) }));
  // whole millionths, which are written without an exponent
  const attributes = rows
    .filter(({ values }) => isUniform(values))
    .map(({ name, values }) => ` hdrgm:${name}="${values[0]}"`);
  const lists = rows
    .filter(({ values }) => !isUniform(values))
    .map(({ name, values }) => {
      const items = values.map((value) => `<rdf:li>${value}</rdf:li>`);
      return `<hdrgm:${name}><rdf:Seq>${items.join('')}</rdf:Seq></hdrgm:${name}>`;
    });
  const written = `${attributes.join('')} hdrgm:BaseRenditionIsHDR="False"`;
  return payloadOf([gainMapPart(written, lists.join(''))]);
}

const LENGTH = /Item:Length="(\d{1,10})"/;

/** Whether a payload is such a list and nothing else, as `buildXmpList` writes it. */
export function isXmpList(payload: Uint8Array): boolean {
  const text = Buffer.from(payload).toString('latin1');
  const [, bytes] = LENGTH.exec(text) ?? [];
  return bytes !== undefined && Buffer.compare(payload, buildXmpList(Number(bytes))) === 0;
}

/**
 * The payload by which an image lists its gain map, of so many bytes (Ultra HDR 1.0), and states
 * more: readers know one packet alone.
 */
export function buildXmpList(mapBytes: number, more: readonly XmpPart[] = []): Uint8Array {
  const item = (rest: string) =>
    `<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg"${rest}/></rdf:li>`;
  const list = gainMapPart(
    ' xmlns:Container="http://ns.google.com/photos/1.0/container/"' +
      ' xmlns:Item="http://ns.google.com/photos/1.0/container/item/"',
    `<Container:Directory><rdf:Seq>${item(' Item:Semantic="Primary"')}` +
      `${item(` Item:Semantic="GainMap" Item:Length="${mapBytes}"`)}` +
      '</rdf:Seq></Container:Directory>',
  );
  return payloadOf([list, ...more]);
}
