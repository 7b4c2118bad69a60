import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../../../core/codecs/detect-format.ts';
import { rebuildSvg } from '../../../../../core/codecs/svg/rebuild-svg.ts';
import { countTextWork } from '../../../../support/images/count-text-work.ts';
import { faultOfSvg } from '../../../../support/images/svg/fault-of-svg.ts';
import { svgOf } from '../../../../support/images/svg/svg-samples.ts';

const DRAWING = svgOf('<rect width="9" height="9" fill="#c81e1e"/>').toString();
const DRAWN = rebuildSvg(Buffer.from(DRAWING)).svg;
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`;

function wide(text: string, isBigEndian: boolean): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}

const LONG = 5_000_000 / 2;
const STARTS: readonly (readonly [string, string])[] = [
  ['a long comment', `<!--${' <html> '.repeat(900)}-->`],
  ['a comment of megabytes', `<!--${'-x'.repeat(LONG / 2)}-->`],
  ['many comments', '<!-- a -->\n'.repeat(2_000)],
  ['spaces', '\n\t '.repeat(4_000)],
  ['instructions', `<?xml version="1.0"?><?editor ${'x'.repeat(9_000)}?>`],
  ['a document type of a file', '<!DOCTYPE svg SYSTEM "a>b.dtd">'],
  [
    'a document type with declarations',
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd" [
      <!-- a > and ]> in a comment --><!ELEMENT x ANY><?a ]> ?>
      <!ENTITY ns_svg "http://www.w3.org/2000/svg"><!ENTITY mark ']>'>
    ] >`,
  ],
];

describe('the start of an SVG', () => {
  it.each(STARTS)('%s may stand before the element (uploads.svg)', (_, start) => {
    const bytes = Buffer.from(start + DRAWING);
    expect(detectFormat(bytes)).toBe('svg');
    expect(rebuildSvg(bytes).svg).toBe(DRAWN);
  });

  it.each([
    ['another element after a comment that names svg', '<!-- <svg> --><html/>'],
    ['another element with svg in it', '<a><svg/></a>'],
    ['an element of a longer name', '<svgx/>'],
    ['HTML with SVG', '<!DOCTYPE  html [ <!-- --> ]><svg/>'],
    ['a document type with svg in it', '<!DOCTYPE svg [ <svg/> '],
    ['a comment with svg in it', '<!-- <svg> </svg>'],
  ])('%s is no SVG (security.bytes-decide-type)', (_, text) => {
    expect(detectFormat(Buffer.from(text))).toBeUndefined();
  });

  it('is read once, however long it is (security.linear-work)', () => {
    const pieces = [
      '<!---->',
      '<?a?>',
      '<!ATTLIST a ',
      '<!ENTITY % a SYSTEM "a" ',
      '<!DOCTYPE svg>',
      '<!DOCTYPE svg [',
      '<!--',
      '"',
      " ']>",
    ];
    for (const piece of pieces) {
      const bytes = Buffer.from(`<!DOCTYPE svg [${piece.repeat(100_000)}`);
      const work = countTextWork(() => [detectFormat(bytes), faultOfSvg(bytes)]);
      expect(work, piece).toBeLessThan(40 * bytes.length);
    }
  });
});

describe('the encoding of an SVG (uploads.svg)', () => {
  const marks: readonly (readonly [string, boolean, string])[] = [
    ['UTF-16 with a mark', false, '\ufeff'],
    ['UTF-16 with a mark, big endian', true, '\ufeff'],
    ['UTF-16 without a mark', false, ''],
    ['UTF-16 without a mark, big endian', true, ''],
  ];

  it.each(marks)('%s is read, whatever it declares', (_, isBigEndian, mark) => {
    for (const start of ['', '\n', declared('utf-16'), declared('UTF-8')]) {
      if (start === '\n' && mark === '') continue; // the first character decides
      const bytes = wide(mark + start + DRAWING, isBigEndian);
      expect(detectFormat(bytes)).toBe('svg');
      expect(rebuildSvg(bytes).svg).toBe(DRAWN);
    }
  });

  it.each(['ISO-8859-1', 'windows-1252', 'iso-8859-15', 'koi8-r', 'us-ascii', 'latin1'])(
    '%s is read where it is declared',
    (encoding) => {
      const drawing = svgOf('<g id="\u00e9"/>').toString();
      const bytes = Buffer.from(declared(encoding) + drawing, 'latin1');
      expect(detectFormat(bytes)).toBe('svg');
      expect(rebuildSvg(bytes).svg).toMatch(/<g id="[^\ufffd"]"/);
    },
  );

  it('of bytes that declare UTF-16 and have none of it is UTF-8', () => {
    expect(rebuildSvg(Buffer.from(declared('utf-16') + DRAWING)).svg).toBe(DRAWN);
  });

  it('is named where it is unknown, or where the bytes are not in it', () => {
    expect(faultOfSvg(Buffer.from(declared('x-unknown') + DRAWING))).toContain(
      'encoding x-unknown',
    );
    const latin = Buffer.from(svgOf('<g id="\u00e9"/>').toString(), 'latin1');
    expect(faultOfSvg(latin)).toContain('not UTF-8');
    const cut = wide(`\ufeff${DRAWING}`, false).subarray(0, -1);
    expect(faultOfSvg(cut)).toContain('not UTF-16LE');
  });
});

