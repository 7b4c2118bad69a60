import { describe, expect, it } from 'vitest';
import { PARAMETERS } from '../../../../../core/transform/parameters.ts';
import { readDrawableText } from '../../../../../core/transform/text/drawable-text.ts';

/** The answer to a text as a URL has it, decoded. */
const read = (text: string) => {
  const escaped = PARAMETERS['overlay-text'].parse(text);
  return escaped === undefined ? { detail: 'edge' } : readDrawableText(escaped);
};

describe('the text of overlay-text', () => {
  it.each([
    'Ana & <b> "Eva" \'42\' 100 % ~126. a_b-c.d,e:f;g+h=i?j#k/l\\m(n)*!',
    '© Ænë, Ŵœ',
    'Ελλάδα, Україна, Հայաստան, საქართველო',
    'مرحبا بالعالم، ۱۲۳',
    'שלום ߒߞߏ ລາວ ⵣ ᐃᓄᒃᑎᑐᑦ',
  ])('is %s, in every sign of it', (text) => {
    const tilde = text.replaceAll('~126.', '~');
    expect(read(text)).toEqual({ text: tilde });
  });

  it('has one form of two that look the same: the composed one (NFC)', () => {
    expect(read('e\u0301')).toEqual({ text: '\u00e9' });
    expect(read('\u00e9')).toEqual({ text: '\u00e9' });
  });

  it.each([
    ['an emoji', 'Ana 😀', 'U+1F600 (😀), which is character 5'],
    ['an emoji of the first plane', 'a⌚', 'U+231A (⌚), which is character 2'],
    ['a script that the font lacks', '東京', 'U+6771 (東), which is character 1'],
    ['a tabulator', 'a\tb', 'U+0009, which is character 2'],
    ['half a line break of Windows', 'a\rb', 'U+000D, which is character 2'],
    ['a control character', 'a\u0000', 'U+0000, which is character 2'],
    ['a turn of the direction', 'a\u202eb', 'U+202E, which is character 2'],
    ['an isolate', '\u2066a', 'U+2066, which is character 1'],
    ['a mark of direction', 'a\u200f', 'U+200F, which is character 2'],
    ['a word joiner', 'a\u2060b', 'U+2060, which is character 2'],
    ['a character for private use', '\ue000', 'U+E000, which is character 1'],
    ['half a surrogate pair', 'ab\ud83d', 'U+D83D, which is character 3'],
  ])('is refused with %s, by its number and its place', (_, text, named) => {
    expect(read(text).detail).toContain(named);
  });

  it('has line breaks, soft hyphens and spaces of no width, none of which can be seen', () => {
    expect(read('a\nb\u00adc\u200bd')).toEqual({ text: 'a\nb\u00adc\u200bd' });
    expect(read('a\r\nb')).toEqual({ text: 'a\nb' });
    expect(read('\n\u00ad\u200b').detail).toContain('no character that can be seen');
  });

  it('has 1 to 100 characters, of which one can be seen', () => {
    expect(read('')).toEqual({ detail: 'edge' });
    expect(read('e\u0301'.repeat(100))).toEqual({ text: '\u00e9'.repeat(100) });
    expect(read('a'.repeat(101)).detail).toContain('101 characters; the maximum is 100');
    expect(read(' \u00a0\u200c').detail).toContain('no character that can be seen');
  });

  it.each(['~', 'a~b', 'a~width-9', '~x20'])('has no tilde of its own: %s', (text) => {
    expect(read(text)).toEqual({ detail: 'edge' });
  });

  it.each(['~32', '~97.', '~032.', '~99999999.'])('has no escape but the one form: %s', (text) => {
    const { detail } = read(text);
    expect(detail).toContain('write a tilde as ~126. ');
    expect(detail).not.toContain('..'); // the stop of the escape is none of the sentence
  });
});
