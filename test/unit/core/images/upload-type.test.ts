import { describe, expect, it } from 'vitest';
import { declaredFormat, UPLOAD_CONTENT_TYPES } from '../../../../core/images/upload-type.ts';
import { isRebuilt, UPLOAD_FORMATS } from '../../../../core/transform/formats.ts';

const refusalOf = (contentType: string, formats = UPLOAD_FORMATS) => {
  try {
    return declaredFormat(contentType, formats);
  } catch (error) {
    return (error as Error).message;
  }
};

describe('the content types of uploads', () => {
  it('name every format that may come in (uploads.types)', () => {
    const named = UPLOAD_CONTENT_TYPES.map((type) => declaredFormat(type, UPLOAD_FORMATS));
    expect([...new Set(named)].sort()).toEqual([...UPLOAD_FORMATS].sort());
  });

  it('say why a format that depends on a decoder is not taken without it (uploads.types)', () => {
    expect(refusalOf('image/avif', UPLOAD_FORMATS.filter(isRebuilt))).toBe(
      'AVIF is not accepted because the installed libheif is older than 1.23.7. Accepted types: image/jpeg, image/jpg, image/png, image/webp, image/gif.',
    );
  });

  it.each(['constructor', '__proto__', 'toString', 'image/x'])(
    'are told in place of %s, which says nothing more (uploads.types)',
    (type) => {
      expect(refusalOf(type)).toMatch(/^Accepted types: image\/jpeg, .*image\/avif\.$/);
    },
  );
});
