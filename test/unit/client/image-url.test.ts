import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PARAMETER_NAMES } from '../../../client/src/generated/transformation.ts';
import { imageUrl, type Transformation } from '../../../client/src/image-url.ts';
import { PARAMETER_NAMES as CORE_NAMES } from '../../../core/transform/parameters.ts';
import { parseQuery, queryOf } from '../../../core/transform/query.ts';
import { anyParameters } from '../../support/stores/arbitraries.ts';

const image = `https://cdn.example.com/res/img_${'a'.repeat(26)}.jpg`;

describe('imageUrl', () => {
  it('names the parameters of THE table, in its order', () => {
    expect(PARAMETER_NAMES).toEqual(CORE_NAMES);
    expect(imageUrl(image, { quality: 80, width: 400 })).toBe(`${image}?width=400&quality=80`);
  });

  it('means the same to the service, on random transformations', () => {
    fc.assert(
      fc.property(anyParameters, (parameters) => {
        const url = new URL(imageUrl(image, parameters as Transformation));
        expect(parseQuery([...url.searchParams])).toEqual({ parameters, ignored: [], errors: [] });
        expect([...url.searchParams]).toEqual(queryOf(parameters));
      }),
    );
  });

  it('puts the format where the extension is (delivery.extension)', () => {
    expect(imageUrl({ imageUrl: image }, { format: 'webp' })).toBe(image.replace('jpg', 'webp'));
    expect(imageUrl(image)).toBe(image);
  });

  it('names the file, in place of an earlier name (delivery.file-name)', () => {
    const named = image.replace('.jpg', '/br%C3%BCcke%20%2F%20rot.jpg');
    expect(imageUrl(image, { fileName: 'brücke / rot' })).toBe(named);
    expect(imageUrl(named, { fileName: 'x' })).toBe(image.replace('.jpg', '/x.jpg'));
    expect(imageUrl(named, { fileName: '' })).toBe(named);
  });

  it('replaces a query and drops a fragment', () => {
    expect(imageUrl(`${image}?blur=3#x`, { width: 5 })).toBe(`${image}?width=5`);
    expect(imageUrl(`${image}#x.y/z`, { format: 'png' })).toBe(image.replace('jpg', 'png'));
  });

  it('leaves out undefined parameters', () => {
    const requested: { width?: number } = {};
    expect(imageUrl(image, { ...requested })).toBe(image);
  });

  it('is typed: a wrong value does not compile', () => {
    const wrong = () => [
      // @ts-expect-error no such parameter
      imageUrl(image, { widht: 400 }),
      // @ts-expect-error no such fit
      imageUrl(image, { fit: 'stretch' }),
      // @ts-expect-error no quarter turn
      imageUrl(image, { rotate: 45 }),
      // @ts-expect-error a preset cannot be combined with other parameters
      imageUrl(image, { preset: 'card', width: 400 }),
      imageUrl(image, { preset: 'card', format: 'webp' }),
      // @ts-expect-error a signature is made by signImageUrl
      imageUrl(image, { signature: 'x' }),
      // @ts-expect-error no such format
      imageUrl(image, { format: 'bmp' }),
    ];
    expect(wrong).toBeTypeOf('function');
  });
});
