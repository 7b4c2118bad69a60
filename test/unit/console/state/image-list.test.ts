import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settle, stubBrowser, stubCalls, type WaitingCall } from './support/stub-browser.ts';

const PROJECT = 'prj_a';
let calls: WaitingCall[];
let lists: typeof import('../../../../console/src/images/image-list.ts');

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  stubBrowser();
  const stub = stubCalls();
  calls = stub.calls;
  vi.doMock('../../../../console/src/state/imagewell.ts', () => ({ imagewell: () => stub.client }));
  lists = await import('../../../../console/src/images/image-list.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.doUnmock('../../../../console/src/state/imagewell.ts');
});

const image = (imageId: string, more: object = {}) => ({ imageId, metadata: {}, ...more }) as never;
const page = (cursor: string | null, ...ids: string[]) => ({
  images: ids.map((id) => image(id)),
  cursor,
});
const idsOf = (list: { images: { value: readonly { imageId: string }[] } }) =>
  list.images.value.map(({ imageId }) => imageId).join('');
const last = () => calls.at(-1) as WaitingCall;

/** A list with one page of these images, more of which may follow. */
async function loaded(cursor: string | null, ...ids: string[]) {
  const list = lists.findImageList(PROJECT);
  list.loadMore();
  await last().answer(page(cursor, ...ids));
  return list;
}

