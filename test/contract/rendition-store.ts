import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../core/foundation/limits.ts';
import { encodeIdBytes } from '../../core/images/ids.ts';
import type { ImageStore } from '../../core/ports/images/image-store.ts';
import type { RenditionClaim, RenditionStore } from '../../core/ports/images/rendition-store.ts';
import type { UsageStore } from '../../core/ports/projects/usage-store.ts';
import { makeImage, makeTemporary } from './image-store.ts';

/** Two rendition stores over one set of records, as two processes have. */
export interface RenditionStoreUnderTest {
  readonly stores: readonly [RenditionStore, RenditionStore];
  readonly images: ImageStore;
  readonly usage: UsageStore;
  /** Makes a project's account. */
  addAccount(projectId: string): Promise<unknown>;
  /** Whether answers are noted at all: no invalidation is saved by it where they cost nothing. */
  readonly hasNotes: boolean;
  remove(): Promise<void>;
}

const NOW = Date.UTC(2026, 10, 21);
const FIRST = { version: 1, generation: 0 };
const SECOND = { version: 2, generation: 0 };
const MADE = { bytes: 5, sha256: 'cd', isOriginal: false };
const newId = () => encodeIdBytes(randomBytes(26));

/** The rules of the port `RenditionStore`, held against any implementation of it. */
export function describeRenditionStore(
  name: string,
  create: () => Promise<RenditionStoreUnderTest>,
): void {
  describe(`a rendition store: ${name}`, () => {
    let test: RenditionStoreUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());

    /** A saved image of a new account, and claims for it. */
    const makeClaims = async () => {
      const projectId = `prj_${newId()}`;
      await test.addAccount(projectId);
      const temporary = makeTemporary(projectId);
      await test.images.addTemporaryImage(temporary, { maxCount: 9, maxBytes: 999 }, NOW);
      await test.images.saveImage(makeImage(temporary), { maxImages: null }, NOW);
      const claim = (changes: Partial<RenditionClaim> = {}): RenditionClaim => ({
        imageId: temporary.imageId,
        accountId: temporary.accountId,
        projectId,
        renditionKey: 'a.jpg',
        version: 1,
        generation: 0,
        owner: 'me',
        now: NOW,
        leaseMs: 100,
        month: '2026-11',
        maxTransformations: 2,
        maxRenditions: null,
        isSmall: true,
        ...changes,
      });
      return { claim, temporary, store: test.stores[0] };
    };
    const outcome = async (claim: RenditionClaim, at = 0) =>
      (await (test.stores[at % 2] ?? test.stores[0]).claim(claim)).outcome;

    it('gives a claim to one of many, counts one unit, and gives the ready rendition to all (quotas.transformations)', async () => {
      const { claim, store } = await makeClaims();
      const all = await Promise.all(
        Array.from({ length: 10 }, (_, at) => outcome(claim({ owner: `o${at}` }), at)),
      );
      expect(all.filter((candidate) => candidate === 'claimed')).toHaveLength(1);
      expect(all.filter((candidate) => candidate === 'in_progress')).toHaveLength(9);
      const owner = `o${all.indexOf('claimed')}`;
      expect(await store.getRendition(claim().imageId, 'a.jpg', FIRST)).toBeUndefined();
      expect(await store.complete(claim({ owner: 'stranger' }), MADE)).toBe(false);
      expect(await store.complete(claim({ owner }), MADE)).toBe(true);
      expect(await test.stores[1].getRendition(claim().imageId, 'a.jpg', FIRST)).toEqual(MADE);
      expect(await test.stores[1].claim(claim({ owner: 'x' }))).toEqual({
        outcome: 'ready',
        rendition: MADE,
      });
      expect(await outcome(claim({ renditionKey: 'b.jpg' }))).toBe('claimed');
      expect(await outcome(claim({ renditionKey: 'c.jpg' }))).toBe('quota_exceeded');
    });

    it('finds all that a claim and a completion need, and reads changed records again', async () => {
      const { claim, store } = await makeClaims();
      const place = claim();
      const other = claim({ owner: 'other' });
      const before = await store.find(place);
      expect(before.ready).toBeUndefined();
      expect(await store.claim(place, before)).toEqual({ outcome: 'claimed' });
      const making = await test.stores[1].find(place);
      expect([making.ready, making.mayReadAhead]).toEqual([undefined, false]);
      // read before the other's claim, and before its end
      expect(await store.claim(other, before)).toEqual({ outcome: 'in_progress' });
      expect(await store.complete(place, MADE, await store.find(place))).toBe(true);
      expect(await store.claim(other, before)).toEqual({ outcome: 'ready', rendition: MADE });
      expect(await store.claim(other, making)).toEqual({ outcome: 'ready', rendition: MADE });
      expect((await test.stores[1].find(place)).ready).toEqual(MADE);
      expect((await store.find({ ...place, version: 2 })).ready).toBeUndefined();
      // another store knows nothing of it
      expect(await test.stores[1].complete(place, MADE, making)).toBe(false);
    });

    it('takes no refusal from an earlier read (quotas.transformations)', async () => {
      const { claim, store } = await makeClaims();
      const [first, second] = [claim({ renditionKey: 'x.jpg' }), claim({ renditionKey: 'y.jpg' })];
      await store.claim(first);
      const held = await store.find(first);
      await store.release(first);
      expect(await store.claim(claim({ ...first, owner: 'you' }), held)).toEqual({
        outcome: 'claimed',
      });
      const free = await store.find(second);
      const third = claim({ renditionKey: 'z.jpg' });
      await store.claim(third);
      expect(await store.claim(second, free)).toEqual({ outcome: 'quota_exceeded' });
      const full = await store.find(second);
      await store.release(third);
      expect(await store.claim(second, full)).toEqual({ outcome: 'claimed' });
    });

    it('knows the end of the latest response that was noted (security.deletion-final)', async () => {
      const [first, second] = test.stores;
      const imageId = `img_${newId()}` as const;
      const unknown = test.hasNotes ? 0 : Infinity;
      expect(await first.lastAnswerEnd(imageId)).toBe(unknown);
      const ends = [5_000, 20_000, 10_000].map((ms) => NOW + ms);
      await Promise.all(
        ends.map((end, at) => (test.stores[at % 2] ?? first).noteAnswer(imageId, end)),
      );
      await second.noteAnswer(imageId, NOW); // an earlier one, late
      expect(await first.lastAnswerEnd(imageId)).toBe(test.hasNotes ? NOW + 20_000 : Infinity);
      expect(await second.lastAnswerEnd(`img_${newId()}`)).toBe(unknown);
    });

    it('describes a rendition in each of its states (calls.explain-transformation)', async () => {
      const { claim, store } = await makeClaims();
      const mine = claim();
      const peek = () => test.stores[1].peek(mine.imageId, mine.renditionKey);
      expect(await peek()).toBeUndefined();
      await store.claim(mine);
      const known = { ...FIRST, countedMonth: '2026-11' };
      expect(await peek()).toEqual({ ...FIRST, countedMonth: null, isReady: false });
      await store.complete(mine, MADE);
      expect(await peek()).toEqual({ ...known, isReady: true });
      await store.forget(mine.imageId, mine.renditionKey, FIRST);
      expect(await peek()).toEqual({ ...known, isReady: false });
    });

    it('counts exactly under concurrency, and by the month (quotas.transformations)', async () => {
      const { claim } = await makeClaims();
      const all = await Promise.all(
        Array.from({ length: 30 }, (_, at) =>
          outcome(claim({ renditionKey: `${at}.jpg`, maxTransformations: 20 }), at),
        ),
      );
      expect(all.filter((candidate) => candidate === 'claimed')).toHaveLength(20);
      expect(all.filter((candidate) => candidate === 'quota_exceeded')).toHaveLength(10);
      expect(await outcome(claim({ renditionKey: 'z.jpg', month: '2026-12' }))).toBe('claimed');
    });

    it('the same owner claims again for nothing, and another takes over when the lease has run out (quotas.failed-renditions)', async () => {
      const { claim, store } = await makeClaims();
      expect(await outcome(claim())).toBe('claimed');
      expect(await outcome(claim(), 1)).toBe('claimed');
      expect(await outcome(claim({ owner: 'you', now: NOW + 99 }))).toBe('in_progress');
      expect(await outcome(claim({ owner: 'you', now: NOW + 100 }))).toBe('claimed');
      expect(await store.complete(claim(), MADE)).toBe(false);
      expect(await store.complete(claim({ owner: 'you' }), MADE)).toBe(true);
      expect(await outcome(claim({ renditionKey: 'b.jpg' }))).toBe('claimed');
      expect(await outcome(claim({ renditionKey: 'c.jpg' }))).toBe('quota_exceeded');
    });

    it('a clock that steps back makes no lease, unit or pause as long as its step (quotas.failed-renditions, errors.clock-steps)', async () => {
      const { claim, store } = await makeClaims();
      const back = { now: NOW - 24 * 3_600_000 };
      const later = { owner: 'you', ...back };
      // machines whose clocks differ by less than a lease respect each other's
      expect(await outcome(claim())).toBe('claimed');
      expect(await outcome(claim({ owner: 'you', now: NOW - 99 }))).toBe('in_progress');
      expect(await outcome(claim({ owner: 'you', now: NOW - 99 }), 1)).toBe('in_progress');
      expect(await outcome(claim(later))).toBe('claimed');
      expect(await store.complete(claim(later), MADE)).toBe(true);
      const kept = { renditionKey: 'b.jpg' };
      expect(await outcome(claim(kept))).toBe('claimed'); // and its renderer is killed
      const third = { renditionKey: 'c.jpg' };
      expect(await outcome(claim(third))).toBe('quota_exceeded');
      expect(await outcome(claim({ ...third, ...back }))).toBe('claimed');
      await store.recordTimeout(claim({ ...third, ...back, now: NOW }));
      expect(await outcome(claim({ ...third, now: NOW + 1 }))).toBe('backing_off');
      const after = { ...third, ...back, maxTransformations: null };
      expect(await outcome(claim(after))).toBe('claimed');
    });

    it('a failure gives the unit back, the stored image served instead too (quotas.failed-renditions)', async () => {
      const { claim, store } = await makeClaims();
      for (let round = 0; round < 3; round += 1) {
        expect(await outcome(claim())).toBe('claimed');
        await store.release(claim({ owner: 'stranger' }));
        await store.release(claim());
      }
      for (const renditionKey of ['b.jpg', 'c.jpg', 'd.jpg']) {
        expect(await outcome(claim({ renditionKey }))).toBe('claimed');
        const kept = { ...MADE, isOriginal: true };
        expect(await store.complete(claim({ renditionKey }), kept)).toBe(true);
        expect(await store.getRendition(claim().imageId, renditionKey, FIRST)).toEqual(kept);
      }
    });

    it('counts by account, by project and by month, returned units too (quotas.transformations, calls.get-usage)', async () => {
      const { claim, store } = await makeClaims();
      const { accountId, projectId } = claim();
      const counted = async (month = '2026-11') => {
        const [account, project] = [
          await test.usage.ofAccount(accountId, month),
          await test.usage.ofProject({ accountId, projectId }, month),
        ];
        expect(project).toEqual(account);
        return project.transformations;
      };
      expect(await counted()).toBe(0);
      await outcome(claim());
      await outcome(claim({ owner: 'you' }));
      await outcome(claim({ renditionKey: 'b.jpg' }));
      expect(await counted()).toBe(0); // the renditions in progress
      await store.complete(claim(), MADE);
      expect([await counted(), await counted('2026-12')]).toEqual([1, 0]);
      await store.complete(claim({ renditionKey: 'b.jpg' }), { ...MADE, isOriginal: true });
      expect(await counted()).toBe(1);
      const december = claim({ renditionKey: 'c.jpg', month: '2026-12' });
      await outcome(december);
      await store.complete(december, MADE);
      await outcome(claim({ renditionKey: 'd.jpg' }));
      await store.release(claim({ renditionKey: 'd.jpg' }));
      expect([await counted(), await counted('2026-12')]).toEqual([1, 1]);
    });

    it.each([2, null])(
      'a killed renderer costs nothing: its unit is free with its lease, under a bound of %s (quotas.failed-renditions, security.exact-quotas)',
      async (maxTransformations) => {
        const { claim, store } = await makeClaims();
        const usedBy = async () =>
          (await test.usage.ofAccount(claim().accountId, '2026-11')).transformations;
        const requested = (renditionKey: string, changes: Partial<RenditionClaim> = {}) =>
          claim({ renditionKey, maxTransformations, ...changes });
        for (const key of ['a.jpg', 'b.jpg']) expect(await outcome(requested(key))).toBe('claimed');
        const isFull = maxTransformations !== null;
        if (isFull)
          expect(await outcome(requested('c.jpg', { now: NOW + 99 }))).toBe('quota_exceeded');
        const later = { now: NOW + 100 };
        expect(await outcome(requested('c.jpg', later))).toBe('claimed');
        expect(await outcome(requested('d.jpg', later), 1)).toBe('claimed');
        if (isFull) expect(await outcome(requested('e.jpg', later))).toBe('quota_exceeded');
        expect(await usedBy()).toBe(0);
        // whoever was only slow has lost its unit to another
        if (isFull) expect(await store.complete(requested('a.jpg', later), MADE)).toBe(false);
        expect(await store.complete(requested('c.jpg', later), MADE)).toBe(true);
        expect(await usedBy()).toBe(1);
        await store.release(requested('b.jpg', later));
        await store.release(requested('d.jpg', later));
        expect(await usedBy()).toBe(1);
      },
    );

    it('an image that times out costs one unit a month, whatever the URL, and backs off (quotas.failed-renditions, security.bounded-flood)', async () => {
      const { claim, store } = await makeClaims();
      const { accountId, projectId } = claim();
      const counts = async (month = '2026-11') => {
        const account = await test.usage.ofAccount(accountId, month);
        expect(await test.usage.ofProject({ accountId, projectId }, month)).toEqual(account);
        return account.transformations;
      };
      const requested = (
        renditionKey: string,
        now: number,
        changes: Partial<RenditionClaim> = {},
      ) => claim({ renditionKey, now, maxTransformations: 20, ...changes });
      // four concurrent timeouts count as one
      for (const key of ['a', 'b', 'c', 'd']) await outcome(requested(key, NOW));
      for (const key of ['a', 'b', 'c', 'd']) await store.recordTimeout(requested(key, NOW + 90));
      expect(await counts()).toBe(1);
      const until = NOW + 90 + LIMITS.firstBackOffMs;
      const refused = { outcome: 'backing_off', until };
      expect(await test.stores[1].claim(requested('e', until - 1))).toEqual(refused);
      expect(await outcome(requested('e', until))).toBe('claimed');
      await store.recordTimeout(requested('e', until + 90));
      await store.recordTimeout(requested('e', until + 91)); // it has no lease any more
      expect(await counts()).toBe(1);
      const next = until + 90 + 2 * LIMITS.firstBackOffMs;
      expect(await outcome(requested('a', next - 1), 1)).toBe('backing_off');
      const december = { month: '2026-12' };
      expect(await outcome(requested('a', next, december))).toBe('claimed');
      await store.recordTimeout(requested('a', next + 90, december));
      expect([await counts(), await counts('2026-12')]).toEqual([1, 1]);
    });

    it('a rendition that times out backs off alone, and small ones or four different ones close the image (quotas.failed-renditions, security.bounded-price)', async () => {
      const { claim, store } = await makeClaims();
      const requested = (renditionKey: string, now: number, isSmall = false) =>
        claim({ renditionKey, now, isSmall, maxTransformations: 20 });
      const timeOut = async (key: string, now: number, isSmall = false) => {
        expect(await outcome(requested(key, now, isSmall))).toBe('claimed');
        return store.recordTimeout(requested(key, now + 90, isSmall));
      };
      const [first, day] = [LIMITS.firstBackOffMs, LIMITS.maxBackOffMs];
      const until = NOW + 90 + first;
      expect(await timeOut('a', NOW)).toBe(until);
      // the lease is gone: nothing is counted
      expect(await store.recordTimeout(requested('a', NOW + 95))).toBe(NOW + 95);
      const refused = { outcome: 'backing_off', until };
      expect(await test.stores[1].claim(requested('a', until - 1))).toEqual(refused);
      // another rendition is made meanwhile, which opens none that timed out
      expect(await outcome(requested('b', NOW + 100))).toBe('claimed');
      expect(await store.complete(requested('b', NOW + 100), MADE)).toBe(true);
      expect(await outcome(requested('a', until - 1))).toBe('backing_off');
      expect(await timeOut('a', until)).toBe(until + 90 + 2 * first);
      // the second and the third close themselves, the fourth the image
      const later = until + 200;
      for (const key of ['c', 'd']) await timeOut(key, later);
      expect(await outcome(requested('e', later + 100), 1)).toBe('claimed');
      await store.release(requested('e', later + 100));
      expect(await timeOut('f', later + 200)).toBe(later + 290 + first);
      expect(await outcome(requested('e', later + 300), 1)).toBe('backing_off');
      // its success opens the image
      const open = later + 290 + first;
      expect(await outcome(requested('e', open))).toBe('claimed');
      expect(await store.complete(requested('e', open), MADE)).toBe(true);
      expect(await outcome(requested('g', open + 1), 1)).toBe('claimed');
      await store.release(requested('g', open + 1));
      // a day later none of them counts, and a small one closes the image immediately
      const next = open + day + 100;
      await timeOut('h', next);
      expect(await outcome(requested('i', next + 100))).toBe('claimed');
      await store.release(requested('i', next + 100));
      await timeOut('j', next + 200, true);
      expect(await outcome(requested('i', next + 300), 1)).toBe('backing_off');
    });

    it('a success gives the unit of a timeout to the rendition once, whatever stays closed (quotas.failed-renditions)', async () => {
      const { claim, store } = await makeClaims();
      const requested = (renditionKey: string, now: number) =>
        claim({ renditionKey, now, isSmall: false, maxTransformations: 20 });
      const usedBy = async () =>
        (await test.usage.ofAccount(claim().accountId, '2026-11')).transformations;
      await outcome(requested('a', NOW));
      await store.recordTimeout(requested('a', NOW + 90));
      expect(await usedBy()).toBe(1);
      for (const [at, key] of ['b', 'c'].entries()) {
        await outcome(requested(key, NOW + 100));
        expect(await store.complete(requested(key, NOW + 110), MADE)).toBe(true);
        expect(await usedBy()).toBe(at + 1);
      }
      expect(await outcome(requested('a', NOW + 200))).toBe('backing_off');
    });

    it.each([20, null])(
      'the unit of a timeout serves the next rendition that is made, under a bound of %s (quotas.failed-renditions)',
      async (maxTransformations) => {
        const { claim, store } = await makeClaims();
        const usedBy = async () =>
          (await test.usage.ofAccount(claim().accountId, '2026-11')).transformations;
        const requested = (renditionKey: string, now: number) =>
          claim({ renditionKey, now, maxTransformations });
        await outcome(requested('a', NOW));
        await store.recordTimeout(requested('a', NOW + 90));
        expect(await usedBy()).toBe(1);
        const later = NOW + 90 + LIMITS.firstBackOffMs;
        expect(await outcome(requested('a', later))).toBe('claimed');
        expect(await store.complete(requested('a', later), MADE)).toBe(true);
        expect(await usedBy()).toBe(1);
        expect(await outcome(requested('b', later + 1), 1)).toBe('claimed'); // it backs off no more
        expect(await store.complete(requested('b', later + 1), MADE)).toBe(true);
        expect(await usedBy()).toBe(2);
      },
    );

    it('the stored image served instead takes the unit of a timeout back (delivery.never-larger, quotas.failed-renditions)', async () => {
      const { claim, store } = await makeClaims();
      const usedBy = async () =>
        (await test.usage.ofAccount(claim().accountId, '2026-11')).transformations;
      await outcome(claim());
      await store.recordTimeout(claim({ now: NOW + 90 }));
      const later = claim({ now: NOW + 90 + LIMITS.firstBackOffMs });
      await outcome(later);
      expect(await store.complete(later, { ...MADE, isOriginal: true })).toBe(true);
      expect(await usedBy()).toBe(0);
    });

    it.each([
      ['the stored image is served instead', true, 0],
      ['it is given up', false, 0],
      ['it is made again', null, 1],
    ] as const)(
      'after an upgrade a counted rendition has its own cost: %s (delivery.never-larger, quotas.transformations)',
      async (_, isOriginal, used) => {
        const { claim, store } = await makeClaims();
        await outcome(claim());
        await store.complete(claim(), MADE);
        const again = claim(SECOND);
        expect(await outcome(again)).toBe('claimed');
        if (isOriginal === false) await store.release(again);
        else await store.complete(again, { ...MADE, isOriginal: isOriginal === true });
        const { accountId, projectId } = again;
        for (const of of [
          test.usage.ofAccount(accountId, '2026-11'),
          test.usage.ofProject({ accountId, projectId }, '2026-11'),
        ]) {
          expect((await of).transformations).toBe(used);
        }
      },
    );

    it('rendering again is free after an upgrade, and in the month that it was counted in (quotas.transformations)', async () => {
      const { claim, store } = await makeClaims();
      const only = { maxTransformations: 1 };
      await outcome(claim(only));
      await store.complete(claim(only), MADE);
      expect(await store.getRendition(claim().imageId, 'a.jpg', SECOND)).toBeUndefined();
      expect(await outcome(claim({ ...only, version: 2, month: '2027-01' }))).toBe('claimed');
      await store.complete(claim({ ...only, version: 2 }), MADE);
      expect(await store.getRendition(claim().imageId, 'a.jpg', SECOND)).toEqual(MADE);
      // nor does the version before serve it, which another process may still run
      expect(await store.getRendition(claim().imageId, 'a.jpg', FIRST)).toBeUndefined();
      await store.forget(claim().imageId, 'a.jpg', SECOND);
      expect(await store.getRendition(claim().imageId, 'a.jpg', SECOND)).toBeUndefined();
      expect(await outcome(claim({ ...only, version: 2 }))).toBe('claimed');
      expect(await outcome(claim({ ...only, renditionKey: 'b.jpg' }))).toBe('quota_exceeded');
    });

    it('holds an image to its number of renditions (temporary.max-renditions)', async () => {
      const { claim } = await makeClaims();
      const two = { maxRenditions: 2, maxTransformations: null };
      for (const renditionKey of ['a.jpg', 'b.jpg']) {
        expect(await outcome(claim({ ...two, renditionKey }))).toBe('claimed');
      }
      expect(await outcome(claim({ ...two, renditionKey: 'c.jpg' }))).toBe(
        'rendition_limit_exceeded',
      );
      expect(await outcome(claim({ ...two, renditionKey: 'b.jpg' }))).toBe('claimed');
    });

    it('forgets all of an image: each is rendered again for nothing in its month, for a unit in the next (quotas.transformations, deletion.purge-renditions)', async () => {
      const { claim, store } = await makeClaims();
      for (const renditionKey of ['a.jpg', 'b.jpg']) {
        await outcome(claim({ renditionKey }));
        await store.complete(claim({ renditionKey }), MADE);
      }
      await test.stores[1].forgetAll(claim().imageId);
      for (const renditionKey of ['a.jpg', 'b.jpg']) {
        expect(await store.getRendition(claim().imageId, renditionKey, FIRST)).toBeUndefined();
      }
      expect(await outcome(claim())).toBe('claimed'); // both units of the month are used
      expect(await store.complete(claim(), MADE)).toBe(true);
      expect(await store.getRendition(claim().imageId, 'a.jpg', FIRST)).toEqual(MADE);
      expect(await outcome(claim({ renditionKey: 'c.jpg' }))).toBe('quota_exceeded');
      const next = { month: '2026-12', maxTransformations: 1 };
      expect(await outcome(claim({ ...next, renditionKey: 'b.jpg' }))).toBe('claimed');
      expect(await outcome(claim({ ...next, renditionKey: 'c.jpg' }))).toBe('quota_exceeded');
    });

    it('a purge of all leaves a rendition in progress to its maker (quotas.transformations, deletion.purge-renditions)', async () => {
      const { claim, store } = await makeClaims();
      expect(await outcome(claim())).toBe('claimed');
      await store.forgetAll(claim().imageId);
      expect(await outcome(claim({ owner: 'you' }))).toBe('in_progress');
      expect(await store.complete(claim(), MADE)).toBe(true);
      expect(await store.getRendition(claim().imageId, 'a.jpg', FIRST)).toEqual(MADE);
    });

    it('forgetting all renditions of a temporary image gives it no more of them (temporary.max-renditions, deletion.purge-renditions)', async () => {
      const { claim, store, temporary } = await makeClaims();
      const { temporaryImageId: imageId } = temporary;
      const two = { imageId, maxRenditions: 2, maxTransformations: null };
      for (const renditionKey of ['a.jpg', 'b.jpg']) {
        await outcome(claim({ ...two, renditionKey }));
        await store.complete(claim({ ...two, renditionKey }), MADE);
      }
      await store.forgetAll(imageId);
      expect(await outcome(claim({ ...two, renditionKey: 'c.jpg' }))).toBe(
        'rendition_limit_exceeded',
      );
      for (const renditionKey of ['a.jpg', 'b.jpg']) {
        expect(await outcome(claim({ ...two, renditionKey }))).toBe('claimed');
      }
    });

    it('a deleted image takes no claim and no completion, a temporary one none after its end (security.deletion-final)', async () => {
      const { claim, store, temporary } = await makeClaims();
      const early = claim({ imageId: temporary.temporaryImageId, maxRenditions: 10 });
      expect(await outcome(claim())).toBe('claimed');
      expect(await outcome(early)).toBe('claimed');
      expect(await outcome({ ...early, renditionKey: 'b.jpg', now: temporary.expiresAt })).toBe(
        'image_gone',
      );
      expect(await store.complete({ ...early, now: temporary.expiresAt }, MADE)).toBe(false);
      await test.images.markDeleting(temporary.imageId, NOW);
      expect(await store.complete(claim(), MADE)).toBe(false);
      expect(await outcome(claim({ renditionKey: 'b.jpg' }))).toBe('image_gone');
      await store.forgetAll(temporary.imageId);
      expect(await outcome(claim())).toBe('image_gone');
      expect(await outcome(claim({ imageId: `img_${newId()}` }))).toBe('image_gone');
    });

    it('a rendition that began before a purge is never ready, and is rendered again for nothing in its month (deletion.purge-renditions)', async () => {
      const { claim, store, temporary } = await makeClaims();
      const { imageId } = temporary;
      const bound = { maxTransformations: 2 };
      const later = { ...bound, generation: 1 };
      const late = claim({ ...bound, renditionKey: 'b.jpg', owner: 'late' });
      await outcome(claim(bound));
      await store.complete(claim(bound), MADE);
      await outcome(late);
      await test.images.outdateRenditions(imageId, NOW);
      expect(await store.getRendition(imageId, 'a.jpg', claim(later))).toBeUndefined();
      expect(await outcome(claim({ ...bound, renditionKey: 'c.jpg' }))).toBe('outdated');
      expect(await store.complete(late, MADE)).toBe(false);
      expect(await outcome(claim({ ...later, renditionKey: 'b.jpg' }), 1)).toBe('claimed');
      expect(await store.complete(late, MADE)).toBe(false);
      await store.release(late);
      expect(await store.complete(claim({ ...later, renditionKey: 'b.jpg' }), MADE)).toBe(true);
      expect(await outcome(claim(later))).toBe('claimed');
      await store.complete(claim(later), MADE);
      await store.forget(imageId, 'a.jpg', claim(bound));
      expect(await store.getRendition(imageId, 'a.jpg', claim(later))).toEqual(MADE);
      expect(await outcome(claim({ ...later, renditionKey: 'c.jpg' }))).toBe('quota_exceeded');
      const counted = await test.usage.ofAccount(claim().accountId, '2026-11');
      expect(counted.transformations).toBe(2);
    });
  });
}