describe('the document type of an SVG', () => {
  const withTexts = (declarations: string, fill: string) =>
    Buffer.from(
      `<!DOCTYPE svg [ <!ENTITY ns_svg "http://www.w3.org/2000/svg"> ${declarations} ]>
<svg xmlns="&ns_svg;" viewBox="0 0 40 30"><rect fill="${fill}"/></svg>`,
    );

  it('declares namespaces and other texts, as Illustrator writes it (uploads.svg)', () => {
    const fillOf = (declarations: string, fill: string) =>
      /<rect fill="(.*?)"/.exec(rebuildSvg(withTexts(declarations, fill)).svg)?.[1];
    expect(fillOf('<!ENTITY c "red">', '&c;')).toBe('#ff0000');
    expect(fillOf("<!ENTITY a 'l&#105;'><!ENTITY b '&a;me'>", '&b;')).toBe('#00ff00');
    expect(fillOf('<!ENTITY c "red"><!ENTITY c "blue">', '&c;')).toBe('#ff0000');
  });

  const attributeList = (count: number, value = 'v') =>
    `<!ATTLIST g ${Array.from({ length: count }, (_, at) => `a${at} CDATA "${value}"`).join(' ')}>`;

  it.each([
    ['a text in a file', '<!ENTITY c SYSTEM "a.txt"><!ENTITY e PUBLIC "a" "b">'],
    ['an image in a file', '<!NOTATION n SYSTEM "x"><!ENTITY c SYSTEM "a.gif" NDATA n>'],
    ['a parameter', '<!ENTITY % p "x"><!ENTITY % q SYSTEM "a.ent">'],
    ['attributes without a value', '<!ATTLIST rect fill CDATA #IMPLIED id ID #REQUIRED>'],
    ['100 attributes', attributeList(100)],
  ])('may declare %s, and is drawn without (uploads.svg)', (_, declarations) => {
    const bytes = withTexts(declarations, 'red');
    expect(detectFormat(bytes)).toBe('svg');
    expect(rebuildSvg(bytes).svg).toBe(rebuildSvg(withTexts('', 'red')).svg);
  });

  it('declares attributes that elements have where they are not written (uploads.svg)', () => {
    const drawn = (declarations: string) =>
      /<rect (.*?)>/.exec(rebuildSvg(withTexts(declarations, 'red')).svg)?.[1];
    expect(drawn('<!ATTLIST rect fill CDATA "lime" width CDATA #FIXED "5">')).toBe(
      'fill="#ff0000" width="5"',
    );
    expect(drawn('<!ATTLIST rect x CDATA "1"><!ATTLIST rect x CDATA "2" y (a|3) \'3\'>')).toBe(
      'x="1" y="3" fill="#ff0000"',
    );
    const list = '<!ENTITY w "7"><!ATTLIST rect class CDATA "a>b" width NMTOKEN "&w;">';
    expect(drawn(list)).toBe('width="7" fill="#ff0000"');
    expect(faultOfSvg(withTexts('<!ATTLIST svg xmlns:x CDATA #FIXED "urn:x">', 'red'))).toBe(
      'none',
    );
  });

  it('adds at most as many attributes as a drawing may have (security.linear-work)', () => {
    const drawing = (count: number) =>
      Buffer.from(
        `<!DOCTYPE svg [${attributeList(100)}]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${'<g/>'.repeat(count)}</svg>`,
      );
    expect(faultOfSvg(drawing(1_400))).toBe('none');
    expect(faultOfSvg(drawing(1_501))).toContain('too complex');
  });

  it.each([
    ['a parameter in use', '<!ENTITY % p "x"> %p;'],
    ['a parameter of a file in use', '<!ENTITY % p SYSTEM "x.ent"> %p;'],
    ['an entity of elements', '<!ENTITY c "<g/>">'],
    ['a broken list of attributes', '<!ATTLIST rect fill "red">'],
    ['an element in an attribute', '<!ATTLIST rect fill CDATA "<g/>">'],
    ['more than 100 attributes', attributeList(101)],
    ['an attribute of more than 2,000 characters', attributeList(1, 'r'.repeat(2_001))],
    ['more than 100 texts', '<!ENTITY c "red">'.repeat(101)],
    ['a text of more than 2,000 characters', `<!ENTITY c "${'r'.repeat(2_001)}">`],
  ])('with %s is refused (security.linear-work)', (_, declarations) => {
    let count = 0;
    const distinct = declarations.replaceAll(' c ', () => {
      count += 1;
      return ` c${count} `;
    });
    expect(faultOfSvg(withTexts(distinct, 'red'))).toContain('more than texts');
  });

  it('has each entity replaced by a million characters at most (security.linear-work)', () => {
    const times = (count: number) =>
      withTexts(`<!ENTITY c "${'r'.repeat(1_000)}">`, '&c;'.repeat(count));
    // the namespace of the root counts too
    expect([faultOfSvg(times(999)), faultOfSvg(times(1_000))]).toEqual([
      'none',
      expect.stringContaining('complex'),
    ]);
  });
});
