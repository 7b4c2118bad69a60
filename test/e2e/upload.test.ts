import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { client, credentials, isOnLocalstack } from '../support/e2e/service-under-test.ts';
import { makeAvifs } from '../support/images/avif/avif-samples.ts';
import { makeBmp } from '../support/images/bmp/make-bmp.ts';
import { drawAnimation, drawJpeg } from '../support/images/draw.ts';
import { PLAIN_HEIC } from '../support/images/heic/heic-samples.ts';
import { REFUSED_SVGS, SVGS } from '../support/images/svg/svg-samples.ts';

const codeOf = ({ status, json }: { status: number; json: { code: string } }) => [
  status,
  json?.code,
];

describe('the type of an upload', () => {
  it('is decided by the bytes: every pair of formats is tried (security.bytes-decide-type)', async () => {
    const jpeg = await drawJpeg(16, 16);
    const images: Record<string, Buffer> = {
      'image/jpeg': jpeg,
      'image/png': await sharp(jpeg).png().toBuffer(),
      'image/webp': await sharp(jpeg).webp().toBuffer(),
      'image/gif': await drawAnimation(),
    };
    for (const [declared] of Object.entries(images)) {
      for (const [current, bytes] of Object.entries(images)) {
        const answer = await client.upload(bytes, declared);
        if (current === declared) expect(answer.status).toBe(200);
        else
          expect(codeOf(answer), `${current} as ${declared}`).toEqual([
            422,
            'content_type_mismatch',
          ]);
      }
    }
  });

  it.each(['image/jpg', 'IMAGE/JPEG', 'image/jpeg; charset=binary'])(
    'takes %s (uploads.types)',
    async (type) => {
      expect((await client.upload(await drawJpeg(16, 16), type)).status).toBe(200);
    },
  );

  it.each([
    ['image/tiff', 'Save it as PNG'],
    ['constructor', 'Accepted'],
  ])(
    'refuses %s and says why (uploads.types, errors.unsupported-media-type)',
    async (type, why) => {
      const answer = await client.upload(await drawJpeg(16, 16), type);
      expect(codeOf(answer)).toEqual([415, 'unsupported_media_type']);
      expect(`${answer.json.detail} ${answer.json.hint}`).toContain(why);
    },
  );

  it('lets the bytes decide where the type is application/octet-stream (uploads.types)', async () => {
    const answer = await client.upload(await drawJpeg(16, 16), 'application/octet-stream; a=b');
    expect([answer.status, answer.json.temporaryImageUrl]).toEqual([
      200,
      expect.stringMatching(/\.jpg$/),
    ]);
    const pdf = await client.upload(Buffer.from('%PDF-1.7 x'), 'application/octet-stream');
    expect(codeOf(pdf)).toEqual([415, 'unsupported_media_type']);
    expect(`${pdf.json.detail} ${pdf.json.hint}`).toContain('a PDF');
    const empty = await client.upload(Buffer.alloc(0), 'application/octet-stream');
    expect(codeOf(empty)).toEqual([422, 'invalid_image']);
  });

  it('refuses an upload without Content-Type (errors.unsupported-media-type)', async () => {
    const answer = await client.upload(await drawJpeg(16, 16), '');
    expect(codeOf(answer)).toEqual([415, 'unsupported_media_type']);
  });

  // in AWS its decoder is a setting, off by default
  const isLocal = credentials.baseUrl === credentials.cdnUrl;

  it('an iPhone HEIC that is called JPEG is a mismatch that names it (security.bytes-decide-type)', async () => {
    const heic = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from('ftypheic\0\0\0\0mif1heic'),
    ]);
    const answer = await client.upload(heic);
    expect(codeOf(answer)).toEqual([422, 'content_type_mismatch']);
    expect(answer.json.detail).toContain('heic');
    expect(answer.json.hint).toMatch(isLocal ? /^Set Content-Type/ : /accept=/);
  });

  it.runIf(isLocal)('a HEIC is taken and stored as JPEG (uploads.heic)', async () => {
    const answer = await client.upload(PLAIN_HEIC, 'image/heic');
    expect(answer.status).toBe(200);
    const { temporaryImageUrl } = answer.json;
    expect(temporaryImageUrl).toMatch(/\.jpg$/);
    const shown = await fetch(temporaryImageUrl);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const small = await fetch(temporaryImageUrl.replace('.jpg', '.webp?width=32'));
    const { format, width, height } = await sharp(await small.arrayBuffer()).metadata();
    expect([format, width, height]).toEqual(['webp', 32, 24]);
  });

  it('an AVIF is taken and stored as JPEG, one with transparency as PNG (uploads.avif)', async () => {
    const samples = await makeAvifs();
    for (const [bytes, extension] of [
      [samples.plain, 'jpg'],
      [samples['with transparency'], 'png'],
    ] as const) {
      const answer = await client.upload(bytes, 'image/avif');
      expect(answer.status).toBe(200);
      const { temporaryImageUrl } = answer.json;
      expect(temporaryImageUrl).toMatch(new RegExp(`\\.${extension}$`));
      const small = await fetch(temporaryImageUrl.replace(`.${extension}`, '.webp?width=32'));
      const { format, width, height } = await sharp(await small.arrayBuffer()).metadata();
      expect([format, width, height]).toEqual(['webp', 32, 24]);
    }
  });

  it('a BMP is taken and stored as PNG (uploads.bmp)', async () => {
    const answer = await client.upload(makeBmp({ bits: 24 }), 'image/bmp');
    expect(answer.status).toBe(200);
    const { temporaryImageUrl } = answer.json;
    expect(temporaryImageUrl).toMatch(/\.png$/);
    const { width, height } = await sharp(
      await (await fetch(temporaryImageUrl)).bytes(),
    ).metadata();
    expect([width, height]).toEqual([5, 4]);
  });

  it('an SVG is drawn and stored as PNG, and refused with the cure (uploads.svg)', async () => {
    const answer = await client.upload(SVGS.plain, 'image/svg+xml');
    expect(answer.status).toBe(200);
    const { temporaryImageUrl } = answer.json;
    expect(temporaryImageUrl).toMatch(/\.png$/);
    const small = await fetch(temporaryImageUrl.replace('.png', '.webp?width=32'));
    const { format, width, height } = await sharp(await small.arrayBuffer()).metadata();
    expect([format, width, height]).toEqual(['webp', 32, 24]);
    const [script, reason] = REFUSED_SVGS['a script'];
    const refused = await client.upload(script, 'image/svg+xml');
    expect(codeOf(refused)).toEqual([422, 'invalid_image']);
    expect(refused.json.detail).toContain(reason);
  });

  it.runIf(!isLocal)(
    'a HEIC is refused without its decoder, with the cure (uploads.heic)',
    async () => {
      const answer = await client.upload(PLAIN_HEIC, 'image/heic');
      expect(codeOf(answer)).toEqual([415, 'unsupported_media_type']);
      expect(answer.json.hint).toContain('accept=');
    },
  );

  it.each(['CMYK', '16 bit', 'grey', 'palette', 'grey with alpha'])(
    'takes %s (transformations.animation)',
    async (kind) => {
      const jpeg = sharp(await drawJpeg(40, 30));
      const result: Record<string, [() => Promise<Buffer>, string]> = {
        CMYK: [() => jpeg.toColourspace('cmyk').jpeg().toBuffer(), 'image/jpeg'],
        '16 bit': [() => jpeg.toColourspace('rgb16').png().toBuffer(), 'image/png'],
        grey: [() => jpeg.grayscale().jpeg().toBuffer(), 'image/jpeg'],
        palette: [() => jpeg.png({ palette: true, colours: 8 }).toBuffer(), 'image/png'],
        'grey with alpha': [() => jpeg.grayscale().ensureAlpha(0.5).png().toBuffer(), 'image/png'],
      };
      const [make, type] = result[kind] ?? [];
      if (!make || !type) throw new Error(kind);
      const { imageId } = await client.store(await make(), type);
      const served = await client.get(`/res/${imageId}.webp?width=20`);
      const facts = await sharp(served.bytes).metadata();
      expect(facts).toMatchObject({ width: 20, height: 15, space: 'srgb', depth: 'uchar' });
    },
  );
});

