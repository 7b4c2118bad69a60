import { describe, expect, it } from 'vitest';
import {
  ACCEPTED_TYPES,
  findFileFault,
  looksLikeImage,
  typeOf,
} from '../../../console/src/uploads/file-rules.ts';
import { UPLOAD_CONTENT_TYPES } from '../../../core/images/upload-type.ts';

const file = (name: string, type = '') => new File(['x'], name, { type });

describe('files that are added to the console', () => {
  it('may have every type that the service takes, named by the browser or by the extension (uploads.one-table)', () => {
    for (const type of UPLOAD_CONTENT_TYPES) {
      const named = file(
        `photo.${type.replace(/^image\/(x-(ms-)?|p(?=jpeg))?|\+.*/g, '').toUpperCase()}`,
      );
      expect(findFileFault(named), type).toBeUndefined();
      expect(looksLikeImage(named), type).toBe(true);
      expect(ACCEPTED_TYPES.split(',')).toContain(typeOf(named));
    }
    for (const alias of ['image/pjpeg', 'image/x-png']) {
      expect(findFileFault(file('scan', alias)), alias).toBeUndefined();
    }
    expect(findFileFault(file('IMG_2291', 'image/heic'))).toBeUndefined();
    expect(typeOf(file('IMG_2291.heif', 'image/heif'))).toBe('image/heic');
    expect(ACCEPTED_TYPES.split(',')).toContain('.heic');
  });

  it('are sent where neither the browser nor the name knows them: the bytes decide (uploads.one-table)', () => {
    for (const type of ['', 'application/octet-stream']) {
      expect(findFileFault(file('IMG_2291', type))).toBeUndefined();
      expect(typeOf(file('IMG_2291', type))).toBe(type);
      expect(typeOf(file('IMG_2291.HEIC', type))).toBe('image/heic');
    }
    expect(findFileFault(file('notes', 'text/plain'))).toContain('isn’t accepted here.');
  });

  it('are refused with the cure where no type is known', () => {
    expect(findFileFault(file('scan.TIF', 'image/tiff'))).toContain('TIF isn’t accepted here.');
    expect(findFileFault(new File([], 'a.heic'))).toContain('empty');
  });
});
