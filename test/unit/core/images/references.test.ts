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
          expect(parseImagePath(imagePath(result, format))).toEqual({ id: result, format });
        },
      ),
    );
  });

  it.each([
    [`/res/${id}`, 'route_not_found'],
    ['/res/', 'route_not_found'],
    ['/', 'route_not_found'],
    [`/res/a/${id}.jpg`, 'route_not_found'],
    [`/res/${id.toUpperCase()}.jpg`, 'image_not_found'],
    [`/res/img_${'a'.repeat(25)}.jpg`, 'image_not_found'],
    [`/res/img_${'a'.repeat(25)}1.jpg`, 'image_not_found'],
    ['/res/tmp_x.jpg', 'temporary_image_not_found'],
    ['/res/favicon.jpg', 'image_not_found'],
    [`/res/${id}.svg`, 'unsupported_output_format'],
    [`/res/${id}.`, 'unsupported_output_format'],
    [`/res/${id}.jpg.png`, 'unsupported_output_format'],
    [`/res/${id}.jpg/..`, 'route_not_found'],
  ])('%s is %s (references.malformed, delivery.extension)', (path, fault) => {
    expect(parseImagePath(path)).toEqual({ fault });
  });
});

describe('image references', () => {
  it.each([
    id,
    `http://127.0.0.1:8080/res/${id}.jpg`,
    `http://localhost:1/res/${id}.webp?width=4#top`,
    `http://[::1]:99/res/${id}`,
    `HTTP://LOCALHOST/res/${id}.jpg`,
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
    `//localhost/res/${id}.jpg`,
    `/res/${id}.jpg`,
    ` ${id}`,
    `${id}\n`,
    'javascript:alert(1)',
  ])('%j is refused (references.urls)', (reference) => {
    expect(parseImageReference(reference, isLoopbackHost)).toBeUndefined();
  });

  it('an id shows its kind (references.ids)', () => {
    expect(isImageId(id)).toBe(true);
    expect(isTemporaryImageId(id)).toBe(false);
    expect(isTemporaryImageId(`tmp_${'z'.repeat(26)}`)).toBe(true);
  });
});
