import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeIdBytes } from '../../core/images/ids.ts';
import type { ProjectDataCleanup } from '../../core/ports/projects/project-data-cleanup.ts';
import type { RouteStore } from '../../core/ports/projects/route-store.ts';

/** A store of routes, and the cleanup of projects over the same records. */
export interface RouteStoreUnderTest {
  readonly routes: RouteStore;
  readonly cleanup: ProjectDataCleanup;
  remove(): Promise<void>;
}

const NOW = Date.UTC(2026, 10, 21);
const newProject = () => `prj_${encodeIdBytes(randomBytes(26))}`;
const route = (name: string | number, target = `/res/${name}.jpg`) => ({
  path: `/${name}`,
  target,
});

/** The promises of every store of routes. */
export function describeRouteStore(name: string, create: () => Promise<RouteStoreUnderTest>) {
  describe(`routes: ${name} (delivery.old-addresses)`, () => {
    let test: RouteStoreUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());

    it('are found by project and path, replaced and removed', async () => {
      const { routes } = test;
      const [projectId, other] = [newProject(), newProject()];
      const odd = { path: '/a b/%/é😀?c=%20&d=', target: '/res/x.webp?width=3' };
      expect(await routes.putRoutes(projectId, [route('one'), odd], 5)).toBe(true);
      expect(await routes.getTarget(projectId, '/one')).toBe('/res/one.jpg');
      expect(await routes.getTarget(projectId, odd.path)).toBe(odd.target);
      expect(await routes.getTarget(projectId, '/One')).toBeUndefined();
      expect(await routes.getTarget(other, '/one')).toBeUndefined();
      expect(await routes.putRoutes(projectId, [route('one', '/res/two.jpg')], 5)).toBe(true);
      expect(await routes.getTarget(projectId, '/one')).toBe('/res/two.jpg');
      await routes.removeRoutes(projectId, ['/one', '/one', '/none']);
      expect(await routes.getTarget(projectId, '/one')).toBeUndefined();
      expect(await routes.getTarget(projectId, odd.path)).toBe(odd.target);
    });

    it('are listed in order, page by page', async () => {
      const { routes } = test;
      const projectId = newProject();
      const all = Array.from({ length: 60 }, (_, at) => route(100 + at));
      expect(await routes.putRoutes(projectId, all, 60)).toBe(true);
      const listed = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<RouteStore['listRoutes']>> = await routes.listRoutes(
          projectId,
          25,
          after,
        );
        listed.push(...page.routes);
        after = page.next;
      } while (after !== null);
      expect(listed).toEqual(all);
    });

    it('have a bound, which replaced ones do not reach', async () => {
      const { routes } = test;
      const projectId = newProject();
      expect(await routes.putRoutes(projectId, [route(1), route(2), route(2)], 2)).toBe(true);
      expect(await routes.putRoutes(projectId, [route(1), route(2)], 2)).toBe(true);
      expect(await routes.putRoutes(projectId, [route(1, '/res/y.jpg'), route(3)], 2)).toBe(false);
      expect(await routes.getTarget(projectId, '/1')).toBe('/res/1.jpg');
      expect(await routes.getTarget(projectId, '/3')).toBeUndefined();
    });

    it('end with their project, and with no other', async () => {
      const { routes, cleanup } = test;
      const [projectId, other] = [newProject(), newProject()];
      await routes.putRoutes(projectId, [route(1), route(2)], 9);
      await routes.putRoutes(other, [route(1)], 9);
      await cleanup.remove('counters_removed', { projectId, accountId: 'acc_a' }, NOW);
      expect((await routes.listRoutes(projectId, 9, null)).routes).toEqual([]);
      expect(await routes.getTarget(other, '/1')).toBe('/res/1.jpg');
    });
  });
}
