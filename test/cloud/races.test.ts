import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDynamoImageStore } from '../../adapters/dynamodb/images/image-store.ts';
import { createDynamoRenditionStore } from '../../adapters/dynamodb/renditions/rendition-store.ts';
import type { TemporaryImage } from '../../core/images/image-states.ts';
import { makeImage, makeTemporary } from '../contract/image-store.ts';
import { openTables } from '../support/cloud/open-tables.ts';
import { withPatience } from '../support/waits/until-not-busy.ts';

const NOW = Date.UTC(2026, 10, 21);
const ANY = { maxCount: 200, maxBytes: 1_000_000 };

/** How often each outcome came. */
async function tally(outcomes: readonly Promise<string>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.all(outcomes)) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

describe('races over DynamoDB', () => {
  let test: Awaited<ReturnType<typeof openTables>>;
  beforeAll(async () => {
    test = await openTables();
  });
  afterAll(() => test.remove());

  const stores = () =>
    [test.first, test.second].map((client) =>
      withPatience(createDynamoImageStore(client, test.names)),
    );
  const storeAt = (at: number) => {
    const [first, second] = stores();
    if (!first || !second) throw new Error('there are two stores');
    return at % 2 === 0 ? first : second;
  };
  const addMany = async (projectId: string, count: number): Promise<TemporaryImage[]> => {
    const all = Array.from({ length: count }, () => makeTemporary(projectId));
    for (const entry of all) await storeAt(0).addTemporaryImage(entry, ANY, NOW);
    return all;
  };
  const save = async (temporaryImage: TemporaryImage, at: number, maxImages: number) =>
    (await storeAt(at).saveImage(makeImage(temporaryImage), { maxImages }, NOW)).outcome;

  it('of 80 concurrent saves under a quota of 50, exactly 50 are saved (security.exact-quotas)', async () => {
    const all = await addMany('prj_quota', 80);
    const saveOnce = async (entry: TemporaryImage, at: number) => {
      const outcome = await save(entry, at, 50);
      // each has one caller: its first call was carried out, and was busy before its answer came
      return outcome === 'already_saved' ? 'saved' : outcome;
    };
    expect(await tally(all.map(saveOnce))).toEqual({
      saved: 50,
      quota_exceeded: 30,
    });
  });

  it('of 50 concurrent saves of one image, exactly one makes it (security.saved-once)', async () => {
    const [first] = await addMany('prj_once', 1);
    if (!first) throw new Error('one was added');
    const saves = Array.from({ length: 50 }, (_, at) => save(first, at, 1));
    expect(await tally(saves)).toEqual({ saved: 1, already_saved: 49 });
  });

  it('of 30 concurrent uploads under a limit of 5, exactly 5 are accepted (uploads.rate-limit)', async () => {
    const limits = { maxCount: 5, maxBytes: 1_000_000 };
    const uploads = Array.from({ length: 30 }, (_, at) =>
      storeAt(at).addTemporaryImage(makeTemporary('prj_uploads'), limits, NOW),
    );
    expect(await tally(uploads)).toEqual({ added: 5, limit_exceeded: 25 });
  });

  it('of 30 concurrent renditions of a temporary image, exactly 10 are made (temporary.max-renditions)', async () => {
    const [first] = await addMany('prj_renditions', 1);
    if (!first) throw new Error('one was added');
    const claims = Array.from({ length: 30 }, async (_, at) => {
      const client = at % 2 ? test.first : test.second;
      const store = withPatience(createDynamoRenditionStore(client, test.names));
      const { outcome } = await store.claim({
        imageId: first.temporaryImageId,
        accountId: first.accountId,
        projectId: first.projectId,
        renditionKey: `${at}.jpg`,
        version: 1,
        generation: 0,
        owner: `o${at}`,
        now: NOW,
        leaseMs: 100,
        month: '2026-11',
        maxTransformations: null,
        maxRenditions: 10,
        isSmall: true,
      });
      return outcome;
    });
    expect(await tally(claims)).toEqual({ claimed: 10, rendition_limit_exceeded: 20 });
  });
});
