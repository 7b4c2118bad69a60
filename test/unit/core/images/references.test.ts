import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeIdBytes, isImageId, isTemporaryImageId } from '../../../../core/images/ids.ts';
import { isLoopbackHost, parseImageReference } from '../../../../core/images/image-reference.ts';
import { imagePath, parseImagePath } from '../../../../core/images/image-url.ts';
import { anyFormat, anyIdBytes } from '../../../support/stores/arbitraries.ts';

const id = `img_${'a'.repeat(26)}`;

describe('image paths', () => {
  it('parse and build are inverses (references.ids)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('img_', 'tmp_'),
        anyIdBytes,
        fc.oneof(anyFormat, fc.constant('auto' as const)),
        (prefix, bytes, format) => {
          const result = `${prefix}${encodeIdBytes(bytes)}` as `img_${string}`;
          expect(parseImagePath(imagePath(result, format))).toEqual({
            id: result,
            format,
            name: '',
          });
        },
      ),
    );
  });

  it.each([
    [`/res/${id}`, 'route_not_found'],
    ['/res/', 'route_not_found'],
    ['/', 'route_not_found'],
    [`/res/a/${id}.jpg`, 'image_not_found'],
    [`/res/${id.toUpperCase()}.jpg`, 'image_not_found'],
    [`/res/img_${'a'.repeat(25)}.jpg`, 'image_not_found'],
    [`/res/img_${'a'.repeat(25)}1.jpg`, 'image_not_found'],
    ['/res/tmp_x.jpg', 'temporary_image_not_found'],
    ['/res/favicon.jpg', 'image_not_found'],
    [`/res/${id}.svg`, 'unsupported_output_format'],
    [`/res/${id}.`, 'unsupported_output_format'],
    [`/res/${id}.jpg.png`, 'unsupported_output_format'],
    [`/res/${id}.jpg/..`, 'route_not_found'],
    [`/res/${id}/name`, 'route_not_found'],
    [`/res/${id}/name.svg`, 'unsupported_output_format'],
    [`/res/${id}/name.2024`, 'unsupported_output_format'],
    [`/res/img_short/name.webp`, 'image_not_found'],
    ['/res/tmp_short/name.webp', 'temporary_image_not_found'],
  ])('%s is %s (references.malformed, delivery.extension)', (path, fault) => {
    expect(parseImagePath(path)).toEqual({ fault });
  });
});

describe('file names of image paths (delivery.file-name)', () => {
  it.each([
    ['red-bridge.webp', 'red-bridge', 'webp'],
    ['Red%20Bridge%20(2).JPEG', 'Red Bridge (2)', 'jpg'],
    ['br%C3%BCcke.v2.auto', 'brücke.v2', 'auto'],
    ['%e6%a9%8b%F0%9F%8C%89.png', '橋🌉', 'png'],
    ["l’été—d'hier%2C+un.png", "l’été—d'hier,+un", 'png'],
    [`img_${'b'.repeat(26)}.webp`, `img_${'b'.repeat(26)}`, 'webp'],
    ['a.jpg.webp', 'a.jpg', 'webp'],
    [`${'%E6%A9%8B'.repeat(80)}.avif`, '橋'.repeat(80), 'avif'],
  ])('%s is one', (rest, name, format) => {
    expect(parseImagePath(`/res/${id}/${rest}`)).toEqual({ id, name, format });
  });

  it.each([
    '.webp',
    '..webp',
    '...webp',
    '.hidden.webp',
    '%20a.webp',
    'a/b.webp',
    'a//b.webp',
    '/a.webp',
    'a%2Fb.webp',
    '..%2F..%2Fetc.webp',
    'a%5Cb.webp',
    'a%00.webp',
    'a%0D%0ASet-Cookie:x.webp',
    'a%0a.webp',
    'a%09.webp',
    'a%7F.webp',
    'a%C2%85.webp',
    'a%22b.webp',
    'a%25252Fb.webp',
    'a%252Fb.webp',
    'a%.webp',
    'a%zz.webp',
    'a%C3.webp',
    'a%C0%AF.webp',
    'a%ED%A0%80.webp',
    'a%FF.webp',
    'a~b.webp',
    'a:b.webp',
    'a%3Cscript%3E.webp',
    'exe%E2%80%AEgpj.webp',
    'a%E2%80%8E.webp',
    'a%E2%80%8B.webp',
    'a%E2%81%A6.webp',
    'a%EF%BB%BF.webp',
    'a%E2%80%A8.webp',
    `${'a'.repeat(81)}.webp`,
    `${'a'.repeat(2000)}.webp`,
    `${'%E6%A9%8B'.repeat(81)}.webp`,
  ])('%s is none', (rest) => {
    expect(parseImagePath(`/res/${id}/${rest}`)).toEqual({ fault: 'route_not_found' });
  });

  it('are never longer than a file system holds, with any extension', () => {
    const bytes = fc.property(fc.string({ unit: 'binary', maxLength: 90 }), (text) => {
      const path = parseImagePath(`/res/${id}/${encodeURIComponent(text.toWellFormed())}.webp`);
      if (path.fault !== undefined) return;
      expect(Buffer.byteLength(`${path.name}.webp`)).toBeLessThanOrEqual(255);
      expect(path.name).toMatch(/^[^/\\"\p{Cc}\u2028\u2029]+$/u);
    });
    fc.assert(bytes, { numRuns: 2000 });
  });
});

describe('image references', () => {
  it.each([
    id,
    `http://127.0.0.1:8080/res/${id}.jpg`,
    `http://localhost:1/res/${id}.webp?width=4#top`,
    `http://[::1]:99/res/${id}`,
    `HTTP://LOCALHOST/res/${id}.jpg`,
    `http://localhost/res/${id}/red%20bridge.v2.webp?download=1`,
    `http://localhost/res/${id}/tmp_${'b'.repeat(26)}.webp`,
  ])('%s is read (references.urls)', (reference) => {
    expect(parseImageReference(reference, isLoopbackHost)).toBe(id);
  });

  it.each([
    '',
    'img_short',
    `https://evil.example/res/${id}.jpg`,
    `http://localhost.evil.example/res/${id}.jpg`,
    `http://user:pass@localhost/res/${id}.jpg`,
    `ftp://localhost/res/${id}.jpg`,
    `http://localhost/other/${id}.jpg`,
    `http://localhost/res/${id}/a/b.jpg`,
    `http://localhost/res/a/${id}.jpg`,
    `http://localhost/res/${id}x/a.jpg`,
    `//localhost/res/${id}.jpg`,
    `/res/${id}.jpg`,
    ` ${id}`,
    `${id}\n`,
    'javascript:alert(1)',
  ])('%j is refused (references.urls)', (reference) => {
    expect(parseImageReference(reference, isLoopbackHost)).toBeUndefined();
  });

  it('an id keeps five bits of each of its 26 bytes (references.ids)', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz234567';
    for (const [at, letter] of [...letters].entries())
      expect(encodeIdBytes(Buffer.alloc(26, 0xe0 | at))).toBe(letter.repeat(26));
    const spread = Buffer.from(Array.from({ length: 26 }, (_, at) => at + 6));
    expect(encodeIdBytes(spread)).toBe(letters.slice(6));
  });

  it('an id shows its kind (references.ids)', () => {
    expect(isImageId(id)).toBe(true);
    expect(isTemporaryImageId(id)).toBe(false);
    expect(isTemporaryImageId(`tmp_${'z'.repeat(26)}`)).toBe(true);
  });
});
