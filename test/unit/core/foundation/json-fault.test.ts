import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { findJsonFault } from '../../../../core/foundation/json/json-fault.ts';
import { parseJsonText } from '../../../../core/foundation/json/json-text.ts';
import { ServiceError } from '../../../../core/foundation/service-error.ts';

function refusal(text: string): ServiceError['options'] {
  try {
    parseJsonText(text);
  } catch (error) {
    if (error instanceof ServiceError) return error.options;
    throw error;
  }
  throw new Error('it was parsed');
}

describe('a text that is no JSON', () => {
  it.each([
    ['{"a": 1,}', 1, 8, 'Remove the comma'],
    ['{\n  "a": [1, 2,\n  ]\n}', 2, 13, 'Remove the comma'],
    ["{'a': 1}", 1, 2, 'Use double quotes'],
    ["'{}'", 1, 1, 'Use double quotes'],
    ['{a: 1}', 1, 2, 'double quotes'],
    ['{"a" 1}', 1, 6, 'Write each field as'],
    ['{"a": 1 "b": 2}', 1, 9, 'Add a comma'],
    ['{"a": "x', 1, 7, 'line break'],
    ['{"a": 1', 1, 8, 'closing bracket'],
    ['{"a": undefined}', 1, 7, 'Use a string'],
    ['{"a": 01}', 1, 7, 'Use a string'],
    ['{"a": 1} // done', 1, 10, 'nothing behind it'],
    ['// {}', 1, 1, 'Remove the comment'],
    ['{"a": "tab\there"}', 1, 7, 'line break'],
    ['[1, 2}', 1, 6, 'Add a comma'],
  ])('%j is wrong at line %i, column %i (errors.teach)', (text, line, column, hint) => {
    const told = refusal(text);
    expect(told.detail).toContain(`line ${line}, column ${column}.`);
    expect(told.hint).toContain(hint);
  });

  it('an empty body and a repeated name have their own next step (errors.teach)', () => {
    expect(refusal(' ').hint).toBe('Send a JSON object, at least {}.');
    expect(refusal('{"a":1,"a":2}').hint).toBe('Give each name once.');
  });

  it('is found wherever JSON.parse finds one, and nowhere else', () => {
    const signs = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '1',
        '-',
        '0',
        'true',
        'nul',
        '\n',
        ' ',
        '"',
        '\\',
        "'",
      ],
    );
    const texts = fc.array(signs, { maxLength: 12 }).map((all) => all.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const isJson = (() => {
          try {
            JSON.parse(text);
            return true;
          } catch {
            return false;
          }
        })();
        expect(findJsonFault(text) === undefined).toBe(isJson);
      }),
      { numRuns: 20_000 },
    );
    fc.assert(fc.property(fc.json(), (text) => findJsonFault(text) === undefined));
  });

  it('costs work that is linear in its length (security.linear-work)', () => {
    const match = vi.spyOn(RegExp.prototype, 'test');
    const matchesOf = (text: string) => {
      match.mockClear();
      findJsonFault(text);
      return match.mock.calls.length;
    };
    try {
      // a space, a string and a scalar are tried at each token; the first bad one ends the walk
      expect(matchesOf('['.repeat(65_536))).toBeLessThanOrEqual(65_536 + 1);
      expect(matchesOf(`[${'1,'.repeat(30_000)}`)).toBeLessThanOrEqual(4 * 30_000 + 2);
      expect(matchesOf(`"${'a'.repeat(65_000)}`)).toBeLessThanOrEqual(3);
    } finally {
      match.mockRestore();
    }
    expect(findJsonFault('['.repeat(65_536))?.column).toBe(65_537);
    expect(findJsonFault(`"${'a'.repeat(65_000)}`)?.column).toBe(1);
    expect(findJsonFault(`[${'1,'.repeat(30_000)}`)).toBeDefined();
  });
});
