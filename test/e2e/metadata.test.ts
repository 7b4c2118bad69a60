import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { client } from '../support/e2e/service-under-test.ts';
import { drawJpeg, drawQuadrants } from '../support/images/draw.ts';

let image: Buffer;
beforeAll(async () => {
  image = await drawJpeg(20, 20);
});

const update = (imageUrl: string, body: object) =>
  client.call('update-image-metadata', { imageUrl, ...body });
const keys = (count: number, start = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at + start}`, 'v']));

describe('metadata', () => {
  it('add keeps the other pairs, null deletes, set replaces all (metadata.null)', async () => {
    const { imageUrl } = await client.store(image, 'image/jpeg', { a: '1', b: '2' });
    expect(
      (await update(imageUrl, { add: { b: null, c: '3', none: null } })).json.metadata,
    ).toEqual({
      a: '1',
      c: '3',
    });
    expect((await update(imageUrl, { set: { z: '', y: null } })).json.metadata).toEqual({ z: '' });
    expect((await update(imageUrl, { addMetadata: { y: 'x' } })).json.metadata).toEqual({
      z: '',
      y: 'x',
    });
  });

  it.each([
    ['a key of 30 characters', { [`a${'b'.repeat(29)}`]: 'v' }, 200],
    ['a key of 31 characters', { [`a${'b'.repeat(30)}`]: 'v' }, 400],
    ['a key that starts with a digit', { '1a': 'v' }, 400],
    ['a key with an upper-case letter', { aB: 'v' }, 400],
    ['a value of 100 code points', { a: '😀'.repeat(100) }, 200],
    ['a value of 101 code points', { a: '😀'.repeat(101) }, 400],
    ['the empty string', { a: '' }, 200],
    ['the key constructor', { constructor: 'v' }, 200],
    ['a number', { a: 1 }, 400],
    ['a nested object', { a: { b: 'c' } }, 400],
    ['an array', { a: ['b'] }, 400],
    ['ten keys', keys(10), 200],
    ['eleven keys', keys(11), 400],
    ['eleven keys of which one is null', { ...keys(10), k10: null }, 200],
  ])('%s (metadata.values, metadata.keys, metadata.max-keys)', async (_, metadata, status) => {
    const { imageUrl } = await client.store(image);
    const answer = await update(imageUrl, { set: metadata });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.json.code).toBe('validation_failed');
  });

  it.each([
    ['a lone surrogate', '{"imageUrl":"ID","set":{"a":"\\ud800"}}', 'validation_failed'],
    ['__proto__ as a key', '{"imageUrl":"ID","set":{"__proto__":"x"}}', 'validation_failed'],
    ['__proto__ as a field', '{"imageUrl":"ID","set":{},"__proto__":{}}', 'validation_failed'],
    ['a key twice', '{"imageUrl":"ID","set":{"a":"1","\\u0061":"2"}}', 'invalid_json'],
    ['a field twice', '{"imageUrl":"ID","imageUrl":"ID","set":{}}', 'invalid_json'],
    ['null for add', '{"imageUrl":"ID","add":null}', 'validation_failed'],
    ['none of them', '{"imageUrl":"ID"}', 'validation_failed'],
    ['add and set', '{"imageUrl":"ID","add":{},"set":{}}', 'conflicting_fields'],
    ['add and addMetadata', '{"imageUrl":"ID","add":{},"addMetadata":{}}', 'conflicting_fields'],
    ['an array as body', '[]', 'validation_failed'],
    ['an unknown field', '{"imageUrl":"ID","sett":{}}', 'validation_failed'],
    ['no JSON', '{"imageUrl"', 'invalid_json'],
    ['an empty body', '', 'invalid_json'],
  ])(
    '%s is refused and nothing is stored (errors.bad-request, metadata.fields, metadata.keys)',
    async (_, body, code) => {
      const { imageUrl, imageId } = await client.store(image, 'image/jpeg', { a: 'kept' });
      const answer = await client.call('update-image-metadata', body.replaceAll('ID', imageId));
      expect([answer.status, answer.json.code]).toEqual([400, code]);
      expect((await update(imageUrl, { add: {} })).json.metadata).toEqual({ a: 'kept' });
    },
  );

  it('reports all faults together, and stores nothing of a set with one bad key (errors.all-faults, metadata.max-keys)', async () => {
    const { imageUrl } = await client.store(image, 'image/jpeg', { a: 'kept' });
    const answer = await update(imageUrl, {
      set: { good: 'x', 'Bad~/': 'y', long: 'z'.repeat(101) },
      sett: 1,
    });
    expect(answer.json.code).toBe('validation_failed');
    const faults = answer.json.errors.map((error: { pointer: string; code: string }) => [
      error.pointer,
      error.code,
    ]);
    expect(faults).toEqual(
      expect.arrayContaining([
        ['/set/Bad~0~1', 'invalid_key'],
        ['/set/long', 'too_long'],
        ['/sett', 'unknown_field'],
      ]),
    );
    expect(
      answer.json.errors.find((error: { pointer: string }) => error.pointer === '/sett').detail,
    ).toContain('set');
    expect((await update(imageUrl, { add: {} })).json.metadata).toEqual({ a: 'kept' });
  });

  it('twenty parallel adds end with exactly the ten that were acknowledged (metadata.max-keys, security.no-lost-metadata)', async () => {
    const { imageUrl } = await client.store(image);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => update(imageUrl, { add: keys(1, at) })),
    );
    const done = answers
      .map((answer, at) => (answer.status === 200 ? `k${at}` : ''))
      .filter(Boolean);
    const refused = answers.filter((answer) => answer.status !== 200);
    expect(done).toHaveLength(10);
    expect(new Set(refused.map((entry) => entry.json.code))).toEqual(
      new Set(['validation_failed']),
    );
    const { metadata } = (await update(imageUrl, { add: {} })).json;
    expect(Object.keys(metadata).sort()).toEqual(done.sort());
  });
});

describe('the focal point', () => {
  it('is kept by cover in every copy, the CDN’s too, until a URL names a position (metadata.focal-point, transformations.focal-point)', async () => {
    const { imageId, imageUrl } = await client.store(
      await drawQuadrants().png().toBuffer(),
      'image/png',
    );
    const strip = `${imageUrl}?width=20&height=60`;
    const corner = async (url: string) => {
      const { bytes } = await client.get(url);
      return [...(await sharp(bytes).removeAlpha().raw().toBuffer()).subarray(0, 3)];
    };
    const [red, green] = [
      [255, 0, 0],
      [0, 255, 0],
    ];
    expect(await corner(strip)).toEqual(red);
    expect((await update(imageUrl, { focalPoint: '0.90,0.5' })).status).toBe(200);
    await expect.poll(() => corner(strip)).toEqual(green);
    expect(await corner(`${strip}&flop=true`)).toEqual(green);
    expect(await corner(`${strip}&position=left`)).toEqual(red);
    expect(await corner(`${strip}&position=center`)).toEqual(red);
    expect((await client.call('get-image', { imageId })).json.focalPoint).toBe('0.9,0.5');
    const refused = await update(imageUrl, { focalPoint: [0.9, 0.5] });
    expect([refused.status, refused.json.code]).toEqual([400, 'validation_failed']);
    expect((await update(imageUrl, { focalPoint: null })).status).toBe(200);
    await expect.poll(() => corner(strip)).toEqual(red);
  });
});
