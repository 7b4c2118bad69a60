import { describe, expect, it } from 'vitest';
import type { ServiceError } from '../../../../core/foundation/service-error.ts';
import { declaredFormat, UPLOAD_CONTENT_TYPES } from '../../../../core/images/upload-type.ts';
import {
  CONVERTED_FORMATS,
  type SentFormat,
  UPLOAD_FORMATS,
} from '../../../../core/transform/formats.ts';

const ALL: readonly SentFormat[] = [...UPLOAD_FORMATS, ...CONVERTED_FORMATS];
const refusalOf = (contentType: string, formats: readonly SentFormat[] = UPLOAD_FORMATS) => {
  try {
    return declaredFormat(contentType, formats);
  } catch (error) {
    return (error as Error).message;
  }
};

const hintOf = (contentType: string) => {
  try {
    return declaredFormat(contentType, UPLOAD_FORMATS);
  } catch (error) {
    return (error as ServiceError).options.hint;
  }
};

describe('the content types of uploads', () => {
  it('name every format that may come in (uploads.types)', () => {
    const named = UPLOAD_CONTENT_TYPES.map((type) => declaredFormat(type, ALL));
    expect([...new Set(named)].sort()).toEqual([...ALL].sort());
  });

  it('may be the names of old clients, which no message proposes (uploads.types)', () => {
    expect([refusalOf('image/pjpeg'), refusalOf('image/x-png; q=1')]).toEqual(['jpg', 'png']);
    expect(refusalOf('text/html')).not.toMatch(/pjpeg|x-png/);
  });

  it('say why a format that depends on a decoder is not taken without it (uploads.types)', () => {
    expect(refusalOf('image/avif')).toBe(
      'AVIF is not accepted here. Accepted types: image/jpeg, image/jpg, image/png, image/webp, image/gif.',
    );
  });

  it.each(['image/heic', 'image/heif'])('say how %s comes in without its decoder', (type) => {
    const accepted = 'image/jpeg, image/jpg, image/png, image/webp, image/gif';
    expect(refusalOf(type)).toBe(`HEIC is not accepted here. Accepted types: ${accepted}.`);
    expect(hintOf(type)).toContain('accept="image/jpeg');
  });

  it.each(['constructor', '__proto__', 'toString', 'image/x'])(
    'are listed in place of %s, which says nothing more (uploads.types)',
    (type) => {
      expect(refusalOf(type)).toMatch(/^Accepted types: image\/jpeg, .*image\/gif\.$/);
    },
  );
});
