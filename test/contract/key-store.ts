import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../core/foundation/limits.ts';
import { encodeIdBytes } from '../../core/images/ids.ts';
import type { KeyStore } from '../../core/ports/projects/key-store.ts';
import type { ProjectStore } from '../../core/ports/projects/project-store.ts';
import { PLANS } from '../../core/projects/plans.ts';
import type { KeyRing, NewKey, ProjectKey } from '../../core/projects/project-keys.ts';

/** Two of the store over one set of records, as two processes have. */
export interface KeyStoresUnderTest {
  readonly stores: readonly [KeyStore, KeyStore];
  readonly projects: ProjectStore;
  remove(): Promise<void>;
}

const newId = () => encodeIdBytes(randomBytes(26));
const HOUR = LIMITS.lastUsedGranularityMs;
const NOW = Date.UTC(2026, 10, 21);

function makeKey(projectId: string, changes: Partial<ProjectKey> = {}): NewKey {
  const record: ProjectKey = {
    keyId: `key_${newId()}`,
    projectId,
    name: 'n',
    lastFour: 'abcd',
    createdAt: NOW,
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
    replacedBy: null,
    createdBy: `acc_${newId()}`,
    scopes: ['images:save'],
    ...changes,
  };
  return { sha256: newId(), record };
}

