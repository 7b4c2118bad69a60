import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachmentNamed } from '../../../../core/images/content-disposition.ts';
import { cleanFilename, filenameOfSource } from '../../../../core/images/filename.ts';
import {
  imagePath,
  parseCanonicalPath,
  parseImagePath,
} from '../../../../core/images/image-url.ts';

const ID = `img_${'a'.repeat(26)}` as const;

describe('the name of a download (delivery.download)', () => {
  it.each([
    ['red bridge.webp', 'attachment; filename="red bridge.webp"'],
    ["d'hier;x=1.webp", 'attachment; filename="d\'hier;x=1.webp"'],
    [
      "été (2)'*.webp",
      "attachment; filename=\"_t_ (2)'*.webp\"; filename*=UTF-8''%C3%A9t%C3%A9%20%282%29%27%2A.webp",
    ],
    ['🌉.png', 'attachment; filename="_.png"; filename*=UTF-8\'\'%F0%9F%8C%89.png'],
  ])('%s is in ASCII, and as it is (RFC 6266, RFC 5987)', (filename, header) => {
    expect(attachmentNamed(filename)).toBe(header);
  });

  it('is one header of printable ASCII that our own reader reads back, whatever name the path has', () => {
    const names = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 90 }),
      fc.string({ unit: 'grapheme' }),
    );
    const property = fc.property(names, (text) => {
      const sent = `/res/${ID}/${encodeURIComponent(text.toWellFormed())}.webp`;
      const path = parseImagePath(sent);
      fc.pre(path.fault === undefined && path.name !== '');
      if (path.fault !== undefined) return;
      const forwarded = imagePath(path.id, path.format, path.name);
      expect(forwarded).toMatch(/^\/res\/\w+\/[\w~.!'()*-]+\.webp$/);
      expect(parseCanonicalPath(forwarded)).toEqual(path);
      const header = attachmentNamed(`${path.name}.webp`);
      expect(header).toMatch(/^attachment; filename="[ !#-~]+"(; filename\*=UTF-8''[\w%.~!-]+)?$/);
      const read = filenameOfSource('https://example.com/', header);
      expect(read).toBe(cleanFilename(`${path.name}.webp`));
    });
    fc.assert(property, { numRuns: 500 });
  });
});