describe('the bounds of an upload', () => {
  it('are checked from the header: a tiny file that claims 16,383 x 16,383 is refused (security.bounds-from-header)', async () => {
    const bomb = Buffer.alloc(34);
    bomb.write('RIFF', 0);
    bomb.writeUInt32LE(26, 4);
    bomb.write('WEBPVP8L', 8);
    bomb.writeUInt32LE(13, 16);
    bomb.writeUInt8(0x2f, 20);
    bomb.writeUInt32LE((16382 | (16382 << 14)) >>> 0, 21);
    const answer = await client.upload(bomb, 'image/webp');
    expect(codeOf(answer)).toEqual([422, 'image_too_large']);
  });

  it('a cut file is refused at each tenth (uploads.full-decode)', async () => {
    const jpeg = await drawJpeg(200, 200);
    for (let tenth = 1; tenth < 10; tenth += 1) {
      const cut = jpeg.subarray(0, Math.floor((jpeg.length * tenth) / 10));
      expect(codeOf(await client.upload(cut)), `${tenth}`).toEqual([422, 'invalid_image']);
    }
  });

  it('more than 4,500,000 bytes is 413 with the maximum, from API Gateway and from Lambda (errors.payload-too-large, uploads.max-size)', async () => {
    for (const bytes of [4_500_001, 5_000_000, 10_000_000, 11_000_000]) {
      const answer = await client.upload(Buffer.alloc(bytes));
      expect(codeOf(answer), `${bytes}`).toEqual([413, 'payload_too_large']);
      expect(answer.json.maxBytes).toBe(4_500_000);
    }
  });

  it('an empty body is refused (uploads.max-size)', async () => {
    expect(codeOf(await client.upload(Buffer.alloc(0)))).toEqual([422, 'invalid_image']);
  });

  it('a file name never makes an upload fail (uploads.file-name)', async () => {
    const jpeg = await drawJpeg(16, 16);
    for (const name of ['%E4%F6', '..%2F..%2Fetc%2Fpasswd', '%00%0d%0aX: y', 'a'.repeat(3000)]) {
      expect(
        (await client.upload(jpeg, 'image/jpeg', { 'X-Original-Filename': name })).status,
      ).toBe(200);
    }
  });
});