describe('a list of images', () => {
  it('loads page after page, from the cursor of the one before, until none follows', async () => {
    const list = await loaded('c1', 'a', 'b');
    expect(calls[0]?.request).toEqual({ projectId: PROJECT, limit: 100 });
    expect([idsOf(list), list.isDone.value, list.isLoading.value]).toEqual(['ab', false, false]);
    list.loadMore();
    expect(list.isLoading.value).toBe(true);
    expect(last().request).toMatchObject({ cursor: 'c1' });
    await last().answer(page(null, 'c'));
    expect([idsOf(list), list.isDone.value]).toEqual(['abc', true]);
    await list.loadMore();
    expect(calls).toHaveLength(2);
  });

  it('is read again after a restore, which puts an image in its midst (keeping.restore)', async () => {
    const list = await loaded('c1', 'a', 'c');
    const other = lists.findImageList('prj_b');
    lists.forgetLists(PROJECT);
    const fresh = lists.findImageList(PROJECT);
    expect(fresh).not.toBe(list);
    expect(lists.findImageList('prj_b')).toBe(other);
    void fresh.refresh();
    await last().answer(page('c1', 'a', 'b', 'c'));
    expect(idsOf(fresh)).toBe('abc');
  });

  it('asks the service for words, a format and a pair together, five pages while they are empty', async () => {
    const conditions = { search: 'Red* sun*', formats: ['png'], metadata: { a: '1' } } as const;
    const list = lists.findImageList(PROJECT, conditions);
    list.loadMore();
    expect(last().request).toEqual({ projectId: PROJECT, limit: 100, ...conditions });
    for (let at = 1; at <= 5; at += 1) {
      expect([calls.length, list.isLoading.value, list.isStalled.value]).toEqual([at, true, false]);
      await last().answer(page(`c${at}`));
    }
    expect([calls.length, list.isLoading.value, list.isDone.value]).toEqual([5, false, false]);
    expect(list.isStalled.value).toBe(true);
    const facts = { format: 'png', metadata: { a: '1' } };
    const pngs = lists.findImageList(PROJECT, { formats: ['png', 'gif'] });
    lists.addImage(PROJECT, image('x', facts));
    lists.addImage(PROJECT, image('y', { ...facts, format: 'jpg' }));
    expect([idsOf(list), idsOf(pngs)]).toEqual(['', 'x']);
    list.loadMore();
    await last().answer(page(null, 'r'));
    expect([idsOf(list), list.isStalled.value]).toEqual(['r', false]);
  });

  it('takes a saved image in whose moment is in its span: the first is, the last isn’t', () => {
    const span = { createdFrom: '2026-09-01T00:00:00.000Z', createdTo: '2026-10-01T00:00:00.000Z' };
    const list = lists.findImageList(PROJECT, span);
    const moments = {
      a: '2026-08-31T23:59:59.999Z',
      b: span.createdFrom,
      c: '2026-09-30T23:59:59.999Z',
      d: span.createdTo,
    };
    for (const [id, createdAt] of Object.entries(moments)) {
      lists.addImage(PROJECT, image(id, { createdAt }));
    }
    expect(idsOf(list)).toBe('cb');
  });

  it('loads one page at a time', async () => {
    const list = lists.findImageList(PROJECT);
    list.loadMore();
    list.loadMore();
    list.refresh();
    expect(calls).toHaveLength(1);
    await last().answer(page(null, 'a'));
    expect(idsOf(list)).toBe('a');
  });

  it('keeps its images after a failure, reports it, and continues where it was', async () => {
    const list = await loaded('c1', 'a');
    list.loadMore();
    const fault = new Error('no answer');
    await last().fail(fault);
    expect([idsOf(list), list.fault.value, list.isLoading.value]).toEqual(['a', fault, false]);
    list.loadMore();
    expect(last().request).toMatchObject({ cursor: 'c1' });
    await last().answer(page(null, 'b'));
    expect([idsOf(list), list.fault.value]).toEqual(['ab', undefined]);
  });

  it('reads its newest page again after fifteen seconds and not before, and then once more', async () => {
    const list = await loaded('c1', 'b', 'c');
    vi.setSystemTime(1_014_999);
    await list.refresh();
    expect(calls).toHaveLength(1);
    vi.setSystemTime(1_015_000);
    list.refresh();
    expect(last().request).toEqual({ projectId: PROJECT, limit: 100 });
    await last().answer(page('c9', 'a', 'b', 'c'));
    expect([idsOf(list), list.isDone.value]).toEqual(['abc', false]);
    await list.refresh();
    expect(calls).toHaveLength(2);
    list.loadMore();
    expect(last().request).toMatchObject({ cursor: 'c1' });
    await last().answer(page(null, 'c', 'd'));
    expect(idsOf(list)).toBe('abcd');
  });

  it('has each image once after two refreshes', async () => {
    const list = await loaded(null, 'b');
    for (const now of [1_015_000, 1_030_000]) {
      vi.setSystemTime(now);
      list.refresh();
      await last().answer(page(null, 'a', 'b'));
      expect(idsOf(list)).toBe('ab');
    }
  });

  it('a refresh before the first page loads it', async () => {
    const list = lists.findImageList(PROJECT);
    list.refresh();
    await last().answer(page('c1', 'a'));
    list.loadMore();
    expect(last().request).toMatchObject({ cursor: 'c1' });
  });

  it('has a saved image once, whether the page that holds it came before, after or meanwhile', async () => {
    const list = await loaded('c1', 'b');
    lists.addImage(PROJECT, image('a'));
    expect(idsOf(list)).toBe('ab');
    vi.setSystemTime(1_015_000);
    list.refresh();
    lists.addImage(PROJECT, image('z'));
    await last().answer(page('c1', 'z', 'a', 'b'));
    expect(idsOf(list)).toBe('zab');
    lists.addImage(PROJECT, image('b'));
    expect(idsOf(list)).toBe('bza');
  });

  it('is without a deleted image, also after the next refresh', async () => {
    const list = await loaded(null, 'a', 'b', 'c');
    lists.dropImages(PROJECT, new Set(['a', 'c']));
    expect(idsOf(list)).toBe('b');
    vi.setSystemTime(1_015_000);
    list.refresh();
    await last().answer(page(null, 'a', 'b'));
    expect(idsOf(list)).toBe('b');
  });
});

