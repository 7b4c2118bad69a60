import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filenameOfHeader } from '../../../../core/images/filename.ts';

describe('a file name of a header (security.hostile-text)', () => {
  it.each([
    ['Stra%C3%9Fe.jpg', 'Straße.jpg'],
    ['Stra%C3%9Fe%zz.jpg', 'Straße%zz.jpg'],
    ['100%.jpg', '100%.jpg'],
    ['100%%20.jpg', '100% .jpg'],
    ['%C3%zz%C3%9F', '%C3%zzß'],
    ['%C3', '%C3'],
    ['%9F%C3%9F', '%9Fß'],
    ['%E3%81%41', '%E3%81A'],
    ['%E3%81%82%E3%81', 'あ%E3%81'],
    ['%F0%9F%98%80%F0%9F%98', '😀%F0%9F%98'],
    ['%ed%a0%80x', '%ed%a0%80x'], // a surrogate is no UTF-8
    ['%C0%AFx', '%C0%AFx'], // nor is a longer form than need be
    ['%F4%90%80%80', '%F4%90%80%80'], // nor what is beyond Unicode
    ['a%2Fb%00%zz', 'b%zz'],
    ['%2e%2e%2f%2e%2e%2fpasswd', 'passwd'],
    // bytes of UTF-8, as Node and Lambda give them: a character each
    [Buffer.from('Straße 😀.jpg').toString('latin1'), 'Straße 😀.jpg'],
    [Buffer.from('Straße%20%zz.jpg').toString('latin1'), 'Straße %zz.jpg'],
    [Buffer.from('あ/い.jpg').toString('latin1'), 'い.jpg'],
    ['Stra\u00dfe.jpg', 'Straße.jpg'], // ISO 8859-1: no UTF-8 begins so
    ['\u00c3\u0028.jpg', 'Ã(.jpg'],
    ['\u00ed\u00a0\u0080.jpg', 'í\u00a0.jpg'], // half a pair is no UTF-8
    ['Straße あ.jpg', 'Straße あ.jpg'], // decoded before
    [encodeURIComponent('👩\u200d🚀.jpg'), '👩\u200d🚀.jpg'],
    [encodeURIComponent('می\u200cخواهم.jpg'), 'می\u200cخواهم.jpg'],
    [encodeURIComponent('a\u200b\u200e\u2060\ufeff\u00adb.jpg'), 'ab.jpg'],
    [encodeURIComponent('\u202egpj.exe'), 'gpj.exe'],
    [encodeURIComponent('\u200d\u200c'), null],
  ])('%s is %s (uploads.file-name)', (header, name) => {
    expect(filenameOfHeader(header)).toBe(name);
  });

  it('is what a client encoded, with whatever broken escape before and behind it (uploads.file-name)', () => {
    const anyName = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .filter((text) => filenameOfHeader(encodeURIComponent(text)) === text);
    const broken = fc.constantFrom('', '%', '%z', '%zz', '%C3', '%E3%81', '%F0%9F%98', '%ff');
    fc.assert(
      fc.property(broken, anyName, broken, (before, name, behind) => {
        fc.pre(!/^[0-9a-f]/i.test(name)); // it would complete the escape before it
        const header = before + encodeURIComponent(name) + behind;
        expect(filenameOfHeader(header)).toBe(before + name + behind);
      }),
    );
  });
});