describe('the right to upload', () => {
  const preflight = (origin: string, key = credentials.uploadKey) =>
    client.request(`/api/v1/upload-temporary-image/${key}`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    });

  it('a preflight from any port of localhost is let in, from elsewhere not (origins.cors)', async () => {
    const allowed = await preflight('http://localhost:5173');
    expect(allowed.status).toBe(204);
    expect(Object.fromEntries(allowed.headers)).toMatchObject({
      'access-control-allow-origin': 'http://localhost:5173',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Content-Type, X-Original-Filename',
      'access-control-max-age': '600',
      vary: 'Origin',
    });
    for (const [origin, key] of [
      ['https://evil.example', undefined],
      ['null', undefined],
      ['http://localhost:5173', 'upl_unknown'],
    ] as const) {
      const refused = await preflight(origin, key);
      expect(refused.status).toBe(204);
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('answers and errors to an allowed origin carry the CORS headers (origins.cors)', async () => {
    const origin = { Origin: 'http://localhost:3000' };
    const good = await client.upload(await drawJpeg(16, 16), 'image/jpeg', origin);
    const bad = await client.upload(Buffer.from('x'), 'image/jpeg', origin);
    expect([good.status, bad.status]).toEqual([200, 422]);
    for (const { headers } of [good, bad]) {
      expect(headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
      expect(headers.get('vary')).toBe('Origin');
      expect(headers.get('access-control-expose-headers')).toContain('X-Error-Code');
    }
  });

  it.each(['https://evil.example', 'null'])(
    '%s is 403 without CORS headers (origins.refused, errors.forbidden)',
    async (origin) => {
      const answer = await client.upload(Buffer.alloc(0), '', { Origin: origin });
      expect(codeOf(answer)).toEqual([403, 'origin_not_allowed']);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('a wrong upload key is 401 before anything else, without CORS headers (errors.unauthorized, origins.absent)', async () => {
    const wrong = `${credentials.uploadKey.slice(0, -1)}${credentials.uploadKey.endsWith('A') ? 'B' : 'A'}`;
    for (const key of [wrong, 'upl_', 'x', credentials.apiKey, '%00']) {
      const answer = await client.upload(Buffer.alloc(0), '', { Origin: 'http://localhost' }, key);
      expect(codeOf(answer), key).toEqual([401, 'invalid_upload_key']);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('every other method is 405 with Allow (errors.method-not-allowed)', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await client.request(
        `/api/v1/upload-temporary-image/${credentials.uploadKey}`,
        { method },
      );
      expect(codeOf(answer)).toEqual([405, 'method_not_allowed']);
      expect(answer.headers.get('allow')).toBe('OPTIONS, POST');
    }
  });
});

describe('a body that comes in pieces', () => {
  it('a 413 reads the body to its end, chunked too (errors.payload-too-large, errors.body-read-to-end)', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port, pathname } = new URL(credentials.baseUrl);
      const path = `${pathname.replace(/\/$/, '')}/api/v1/upload-temporary-image/${credentials.uploadKey}`;
      const headers = { 'Content-Type': 'image/jpeg', 'Transfer-Encoding': 'chunked' };
      const sent = httpRequest({ hostname, port, path, method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject);
      let remaining = 24;
      const more = () => {
        remaining -= 1;
        if (remaining === 0) sent.end();
        else sent.write(Buffer.alloc(1_000_000), more);
      };
      more();
    });
    expect(status).toBe(413);
  });
});

const DECODES = 'LocalStack decodes a coded body before the function gets it';

describe('a body in a content coding', () => {
  it.skipIf(isOnLocalstack(DECODES))(
    'is 415, of an image and of JSON, and identity is none (errors.unsupported-media-type)',
    async () => {
      const jpeg = await drawJpeg(16, 16);
      const gzip = { 'Content-Encoding': 'gzip' };
      const packed = await client.upload(gzipSync(jpeg), 'image/jpeg', gzip);
      expect(codeOf(packed)).toEqual([415, 'unsupported_media_type']);
      expect(packed.headers.get('accept-encoding')).toBe('identity');
      const call = await client.call('list-images', '{}', gzip);
      expect(codeOf(call)).toEqual([415, 'unsupported_media_type']);
      const plain = { 'Content-Encoding': 'identity' };
      expect((await client.upload(jpeg, 'image/jpeg', plain)).status).toBe(200);
      expect((await client.call('list-images', '{}', plain)).status).toBe(200);
    },
  );
});
