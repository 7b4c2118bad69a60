import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SendOptions } from '../../../../console/src/uploads/send-image.ts';
import { settle, stubBrowser } from './support/stub-browser.ts';

const CONSOLE = '../../../../console/src';
interface Sending {
  readonly options: SendOptions;
  readonly done: (image: object) => Promise<void>;
  readonly fail: (error: unknown) => Promise<void>;
}

let sendings: Sending[];
let kept: string[];
let queue: typeof import('../../../../console/src/uploads/upload-queue.ts');
let client: typeof import('../../../../client/src/imagewell-client.ts');
let browser: ReturnType<typeof stubBrowser>;
const added: unknown[] = [];
const sessionState = signal('signed-in');
const usage = signal<unknown>(undefined);
const loadUsage = vi.fn(async () => undefined);

beforeEach(async () => {
  vi.resetModules();
  browser = stubBrowser();
  sendings = [];
  kept = [];
  added.length = 0;
  sessionState.value = 'signed-in';
  usage.value = undefined;
  loadUsage.mockClear();
  vi.doMock(`../../../../console/src/uploads/send-image.ts`, () => ({
    sendImage: (options: SendOptions) =>
      new Promise((resolve, reject) => {
        const then = (act: () => void) => {
          act();
          return settle();
        };
        options.signal.addEventListener('abort', () => reject(new Error('aborted')));
        sendings.push({
          options,
          done: (image) => then(() => resolve(image)),
          fail: (error) => then(() => reject(error)),
        });
      }),
  }));
  vi.doMock(`../../../../console/src/uploads/kept-uploads.ts`, () => ({
    TAB: 'tab',
    holdTab: () => undefined,
    adoptUploads: async () => [],
    keepUpload: async ({ id, temporaryImageUrl }: { id: string; temporaryImageUrl?: string }) =>
      void kept.push(`${temporaryImageUrl === undefined ? 'bytes' : 'arrived'} ${id}`),
    forgetUpload: async (id: string) => void kept.push(`forgotten ${id}`),
  }));
  vi.doMock(`../../../../console/src/state/projects.ts`, () => ({
    currentProject: signal({ projectId: 'prj_a' }),
    usage,
    loadUsage,
  }));
  vi.doMock(`../../../../console/src/state/session/session.ts`, () => ({ sessionState }));
  vi.doMock(`../../../../console/src/images/image-list.ts`, () => ({
    addImage: (...of: unknown[]) => void added.push(of),
  }));
  client = await import('../../../../client/src/imagewell-client.ts');
  queue = await import('../../../../console/src/uploads/upload-queue.ts');
});
afterEach(() => {
  for (const file of ['uploads/send-image', 'uploads/kept-uploads', 'state/projects'])
    vi.doUnmock(`${CONSOLE}/${file}.ts`);
  vi.unstubAllGlobals();
});

const file = (name: string, bytes = 1) =>
  new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
const files = (count: number) => Array.from({ length: count }, (_, at) => file(`${at}.jpg`));
const states = () => queue.uploads.value.map(({ state }) => state);
const fault = (status: number, code = 'any') =>
  new client.ImagewellError({ code: code as never, status, detail: 'why' });

