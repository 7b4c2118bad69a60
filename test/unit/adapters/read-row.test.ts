import { describe, expect, it } from 'vitest';
import {
  boolean,
  type Column,
  type ColumnsOf,
  fields,
  json,
  list,
  mapOf,
  number,
  object,
  oneOf,
  optional,
  orNull,
  prefixed,
  text,
  UnexpectedRowError,
  withDefault,
  wordOf,
} from '../../../adapters/rows/columns.ts';
import { createRowReader, readValue } from '../../../adapters/rows/read-row.ts';
import { flag, sqliteOneRow, sqliteRow } from '../../../adapters/sqlite/database/read-row.ts';

const readImage = createRowReader('images', {
  imageId: prefixed('img_'),
  bytes: number,
  deletedAt: orNull(number),
  generation: withDefault(number, 0),
  email: optional(text),
  state: wordOf({ saved: true, deleted: true }),
  facts: json(fields({ format: oneOf(['jpg', 'png']), tags: list(text) })),
  metadata: mapOf(text),
});
const ROW = {
  imageId: 'img_a',
  bytes: 3,
  deletedAt: null,
  generation: 2,
  email: 'a@example.com',
  state: 'saved',
  facts: '{"format":"jpg","tags":["a"],"more":1}',
  metadata: { constructor: 'v' },
};

describe('a reader of rows', () => {
  it('reads every field by its column, and leaves out other columns', () => {
    expect(readImage({ ...ROW, more: 1 })).toEqual({
      ...ROW,
      facts: { format: 'jpg', tags: ['a'] },
    });
  });

  it('reads no row as none', () => {
    expect(readImage(undefined)).toBeUndefined();
    expect([ROW, ROW].map(readImage)).toHaveLength(2);
  });

  it('distinguishes an absent optional field from one that is null or has a default', () => {
    const { email: _, deletedAt: __, generation: ___, ...older } = ROW;
    const read = readImage(older);
    expect(read).toMatchObject({ deletedAt: null, generation: 0 });
    expect(Object.hasOwn(read, 'email')).toBe(false);
  });

  const FAULTS: readonly (readonly [string, unknown, string])[] = [
    ['imageId', 'tmp_a', 'images.imageId is of type string, not a text that begins with img_'],
    ['bytes', '3', 'images.bytes is of type string, not a number'],
    ['bytes', undefined, 'images.bytes is absent, not a number'],
    ['deletedAt', 'now', 'images.deletedAt is of type string, not a number'],
    ['generation', '0', 'images.generation is of type string, not a number'],
    ['email', 7, 'images.email is of type number, not a text'],
    ['state', 'toString', 'images.state is of type string, not one of saved, deleted'],
    ['facts', '{', 'images.facts is of type string, not a JSON text'],
    ['facts', '[]', 'images.facts is a list, not an object'],
    ['facts', '{"format":"bmp"}', 'images.facts.format is of type string, not one of jpg, png'],
    [
      'facts',
      '{"format":"jpg","tags":["a",1]}',
      'images.facts.tags.1 is of type number, not a text',
    ],
    ['metadata', { a: null }, 'images.metadata is null, not a text'],
    ['metadata', ['a'], 'images.metadata is a list, not an object'],
  ];
  it.each(FAULTS)('names the place and never the value: %s of %j', (name, value, message) => {
    const read = () => readImage({ ...ROW, [name]: value });
    expect(read).toThrow(UnexpectedRowError);
    expect(read).toThrow(message);
  });

  it('of one value names it likewise, and reads a missing row’s as absent', () => {
    expect(readValue('usage', { used: 3 }, 'used', number)).toBe(3);
    expect(readValue('usage', undefined, 'used', withDefault(number, 0))).toBe(0);
    expect(() => readValue('usage', undefined, 'used', number)).toThrow(
      'usage.used is absent, not a number',
    );
    expect(() => readValue('usage', { used: 'secret' }, 'used', number)).not.toThrow('secret');
  });

  it('passes on an error that is not its own', () => {
    const broken: Column<never> = () => {
      throw new RangeError('broken');
    };
    expect(() => createRowReader('images', { broken })({})).toThrow(RangeError);
    expect(() => readValue('images', {}, 'broken', broken)).toThrow(RangeError);
  });
});

describe('a reader of SQLite’s rows', () => {
  const read = sqliteRow('keys', { keyId: text, lastUsedAt: orNull(number), isLive: flag });
  const row = { key_id: 'key_a', last_used_at: null, is_live: 1 };

  it('names columns in snake case and reads 0 and 1 as a truth', () => {
    expect(read(row)).toEqual({ keyId: 'key_a', lastUsedAt: null, isLive: true });
    expect(read({ ...row, is_live: 0 }).isLive).toBe(false);
    expect(() => read({ ...row, is_live: 2 })).toThrow('keys.is_live is of type number');
  });

  it('takes a column that the query forgot for no NULL', () => {
    const { last_used_at: _, ...forgotten } = row;
    expect(() => read(forgotten)).toThrow('keys.last_used_at is absent, not selected');
  });

  it('misses the row of a query that always has one', () => {
    const count = sqliteOneRow('images', { count: number });
    expect(count({ count: 3 }).count).toBe(3);
    expect(() => count(undefined)).toThrow('images.count is absent');
  });
});

describe('a record’s columns', () => {
  it('are all of its fields, optional ones among them, and of their types', () => {
    interface Member {
      readonly role: 'viewer' | 'owner';
      readonly email?: string;
      readonly isThere: boolean;
    }
    const role = wordOf<Member['role']>({ viewer: true, owner: true });
    const whole = { role, email: optional(text), isThere: boolean } satisfies ColumnsOf<Member>;
    const member: Member = createRowReader('members', whole)({ role: 'owner', isThere: true });
    expect(member).toEqual({ role: 'owner', isThere: true });
    // @ts-expect-error a forgotten optional field doesn't compile
    const forgotten = { role, isThere: boolean } satisfies ColumnsOf<Member>;
    // @ts-expect-error nor does a word that is forgotten
    const word = wordOf<Member['role']>({ owner: true });
    // @ts-expect-error nor a column of another type
    const other = { ...whole, isThere: text } satisfies ColumnsOf<Member>;
    expect([forgotten, word, other]).toHaveLength(3);
    expect(object({})).toEqual({});
  });
});