describe('a list with the oldest image first', () => {
  const open = async (cursor: string | null, ...ids: string[]) => {
    const list = lists.findImageList(PROJECT, { order: 'oldest' });
    list.loadMore();
    await last().answer(page(cursor, ...ids));
    return list;
  };

  it('is another list, and asks for its order', async () => {
    const list = await open(null, 'a');
    expect(calls[0]?.request).toEqual({ projectId: PROJECT, limit: 100, order: 'oldest' });
    expect(lists.findImageList(PROJECT)).not.toBe(list);
  });

  it('has a saved image at its end once all before it are loaded, and not earlier', async () => {
    const list = await open('c1', 'a');
    lists.addImage(PROJECT, image('y'));
    expect(idsOf(list)).toBe('a');
    list.loadMore();
    lists.addImage(PROJECT, image('z'));
    await last().answer(page(null, 'b', 'y'));
    expect([idsOf(list), list.isDone.value]).toEqual(['abyz', true]);
    lists.addImage(PROJECT, image('0'));
    expect(idsOf(list)).toBe('abyz0');
  });

  it('is without an image that was deleted before the end was loaded', async () => {
    const list = await open('c1', 'a');
    lists.addImage(PROJECT, image('y'));
    lists.dropImages(PROJECT, new Set(['y']));
    list.loadMore();
    await last().answer(page(null, 'b'));
    expect(idsOf(list)).toBe('ab');
  });

  it('reads on from its last page after fifteen seconds, and continues with full pages', async () => {
    const list = await open('c1', 'a');
    vi.setSystemTime(1_015_000);
    await list.refresh();
    expect(calls).toHaveLength(1); // new images are in its next pages
    list.loadMore();
    await last().answer(page(null, 'b'));
    list.refresh();
    expect(last().request).toMatchObject({ cursor: 'c1', order: 'oldest' });
    await last().answer(page('c2', 'b', 'c'));
    expect([idsOf(list), list.isDone.value]).toEqual(['abc', false]);
    list.loadMore();
    expect(last().request).toMatchObject({ cursor: 'c2' });
    await last().answer(page(null, 'd'));
    expect([idsOf(list), list.isDone.value]).toEqual(['abcd', true]);
  });
});

describe('the lists of a project', () => {
  const red = { colour: 'red' };

  it('ask for images of their project, and take in only those', async () => {
    const all = lists.findImageList(PROJECT);
    const reds = lists.findImageList(PROJECT, { metadata: red });
    const review = lists.findImageList(PROJECT, { review: 'pending' });
    const other = lists.findImageList('prj_b');
    reds.loadMore();
    expect(last().request).toMatchObject({ metadata: { colour: 'red' } });
    review.loadMore();
    expect(last().request).toMatchObject({ review: 'pending' });
    lists.addImage(PROJECT, image('a', { metadata: { colour: 'red' } }));
    lists.addImage(PROJECT, image('b', { review: { state: 'pending' } }));
    lists.addImage(PROJECT, image('c', { metadata: { colour: 'blue' } }));
    expect([all, reds, review, other].map(idsOf)).toEqual(['cba', 'a', 'b', '']);
  });

  it('let an image go that belongs to them no more, and keep its change in the others', () => {
    const all = lists.findImageList(PROJECT);
    const reds = lists.findImageList(PROJECT, { metadata: red });
    for (const id of ['a', 'b'])
      lists.addImage(PROJECT, image(id, { metadata: { colour: 'red' } }));
    lists.changeMetadata(PROJECT, 'a', { colour: 'blue' });
    expect([all, reds].map(idsOf)).toEqual(['ba', 'b']);
    expect(all.images.value.map(({ metadata }) => metadata.colour)).toEqual(['red', 'blue']);
    lists.changeMetadata('prj_b', 'b', {});
    expect(reds.images.value).toHaveLength(1);
  });

  it('tell a known image of their own project alone', () => {
    lists.findImageList(PROJECT);
    lists.addImage(PROJECT, image('a'));
    expect(lists.findKnownImage(PROJECT, 'a')?.imageId).toBe('a');
    expect(lists.findKnownImage(PROJECT, 'b')).toBeUndefined();
    expect(lists.findKnownImage('prj_b', 'a')).toBeUndefined();
  });

  it('are kept for six, those that were looked at last', () => {
    const first = lists.findImageList('prj_0');
    for (let at = 1; at < 6; at += 1) lists.findImageList(`prj_${at}`);
    expect(lists.findImageList('prj_0')).toBe(first);
    const second = lists.findImageList('prj_2');
    lists.findImageList('prj_6');
    expect(lists.findImageList('prj_0')).toBe(first);
    expect(lists.findImageList('prj_2')).toBe(second);
    lists.addImage('prj_1', image('a'));
    expect(lists.findImageList('prj_1').images.value).toEqual([]);
  });

  it('answer in any order, each for itself', async () => {
    const [all, reds] = [
      lists.findImageList(PROJECT),
      lists.findImageList(PROJECT, { metadata: red }),
    ];
    all.loadMore();
    reds.loadMore();
    await calls[1]?.answer(page(null, 'r'));
    await calls[0]?.answer(page(null, 'a'));
    await settle();
    expect([all, reds].map(idsOf)).toEqual(['a', 'r']);
  });
});
