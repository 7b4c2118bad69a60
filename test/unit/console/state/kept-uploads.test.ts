import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStubDatabase } from './support/stub-database.ts';

type KeptUploads = typeof import('../../../../console/src/uploads/kept-uploads.ts');

const MEGABYTE = 1_000_000;
let database: ReturnType<typeof createStubDatabase>;
beforeEach(() => {
  database = createStubDatabase();
});
afterEach(() => vi.unstubAllGlobals());

async function openPage(): Promise<KeptUploads> {
  vi.resetModules();
  database.install();
  const page: KeptUploads = await import('../../../../console/src/uploads/kept-uploads.ts');
  page.holdTab();
  return page;
}

const upload = (page: KeptUploads, id: string, megabytes = 1) => ({
  id,
  tab: page.TAB,
  projectId: 'prj_a',
  file: { size: megabytes * MEGABYTE } as File,
  temporaryImageUrl: undefined,
});
const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id).sort();

it('an upload outlives its page, and one page takes it over: the others have it no more', async () => {
  const first = await openPage();
  await first.keepUpload(upload(first, 'a'));
  await first.keepUpload(upload(first, 'b'));
  await first.forgetUpload('b');
  const second = await openPage();
  expect(await second.adoptUploads()).toEqual([]);
  database.close(first.TAB);
  expect(idsOf(await second.adoptUploads())).toEqual(['a']);
  const third = await openPage();
  expect(await third.adoptUploads()).toEqual([]);
});

it('kept uploads take five hundred megabytes at most, each counted once and only while it is kept', async () => {
  const page = await openPage();
  await page.keepUpload(upload(page, 'a', 300));
  await page.keepUpload(upload(page, 'a', 300)); // its bytes have arrived
  await page.keepUpload(upload(page, 'b', 200));
  await page.keepUpload(upload(page, 'c', 1));
  expect([...database.rows.keys()]).toEqual(['a', 'b']);
  await page.forgetUpload('b');
  await page.keepUpload(upload(page, 'c', 1));
  expect([...database.rows.keys()]).toEqual(['a', 'c']);
  database.setFull(true);
  await page.keepUpload(upload(page, 'd', 199));
  database.setFull(false);
  await page.keepUpload(upload(page, 'e', 199));
  expect([...database.rows.keys()]).toEqual(['a', 'c', 'e']);
  database.close(page.TAB);
  const later = await openPage();
  await later.adoptUploads();
  await later.keepUpload(upload(later, 'f', 1));
  expect([...database.rows.keys()]).toEqual(['a', 'c', 'e']);
});

it('a browser without a database keeps nothing, and nothing fails', async () => {
  const page = await openPage();
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new Error('SecurityError');
    },
  });
  await page.keepUpload(upload(page, 'a'));
  await page.forgetUpload('a');
  expect(await page.adoptUploads()).toEqual([]);
});
