import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeIdBytes } from '../../core/images/ids.ts';
import type { RefusedOriginStore } from '../../core/ports/projects/refused-origin-store.ts';

/** Two of the store over one set of records, as two processes have. */
export interface RefusedOriginStoresUnderTest {
  readonly stores: readonly [RefusedOriginStore, RefusedOriginStore];
  remove(): Promise<void>;
}

const newId = () => `prj_${encodeIdBytes(randomBytes(26))}`;
/** Not ended by the clock of whoever drops what has ended. */
const NOW = Date.now();
const list = (revision: number, ...names: readonly string[]) => ({
  revision,
  origins: names.map((name, at) => ({
    origin: `https://${name}.example`,
    count: at + 1,
    lastAt: NOW - at,
  })),
});

/** The promises of every store of refused origins. */
export function describeRefusedOriginStore(
  name: string,
  create: () => Promise<RefusedOriginStoresUnderTest>,
) {
  describe(`refused origins: ${name}`, () => {
    let test: RefusedOriginStoresUnderTest;
    let one: RefusedOriginStore;
    let two: RefusedOriginStore;
    beforeAll(async () => {
      test = await create();
      [one, two] = test.stores;
    });
    afterAll(() => test.remove());

    it('has none of a project at first, and gives back each kept one (origins.refused-list)', async () => {
      const [projectId, other] = [newId(), newId()];
      expect(await one.getRefused(projectId)).toEqual({ origins: [], revision: 0 });
      expect(await one.replaceRefused(projectId, list(1, 'a', 'b'))).toBe(true);
      expect(await two.getRefused(projectId)).toEqual(list(1, 'a', 'b'));
      expect(await two.replaceRefused(projectId, list(2, 'c'))).toBe(true);
      expect(await one.getRefused(projectId)).toEqual(list(2, 'c'));
      expect(await two.getRefused(other)).toEqual({ origins: [], revision: 0 });
    });

    it('keeps what another wrote meanwhile (origins.refused-list)', async () => {
      const projectId = newId();
      expect(await one.replaceRefused(projectId, list(2, 'a'))).toBe(false);
      expect(await one.replaceRefused(projectId, list(1, 'a'))).toBe(true);
      expect(await two.replaceRefused(projectId, list(1, 'b'))).toBe(false);
      expect(await two.replaceRefused(projectId, list(3, 'b'))).toBe(false);
      expect(await two.getRefused(projectId)).toEqual(list(1, 'a'));
    });

    it('of many concurrent writes one succeeds (origins.refused-list)', async () => {
      const projectId = newId();
      const writes = Array.from({ length: 10 }, (_, at) =>
        [one, two][at % 2]?.replaceRefused(projectId, list(1, `n${at}`)),
      );
      const done = await Promise.all(writes);
      expect(done.filter(Boolean)).toHaveLength(1);
      const winner = done.indexOf(true);
      expect(await one.getRefused(projectId)).toEqual(list(1, `n${winner}`));
    });
  });
}