describe('the queue of uploads', () => {
  it('sends four side by side, and the next when one is done', async () => {
    queue.addUploads(files(6));
    expect(sendings).toHaveLength(4);
    expect(states().filter((state) => state === 'waits')).toHaveLength(6);
    await sendings[1]?.done({ imageId: 'img_1' });
    expect(sendings).toHaveLength(5);
    expect(sendings[4]?.options.file.name).toBe('4.jpg');
    expect(states()).toEqual(['waits', 'saved', 'waits', 'waits', 'waits', 'waits']);
    expect(added).toEqual([['prj_a', { imageId: 'img_1' }]]);
  });

  it('follows the phases of an upload, and keeps what has arrived', async () => {
    queue.addUploads([file('a.jpg', 10)]);
    const [sending] = sendings;
    const { id } = queue.uploads.value[0] ?? { id: '' };
    sending?.options.onPhase('sends', 4);
    expect(queue.uploads.value[0]).toMatchObject({ state: 'sends', sentBytes: 4 });
    sending?.options.onPhase('sends', 3);
    sending?.options.onPhase('checks', 10);
    expect(queue.pace.value.bytes).toBe(4 + 7);
    sending?.options.onArrived('https://x/res/tmp_a.jpg');
    await sending?.done({ imageId: 'img_a' });
    expect(queue.uploads.value[0]).toMatchObject({ state: 'saved', sentBytes: 10 });
    expect(kept).toEqual([`bytes ${id}`, `arrived ${id}`, `forgotten ${id}`]);
  });

  it.each([
    ['network_error', 0, 'stopped', true],
    ['any', 400, 'refused', false],
    ['any', 401, 'stopped', false],
    ['any', 403, 'refused', false],
    ['any', 404, 'refused', false],
    ['any', 409, 'refused', false],
    ['any', 413, 'refused', false],
    ['any', 422, 'refused', false],
    ['any', 428, 'refused', false],
    ['any', 429, 'stopped', false],
    ['any', 430, 'refused', false],
    ['any', 499, 'refused', false],
    ['any', 500, 'stopped', false],
    ['any', 503, 'stopped', false],
  ])('an upload that fails with %s %i is %s', async (code, status, state, isForNetwork) => {
    queue.addUploads([file('a.jpg')]);
    const { id } = queue.uploads.value[0] ?? { id: '' };
    await sendings[0]?.fail(fault(status, code));
    expect(queue.uploads.value[0]).toMatchObject({ state, isForNetwork });
    // a refused one is over; a stopped one outlives a reload
    expect(kept.includes(`forgotten ${id}`)).toBe(state === 'refused');
  });

  it('an upload that fails otherwise is stopped, with its words', async () => {
    queue.addUploads([file('a.jpg')]);
    await sendings[0]?.fail(new Error('a bug'));
    expect(queue.uploads.value[0]).toMatchObject({ state: 'stopped', note: 'Error: a bug' });
  });

  it('one that is tried again begins at zero, and a late end of the former changes nothing', async () => {
    queue.addUploads([file('a.jpg')]);
    await sendings[0]?.fail(fault(503));
    queue.retryUploads(new Set([queue.uploads.value[0]?.id ?? '']));
    expect(queue.uploads.value[0]).toMatchObject({ state: 'waits', sentBytes: 0, note: undefined });
    expect(sendings).toHaveLength(2);
  });

  it('one that is cancelled is aborted and forgotten, stays to be tried again, and makes place for the next', async () => {
    queue.addUploads(files(5));
    const { id } = queue.uploads.value[0] ?? { id: '' };
    queue.cancelUpload(id);
    await settle();
    expect(sendings[0]?.options.signal.aborted).toBe(true);
    expect(queue.announcement.value).toBe('1 file cancelled.'); // and no failure
    expect(queue.uploads.value[0]).toMatchObject({ state: 'stopped', isCancelled: true });
    expect(kept).toContain(`forgotten ${id}`);
    expect(sendings).toHaveLength(5);
    queue.retryUploads(new Set([id]));
    expect(queue.uploads.value[0]).toMatchObject({ state: 'waits', isCancelled: false });
    queue.dismissUpload(id);
    expect(queue.uploads.value).toHaveLength(4);
  });

  it('of those that wait for places a retry takes as many as there are', async () => {
    usage.value = { images: { used: 50, limit: 50 } };
    queue.addUploads(files(66));
    expect(queue.announcement.value).toBe('66 files stopped: no place left');
    expect([queue.waitingForPlace(), sendings.length]).toEqual([66, 0]);
    await queue.retryForPlaces();
    expect([queue.waitingForPlace(), sendings.length]).toEqual([66, 0]);
    usage.value = { images: { used: 47, limit: 50 } };
    await queue.retryForPlaces();
    expect([queue.waitingForPlace(), sendings.length]).toEqual([63, 3]);
  });

  it('a quota that the service finds full stops those that have not begun', async () => {
    queue.addUploads(files(6));
    await sendings[0]?.fail(fault(403, 'image_quota_exceeded'));
    expect(queue.waitingForPlace()).toBe(3);
    expect(sendings).toHaveLength(4);
  });

  it('clears what has ended, and cancels what has not', async () => {
    queue.addUploads(files(3));
    await sendings[0]?.done({});
    await sendings[1]?.fail(fault(422));
    queue.clearEnded();
    expect(queue.uploads.value.map(({ file: { name } }) => name)).toEqual(['2.jpg']);
    queue.cancelAll();
    expect(states()).toEqual(['stopped']);
    queue.clearEnded();
    expect(queue.uploads.value).toEqual([]);
  });

  it.each([
    [48, 2],
    [49, 1],
    [50, 0],
    [51, 0],
  ])('with %i of 50 images used, %i more are begun', (used, begun) => {
    usage.value = { images: { used, limit: 50 } };
    queue.addUploads(files(3));
    expect(states().filter((state) => state === 'waits')).toHaveLength(begun);
    expect(states().filter((state) => state === 'stopped')).toHaveLength(3 - begun);
  });

  it('counts those that are under way to the quota, and none that has ended', async () => {
    usage.value = { images: { used: 48, limit: 50 } };
    queue.addUploads(files(1));
    queue.addUploads(files(2));
    expect(states()).toEqual(['waits', 'waits', 'stopped']);
    await sendings[0]?.fail(fault(422));
    queue.addUploads(files(1));
    expect(states()).toEqual(['refused', 'waits', 'stopped', 'waits']);
  });

  it('takes any number without a limit', () => {
    usage.value = { images: { used: 48, limit: null } };
    queue.addUploads(files(3));
    expect(states()).toEqual(['waits', 'waits', 'waits']);
  });

  it('sends above the size of an upload directly, and refuses above the size of a direct one', () => {
    const { MAX_UPLOAD_BYTES } = client;
    queue.addUploads([file('a.jpg', MAX_UPLOAD_BYTES), file('b.jpg', MAX_UPLOAD_BYTES + 1)]);
    expect(queue.uploads.value.map(({ isDirect }) => isDirect)).toEqual([false, true]);
    const large = { name: 'c.jpg', type: 'image/jpeg' };
    const sized = (size: number) => ({ ...large, size }) as File;
    vi.stubGlobal('URL', { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
    queue.addUploads([sized(25_000_000), sized(25_000_001), file('d.jpg', 0)]);
    expect(states().slice(2)).toEqual(['waits', 'refused', 'refused']);
  });

  it('waits without a network or a session, and continues with both', async () => {
    queue.startUploads();
    await settle();
    queue.addUploads(files(2));
    await sendings[0]?.fail(fault(0, 'network_error'));
    await sendings[1]?.fail(fault(503));
    browser.say('offline');
    queue.addUploads([file('later.jpg')]);
    expect(sendings).toHaveLength(2);
    browser.say('online');
    await settle();
    await settle();
    // the one that stopped for the network and the waiting one; a busy service is left to the user
    expect(sendings.slice(2).map(({ options }) => options.file.name)).toEqual([
      '0.jpg',
      'later.jpg',
    ]);
    expect(states()).toEqual(['waits', 'stopped', 'waits']);
    sessionState.value = 'ended';
    queue.addUploads([file('last.jpg')]);
    expect(sendings).toHaveLength(4);
    sessionState.value = 'signed-in';
    await settle();
    await settle();
    expect(sendings).toHaveLength(5);
  });
});
