import { describe, expect, it } from 'vitest';
import { declaredFormat, UPLOAD_CONTENT_TYPES } from '../../../core/images/upload-type.ts';
import { isRebuilt, UPLOAD_FORMATS } from '../../../core/transform/formats.ts';

const refusalOf = (contentType: string, formats = UPLOAD_FORMATS) => {
  try {
    return declaredFormat(contentType, formats);
  } catch (error) {
    return (error as Error).message;
  }
};

describe('the content types of uploads', () => {
  it('C4.1 name every format that may come in', () => {
    const named = UPLOAD_CONTENT_TYPES.map((type) => declaredFormat(type, UPLOAD_FORMATS));
    expect([...new Set(named)].sort()).toEqual([...UPLOAD_FORMATS].sort());
  });

  it('C4.1 say why a format that depends on a decoder is not taken without it', () => {
    expect(refusalOf('image/avif', UPLOAD_FORMATS.filter(isRebuilt))).toBe(
      'AVIF is not accepted here: the installed decoder is older than libheif 1.23.7. Accepted: image/jpeg, image/jpg, image/png, image/webp, image/gif.',
    );
  });

  it.each(['constructor', '__proto__', 'toString', 'image/x'])(
    'C4.1 are told in place of %s, which says nothing more',
    (type) => {
      expect(refusalOf(type)).toMatch(/^Accepted: image\/jpeg, .*image\/avif\.$/);
    },
  );
});
