import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { client } from '../../support/e2e/service-under-test.ts';
import { drawJpeg } from '../../support/images/draw.ts';

/** A word that no other image of the service has: letters, so that it is one word. */
const newWord = () =>
  Array.from({ length: 12 }, () => String.fromCharCode(97 + randomInt(26))).join('');

const found = async (conditions: object): Promise<string[]> => {
  const { json } = await client.call('list-images', conditions);
  return json.images.map(({ imageId }: { imageId: string }) => imageId);
};

describe('images', () => {
  it('are found by words, beginnings, pairs, bytes and dates, until they are deleted (calls.search)', async () => {
    const word = newWord();
    const bytes = await drawJpeg(40, 30);
    const one = await client.store(bytes, 'image/jpeg', { title: `Red ${word}`, kind: 'bridge' });
    const other = await client.store(bytes, 'image/jpeg', { title: `Blue ${word}`, kind: 'sky' });
    const both = [other.imageId, one.imageId];
    // in AWS the words are written from the stream, soon after the save
    await expect.poll(() => found({ search: word }), { timeout: 30_000 }).toEqual(both);
    expect(await found({ search: word.toUpperCase(), order: 'oldest' })).toEqual(both.toReversed());
    expect(await found({ search: `${word.slice(0, 5)}* red` })).toEqual([one.imageId]);
    expect(await found({ search: word, metadata: { kind: 'sky' } })).toEqual([other.imageId]);
    expect(await found({ search: word, formats: ['png'] })).toEqual([]);
    const { createdAt, sha256 } = (await client.call('get-image', { imageId: one.imageId })).json;
    expect(await found({ search: word, createdTo: createdAt })).toEqual([]);
    expect(await found({ sha256, search: word })).toEqual(both);
    for (const imageId of both) await client.call('delete-image', { imageId });
    expect(await found({ search: word })).toEqual([]);
  });
});
