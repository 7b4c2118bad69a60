import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { buildOpenApi } from '../../../../core/api/openapi.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { contentTypeOf } from '../../../../core/images/upload-type.ts';
import type { SentFormat } from '../../../../core/transform/formats.ts';
import { acceptImage } from '../../../../core/use-cases/uploads/accept-image.ts';

const box = (brand: string) => `\0\0\0\x18ftyp${brand}\0\0\0\0${brand}mif1`;
/** The type of each format that can be sent, and the first bytes of such a file. */
const SENT: Readonly<Record<SentFormat, readonly [type: string, bytes: string]>> = {
  jpg: ['image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF\0'],
  png: ['image/png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  webp: ['image/webp', 'RIFF\x24\0\0\0WEBPVP8 '],
  gif: ['image/gif', 'GIF89a\x01\0\x01\0'],
  avif: ['image/avif', box('avif')],
  heic: ['image/heic', box('heic')],
  svg: ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  bmp: ['image/bmp', `BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0${'\0'.repeat(48)}`],
};
const FORMATS = Object.keys(SENT) as SentFormat[];
const UPLOADS = Object.values(ENDPOINTS).filter(({ request }) => request.kind === 'bytes');

describe('the OpenAPI document', () => {
  it.each(UPLOADS)('has each type that $name can take (uploads.types)', ({ path }) => {
    const document = JSON.parse(JSON.stringify(buildOpenApi()));
    const types = Object.keys(document.paths[path].post.requestBody.content);
    expect(types).toEqual(expect.arrayContaining(FORMATS.map((format) => SENT[format][0])));
    expect(types).toEqual(expect.arrayContaining(['image/heic', 'image/heif']));
  });
});

describe('bytes of another type than the declared one', () => {
  const services = {
    imageEngine: async () => ({ inputFormats: FORMATS }) as never,
    abandonProcess: () => undefined,
  };
  const pairs = FORMATS.flatMap((declared) =>
    FORMATS.filter((found) => found !== declared).map((found) => [declared, found] as const),
  );

  it.each(pairs)(
    '%s and %s are named by their media types (uploads.types)',
    async (declared, found) => {
      const [contentType, [named, text]] = [SENT[declared][0], SENT[found]];
      const sent = { bytes: Buffer.from(text, 'latin1'), contentType };
      await expect(acceptImage(services, sent, LIMITS.maxUploadBytes)).rejects.toMatchObject({
        code: 'content_type_mismatch',
        options: { detail: `The Content-Type is ${contentType}, but the bytes are ${named}.` },
      });
      expect(contentTypeOf(declared)).toBe(contentType);
    },
  );
});
