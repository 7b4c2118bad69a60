import { describe, expect, it } from 'vitest';
import { listFaults } from '../../../../core/foundation/fault-list.ts';
import { addMetadata, findMetadataFaults, metadataFrom } from '../../../../core/images/metadata.ts';

const faultsOf = (sent: Record<string, unknown>) =>
  listFaults(findMetadataFaults, sent).reported.map(({ code }) => code);

describe('metadata', () => {
  it.each(['a', 'a1', 'a_b', 'alt_text', 'a_', 'z'.repeat(30)])(
    'have the key %s (metadata.keys)',
    (key) => expect(faultsOf({ [key]: 'x' })).toEqual([]),
  );

  it.each(['', 'A', 'aB', '1a', '_a', '__proto__', 'a-b', 'a.b', 'a b', 'ä', 'a\n', 'a$'])(
    'refuse the key %j (metadata.keys)',
    (key) => expect(faultsOf(Object.fromEntries([[key, 'x']]))).toEqual(['invalid_key']),
  );

  it.each([
    ['a null', null],
    ['the empty string', ''],
    ['100 letters', 'x'.repeat(100)],
    ['100 code points of two units each', '😀'.repeat(100)],
    ['the replacement character', '\ufffd'],
  ])('have the value %s (metadata.values, metadata.null)', (_, value) => {
    expect(faultsOf({ a: value })).toEqual([]);
  });

  it.each([
    ['101 letters', 'x'.repeat(101), 'too_long'],
    ['101 code points', '😀'.repeat(101), 'too_long'],
    ['the first half of a pair', 'a\ud83d', 'invalid_unicode'],
    ['the second half of a pair', '\ude00a', 'invalid_unicode'],
    ['a number', 1, 'invalid_type'],
    ['true', true, 'invalid_type'],
    ['a list', ['a'], 'invalid_type'],
    ['an object', {}, 'invalid_type'],
  ])('refuse the value %s (metadata.values)', (_, value, code) => {
    expect(faultsOf({ a: value })).toEqual([code]);
  });

  const before = { kept: '1', changed: '2', deleted: '3' };
  const sent = { changed: '4', deleted: null, absent: null, added: '5' };

  it('of `add` are those before, those sent in their place, and none that is null (metadata.null)', () => {
    expect(addMetadata(before, sent)).toEqual({ kept: '1', changed: '4', added: '5' });
  });

  it('of `set` and of a save are those sent, and none that is null (metadata.null)', () => {
    expect(metadataFrom(sent)).toEqual({ changed: '4', added: '5' });
  });
});
