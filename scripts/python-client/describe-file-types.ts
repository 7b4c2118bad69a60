import { FIRST_BYTES } from '../../core/codecs/detect-binary-format.ts';
import type { SentFormat } from '../../core/transform/formats.ts';
import {
  GENERIC_BRANDS,
  SENT_FORMATS,
  TYPE_OF_EXTENSION,
  UNKNOWN_TYPE,
} from '../../core/transform/sent-formats.ts';

const bytesOf = (text: string) =>
  `b"${Array.from(text, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')}"`;

const dict = (entries: readonly (readonly [key: string, value: string])[]) =>
  `{${entries.map(([key, value]) => `${key}: ${value}`).join(', ')}}`;

/** `type_table.py`: THE table of what comes in, as Python has it. */
export function describeFileTypes(): string {
  const rows = Object.values(SENT_FORMATS);
  const signatures = rows.flatMap(({ signatures, contentTypes: [type = ''] }) =>
    signatures.map((signature) => {
      const parts = signature.map(([at, text]) => `(${at}, ${bytesOf(text)}),`);
      return `    ("${type}", (${parts.join(' ')})),\n`;
    }),
  );
  const brands = rows.flatMap(({ brands, contentTypes: [type = ''] }) =>
    brands.map((brand) => [bytesOf(brand), `"${type}"`] as const),
  );
  const extensions = Object.entries(TYPE_OF_EXTENSION).map(
    ([extension, type]) => [`"${extension}"`, `"${type}"`] as const,
  );
  const typeOf = (format: SentFormat) => SENT_FORMATS[format].contentTypes[0];
  return `"""Made of the service's table of types; do not edit."""

FIRST_BYTES = ${FIRST_BYTES}
SIGNATURES = (
${signatures.join('')})
TYPE_OF_BRAND = ${dict(brands)}
GENERIC_BRANDS = (${GENERIC_BRANDS.map(bytesOf).join(', ')},)
TYPE_OF_EXTENSION = ${dict(extensions)}
AVIF = "${typeOf('avif')}"
HEIC = "${typeOf('heic')}"
SVG = "${typeOf('svg')}"
UNKNOWN_TYPE = "${UNKNOWN_TYPE}"
`;
}