/** The promises of every store of keys. */
export function describeKeyStore(name: string, create: () => Promise<KeyStoresUnderTest>) {
  describe(`keys: ${name}`, () => {
    let test: KeyStoresUnderTest;
    let keyStore: KeyStore;
    let two: KeyStore;
    beforeAll(async () => {
      test = await create();
      [keyStore, two] = test.stores;
    });
    afterAll(() => test.remove());

    async function addProject(): Promise<KeyRing> {
      const projectId = `prj_${newId()}`;
      const of = { accountId: `acc_${newId()}`, name: 'p', allowedOrigins: [] };
      await test.projects.addProject({ ...of, projectId, plan: PLANS.free, createdAt: 1 });
      return { projectId, kind: 'api' };
    }

    /** A project with so many new keys. */
    async function addKeys(count: number, changes: Partial<ProjectKey> = {}) {
      const ring = await addProject();
      const keys: NewKey[] = [];
      for (let at = 0; at < count; at += 1) {
        const key = makeKey(ring.projectId, { createdAt: NOW + at, ...changes });
        await keyStore.addApiKey(key.sha256, key.record);
        keys.push(key);
      }
      return { ring, keys, first: keys[0] as NewKey };
    }

    const idsOf = (keys: readonly ProjectKey[]) => keys.map(({ keyId }) => keyId);

    it('finds a stored key only by its hash and its kind (security.no-key-in-clear)', async () => {
      const { ring, first } = await addKeys(1);
      expect(await two.findApiKey(first.sha256)).toEqual(first.record);
      expect(await two.findUploadKey(first.sha256)).toBeUndefined();
      expect(await two.findApiKey(first.record.keyId)).toBeUndefined();
      const upload = makeKey(ring.projectId, { scopes: [] });
      expect(await keyStore.createKey('upload', upload, NOW)).toBe('created');
      expect(await two.findUploadKey(upload.sha256)).toEqual(upload.record);
      expect(await two.findApiKey(upload.sha256)).toBeUndefined();
      await expect(keyStore.addUploadKey(first.sha256, makeKey('p').record)).rejects.toThrow();
    });

    it('keeps the creator of a key through its rotation and its end, or that the creator is unknown (keys.creator)', async () => {
      const { ring, first } = await addKeys(1);
      const makers = async () => (await two.listKeys(ring, NOW)).map(({ createdBy }) => createdBy);
      const key = makeKey(ring.projectId, { createdBy: null });
      const rotation = { keyId: first.record.keyId, newKey: key, oldEndsAt: NOW + HOUR };
      expect(await keyStore.rotateKey(ring, rotation, NOW)).toBe('rotated');
      expect(await makers()).toEqual([first.record.createdBy, null]);
      await keyStore.revokeKey(ring, first.record.keyId, NOW);
      await keyStore.touchKey(first.sha256, NOW);
      expect(await makers()).toEqual([first.record.createdBy, null]);
      expect((await two.findApiKey(key.sha256))?.createdBy).toBeNull();
    });

    it('lists a project’s own keys of one kind, oldest first, immediately (keys.project)', async () => {
      const { ring, keys } = await addKeys(3);
      const upload = makeKey(ring.projectId, { scopes: [] });
      await two.createKey('upload', upload, NOW);
      expect(await two.listKeys(ring, NOW)).toEqual(keys.map(({ record }) => record));
      expect(await keyStore.listKeys({ ...ring, kind: 'upload' }, NOW)).toEqual([upload.record]);
      expect(await keyStore.listKeys(await addProject(), NOW)).toEqual([]);
    });

    it('finds one of them, and none of another project or kind (keys.project)', async () => {
      const { ring, first } = await addKeys(1);
      const { keyId } = first.record;
      expect(await two.getKey(ring, keyId, NOW)).toEqual(first.record);
      expect(await two.getKey({ ...ring, kind: 'upload' }, keyId, NOW)).toBeUndefined();
      expect(await two.getKey(await addProject(), keyId, NOW)).toBeUndefined();
    });

    it('notes one use an hour, of any number of concurrent uses (keys.last-used)', async () => {
      const { ring, first } = await addKeys(1);
      const lastUsed = async () => (await two.getKey(ring, first.record.keyId, NOW))?.lastUsedAt;
      await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          (at % 2 ? keyStore : two).touchKey(first.sha256, NOW + at),
        ),
      );
      const noted = (await lastUsed()) ?? 0;
      expect(noted - NOW).toBeLessThan(10);
      await keyStore.touchKey(first.sha256, noted + HOUR - 1);
      expect(await lastUsed()).toBe(noted);
      await keyStore.touchKey(first.sha256, noted + HOUR);
      expect(await lastUsed()).toBe(noted + HOUR);
      await keyStore.touchKey('unknown', NOW);
      expect(await keyStore.findApiKey('unknown')).toBeUndefined();
    });

    it('a revoked key stays revoked for every reader (keys.revocation)', async () => {
      const { ring, keys, first } = await addKeys(2);
      const { keyId } = first.record;
      const outcomes = await Promise.all(
        [keyStore, two, keyStore, two].map((store, at) => store.revokeKey(ring, keyId, NOW + at)),
      );
      expect(outcomes).toEqual([true, true, true, true]);
      const revokedAt = (await two.findApiKey(first.sha256))?.revokedAt ?? -1;
      expect(revokedAt).toBeGreaterThanOrEqual(NOW);
      expect(await two.revokeKey(ring, keyId, NOW + 50)).toBe(true);
      expect(await keyStore.listKeys(ring, NOW + 60)).toEqual([
        { ...first.record, revokedAt },
        keys[1]?.record,
      ]);
    });

    it('revokes nothing of another project or kind (security.foreign-as-unknown)', async () => {
      const { ring, first } = await addKeys(1);
      const { keyId } = first.record;
      expect(await keyStore.revokeKey(await addProject(), keyId, NOW)).toBe(false);
      expect(await keyStore.revokeKey({ ...ring, kind: 'upload' }, keyId, NOW)).toBe(false);
      expect(await keyStore.revokeKey(ring, `key_${newId()}`, NOW)).toBe(false);
      expect((await two.findApiKey(first.sha256))?.revokedAt).toBeNull();
    });

    it('a rotation stores the new key and the end of the old in one (keys.rotation)', async () => {
      const { ring, first } = await addKeys(1);
      const key = makeKey(ring.projectId, { createdAt: NOW + 1 });
      const { keyId } = first.record;
      const rotation = { keyId, newKey: key, oldEndsAt: NOW + 500 };
      expect(await keyStore.rotateKey(ring, rotation, NOW)).toBe('rotated');
      const old = { ...first.record, expiresAt: NOW + 500, replacedBy: key.record.keyId };
      expect(await two.listKeys(ring, NOW)).toEqual([old, key.record]);
      expect(await two.findApiKey(first.sha256)).toEqual(old);
      expect(await two.findApiKey(key.sha256)).toEqual(key.record);
    });

    it('a rotation without an overlap revokes the old key, which no clock brings back (keys.rotation, errors.clock-steps)', async () => {
      const { ring, first } = await addKeys(1, { expiresAt: NOW + 900 });
      const key = makeKey(ring.projectId);
      const rotation = { keyId: first.record.keyId, newKey: key, oldEndsAt: NOW };
      expect(await keyStore.rotateKey(ring, rotation, NOW)).toBe('rotated');
      expect((await two.findApiKey(first.sha256))?.revokedAt).toBe(NOW);
      const [old] = await two.listKeys(ring, NOW);
      expect(old?.revokedAt).toBe(NOW);
    });

    it('a rotation never extends the old key’s end (keys.rotation)', async () => {
      const { ring, first } = await addKeys(1, { expiresAt: NOW + 100 });
      const key = makeKey(ring.projectId);
      const rotation = { keyId: first.record.keyId, newKey: key, oldEndsAt: NOW + 500 };
      expect(await keyStore.rotateKey(ring, rotation, NOW)).toBe('rotated');
      expect((await two.findApiKey(first.sha256))?.expiresAt).toBe(NOW + 100);
    });

    it('of many concurrent rotations of one key one is carried out (keys.rotation)', async () => {
      const { ring, first } = await addKeys(1);
      const result = Array.from({ length: 8 }, () => makeKey(ring.projectId));
      const { keyId } = first.record;
      const outcomes = await Promise.all(
        result.map((key, at) =>
          (at % 2 ? keyStore : two).rotateKey(
            ring,
            { keyId, newKey: key, oldEndsAt: NOW + 500 },
            NOW,
          ),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'rotated')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'not_rotatable')).toHaveLength(7);
      const winner = result[outcomes.indexOf('rotated')] as NewKey;
      expect(idsOf(await two.listKeys(ring, NOW))).toEqual([keyId, winner.record.keyId]);
      expect((await two.findApiKey(first.sha256))?.replacedBy).toBe(winner.record.keyId);
      for (const { sha256 } of result) {
        expect(await keyStore.findApiKey(sha256)).toEqual(
          sha256 === winner.sha256 ? winner.record : undefined,
        );
      }
    });

    it('of a concurrent rotation and revocation the old key is revoked, whichever was first (keys.rotation, keys.revocation)', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { ring, first } = await addKeys(1);
        const key = makeKey(ring.projectId);
        const { keyId } = first.record;
        const [rotated, revoked] = await Promise.all([
          keyStore.rotateKey(ring, { keyId, newKey: key, oldEndsAt: NOW + 500 }, NOW),
          two.revokeKey(ring, keyId, NOW),
        ]);
        expect(revoked).toBe(true);
        expect((await keyStore.findApiKey(first.sha256))?.revokedAt).toBe(NOW);
        expect((await keyStore.findApiKey(key.sha256)) !== undefined).toBe(rotated === 'rotated');
      }
    });

    it('rotates no key that is revoked, expired, another project’s or unknown (keys.rotation)', async () => {
      const { ring, keys, first } = await addKeys(2, { expiresAt: NOW + 100 });
      await keyStore.revokeKey(ring, first.record.keyId, NOW);
      const key = makeKey(ring.projectId);
      const rotate = (of: KeyRing, keyId: string, now: number) =>
        keyStore.rotateKey(of, { keyId, newKey: key, oldEndsAt: now + 500 }, now);
      const second = keys[1]?.record.keyId ?? '';
      expect(await rotate(ring, first.record.keyId, NOW)).toBe('not_rotatable');
      expect(await rotate(ring, second, NOW + 100)).toBe('not_rotatable');
      expect(await rotate(await addProject(), second, NOW)).toBe('not_rotatable');
      expect(await rotate({ ...ring, kind: 'upload' }, second, NOW)).toBe('not_rotatable');
      expect(await keyStore.findApiKey(key.sha256)).toBeUndefined();
      expect(await rotate(ring, second, NOW)).toBe('rotated');
    });

    it('a project has exactly 100 live keys of a kind at most, also of many concurrent calls', async () => {
      const { ring, first } = await addKeys(LIMITS.maxKeys - 3);
      const result = Array.from({ length: 8 }, () => makeKey(ring.projectId));
      const outcomes = await Promise.all(
        result.map((key, at) => (at % 2 ? keyStore : two).createKey('api', key, NOW)),
      );
      expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(3);
      expect(await two.listKeys(ring, NOW)).toHaveLength(LIMITS.maxKeys);
      const more = makeKey(ring.projectId);
      expect(await keyStore.createKey('api', more, NOW)).toBe('limit_exceeded');
      expect(await keyStore.findApiKey(more.sha256)).toBeUndefined();
      expect(await keyStore.createKey('upload', makeKey(ring.projectId, { scopes: [] }), NOW)).toBe(
        'created',
      );
      // a rotation may exceed the limit, and a revocation makes room
      const { keyId } = first.record;
      const rotation = { keyId, newKey: makeKey(ring.projectId), oldEndsAt: NOW + 500 };
      expect(await two.rotateKey(ring, rotation, NOW)).toBe('rotated');
      expect(await keyStore.createKey('api', more, NOW)).toBe('limit_exceeded');
      await two.revokeKey(ring, keyId, NOW);
      expect(await keyStore.createKey('api', more, NOW)).toBe('limit_exceeded');
      await two.revokeKey(ring, rotation.newKey.record.keyId, NOW);
      expect(await keyStore.createKey('api', more, NOW)).toBe('created');
    });

    it('a project has exactly 200 live keys of a kind at most while rotations overlap', async () => {
      const { ring, keys } = await addKeys(LIMITS.maxKeys);
      const rotate = async (keyId: string) => {
        const newKey = makeKey(ring.projectId);
        const outcome = await keyStore.rotateKey(
          ring,
          { keyId, newKey, oldEndsAt: NOW + 500 },
          NOW,
        );
        return { outcome, keyId: newKey.record.keyId };
      };
      const rotated = [];
      for (const { record } of keys) rotated.push(await rotate(record.keyId));
      expect(new Set(rotated.map(({ outcome }) => outcome))).toEqual(new Set(['rotated']));
      expect(await two.listKeys(ring, NOW)).toHaveLength(LIMITS.maxKeysInOverlap);
      expect((await rotate(rotated[0]?.keyId ?? '')).outcome).toBe('limit_exceeded');
    });

    it('a key that ended is listed for 30 days, the latest 100 of them', async () => {
      const { ring, keys, first } = await addKeys(3, { expiresAt: NOW + 100 });
      const isListed = async (now: number) => idsOf(await keyStore.listKeys(ring, now));
      await keyStore.revokeKey(ring, first.record.keyId, NOW + 50);
      expect(await isListed(NOW + 49 + LIMITS.endedKeyMs)).toHaveLength(3);
      expect(await isListed(NOW + 50 + LIMITS.endedKeyMs)).toEqual(
        keys.slice(1).map(({ record }) => record.keyId),
      );
      const late = NOW + 100 + LIMITS.endedKeyMs;
      expect(await isListed(late)).toEqual([]);
      expect(await keyStore.getKey(ring, first.record.keyId, late)).toBeUndefined();
      expect(await keyStore.revokeKey(ring, first.record.keyId, late)).toBe(false);
    });

    it('of more than 100 ended keys the latest are listed, and every live one', async () => {
      const ring = await addProject();
      const living = makeKey(ring.projectId);
      await keyStore.createKey('api', living, NOW);
      const count = LIMITS.maxEndedKeys + 3;
      for (let at = 0; at < count; at += 1) {
        const changes = { createdAt: NOW + at, expiresAt: NOW + 1_000 + at };
        const key = makeKey(ring.projectId, changes);
        await keyStore.createKey('api', key, NOW + at);
        await keyStore.revokeKey(ring, key.record.keyId, NOW + at);
      }
      const listed = await two.listKeys(ring, NOW + count);
      expect(listed).toHaveLength(1 + LIMITS.maxEndedKeys);
      expect(listed[0]).toEqual(living.record);
      expect(listed[1]?.createdAt).toBe(NOW + 3);
    });
  });
}
