import { describe, expect, it } from 'vitest';
import type {
  Change,
  ImageSnapshot,
  ImageStates,
  UsageGrowth,
} from '../../../../core/events/change.ts';
import {
  EVENT_TYPE_NAMES,
  EVENT_TYPES,
  SUBSCRIBABLE_TYPE_NAMES,
} from '../../../../core/events/event-types.ts';
import { passedMarks } from '../../../../core/events/quota-marks.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import type { ProjectStore } from '../../../../core/ports/projects/project-store.ts';
import { PLANS } from '../../../../core/projects/plans.ts';
import type { Project } from '../../../../core/projects/project.ts';
import { eventsOfChange } from '../../../../core/use-cases/events/events-of-change.ts';

const ID = 'a'.repeat(26);
const OTHER: ImageId = `img_${'b'.repeat(26)}`;
const IMAGE: ImageSnapshot = {
  imageId: `img_${ID}`,
  temporaryImageId: `tmp_${ID}`,
  projectId: 'prj_a',
  state: 'saved',
  version: 1,
  reviewState: null,
  originalId: null,
  format: 'jpg',
  width: 3,
  height: 2,
  bytes: 100,
};
const WHEN = { changeId: 'c1', changedAt: Date.UTC(2026, 10, 21, 9) };
const needsOf = (plan: Project['plan'] = PLANS.free) => ({
  cdnUrl: 'https://cdn.example.com',
  projects: { getProject: async () => ({ plan }) } as unknown as ProjectStore,
});
const of = (change: Change, plan?: Project['plan']) => eventsOfChange(needsOf(plan), change);
const image = (
  previous: (Pick<ImageStates, 'state' | 'version'> & Partial<ImageStates>) | undefined,
  current: Partial<ImageSnapshot> = {},
): Change => ({
  ...WHEN,
  kind: 'image',
  previous: previous && { reviewState: null, originalId: null, ...previous },
  current: { ...IMAGE, ...current },
});
const growth = (changes: Partial<UsageGrowth>): Change => ({
  ...WHEN,
  kind: 'usage',
  growth: {
    accountId: 'acc_a',
    projectId: 'prj_a',
    quota: 'images',
    month: null,
    before: 0,
    after: 1,
    ...changes,
  },
});

describe('the table of events', () => {
  it.each(EVENT_TYPE_NAMES)('%s: its example is one', (type) => {
    expect(EVENT_TYPES[type].data.safeParse(EVENT_TYPES[type].example).error).toBeUndefined();
  });
});

describe('the events of a review (moderation.pending, moderation.decision)', () => {
  const typesOf = async (change: Change) => (await of(change)).map(({ type }) => type);
  it('follow its state: saved and pending, approved alone, rejected and deleted', async () => {
    const pending = { state: 'saved', version: 1, reviewState: 'pending' } as const;
    expect(await typesOf(image(undefined, pending))).toEqual([
      'image.pending_review',
      'image.saved',
    ]);
    expect(await typesOf(image(pending, { reviewState: 'approved' }))).toEqual(['image.approved']);
    const rejected = { reviewState: 'rejected', state: 'deleting' } as const;
    expect(await typesOf(image(pending, rejected))).toEqual(['image.rejected', 'image.deleted']);
    expect(await typesOf(image(pending, pending))).toEqual([]);
    const approved = { ...pending, reviewState: 'approved' } as const;
    expect(await typesOf(image(approved, { ...approved, version: 2 }))).toEqual([
      'image.metadata_updated',
    ]);
  });

  it('have other ids for new bytes, which wait for a decision of their own (replacing.refused)', async () => {
    const [was, next] = [{ originalId: null }, { originalId: OTHER }];
    const states = { state: 'saved', version: 2 } as const;
    const turn = (of: { originalId: ImageId | null }) => [
      image({ ...states, reviewState: 'pending' }, { ...states, ...of, reviewState: 'approved' }),
      image({ ...states, reviewState: 'approved' }, { ...states, ...of, reviewState: 'pending' }),
    ];
    const events = await Promise.all([...turn(was), ...turn(next)].map((change) => of(change)));
    const reviews = events.flat().filter(({ type }) => type !== 'image.replaced');
    expect(new Set(reviews.map(({ id }) => id)).size).toBe(4);
  });

  it('have other ids for reviewed bytes that a restore shows again (keeping.restore-version, moderation.pending)', async () => {
    const review = (version: number) => {
      const [before, states] = [{ state: 'saved', version: version - 1 } as const, { version }];
      return [
        image({ ...before, reviewState: 'approved' }, { ...states, reviewState: 'pending' }),
        image(
          { state: 'saved', ...states, reviewState: 'pending' },
          { ...states, reviewState: 'approved' },
        ),
      ];
    };
    const changes = [...review(1), ...review(3)];
    const idsOf = async () => {
      const events = (await Promise.all(changes.map((change) => of(change)))).flat();
      return events.filter(({ type }) => type !== 'image.metadata_updated').map(({ id }) => id);
    };
    const ids = await idsOf();
    expect(new Set(ids).size).toBe(4);
    expect(await idsOf()).toEqual(ids);
  });
});

describe('an event', () => {
  it('has one envelope, with data of its type (events.envelope)', async () => {
    const temporary: Change = {
      ...WHEN,
      kind: 'temporary_image',
      current: { ...IMAGE, expiresAt: WHEN.changedAt + 1000 },
    };
    const changes = [
      temporary,
      image(undefined),
      image({ state: 'saved', version: 1 }, { reviewState: 'pending' }),
      image({ state: 'saved', version: 1, reviewState: 'pending' }, { reviewState: 'approved' }),
      image({ state: 'saved', version: 1, reviewState: 'pending' }, { reviewState: 'rejected' }),
      image({ state: 'saved', version: 1 }, { version: 2 }),
      image({ state: 'saved', version: 1 }, { version: 2, originalId: OTHER }),
      image({ state: 'binned', version: 1 }, { version: 2 }),
      image({ state: 'saved', version: 2 }, { state: 'deleting' }),
      growth({ before: 39, after: 40 }),
      growth({ before: 49, after: 50 }),
    ];
    const events = (await Promise.all(changes.map((change) => of(change)))).flat();
    expect(events.map(({ type }) => type)).toEqual(SUBSCRIBABLE_TYPE_NAMES);
    for (const { id, type, timestamp, projectId, data, ...rest } of events) {
      expect(id).toMatch(/^evt_[a-z2-7]{26}$/);
      expect([timestamp, projectId, rest]).toEqual(['2026-11-21T09:00:00.000Z', 'prj_a', {}]);
      expect(EVENT_TYPES[type].data.safeParse(data).error).toBeUndefined();
    }
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  it('has the same id when its change is published again, and another for another change (events.envelope)', async () => {
    const again = (change: Change) => of({ ...change, changeId: 'c2', changedAt: 5 });
    const saved = image(undefined);
    expect((await again(saved))[0]?.id).toBe((await of(saved))[0]?.id);
    const next = (version: number) => of(image({ state: 'saved', version: 1 }, { version }));
    expect((await next(2))[0]?.id).not.toBe((await next(3))[0]?.id);
  });

  it.each([
    ['a purge of renditions', image({ state: 'saved', version: 1 })],
    ['the end of a purge', image({ state: 'deleting', version: 1 }, { state: 'deleted' })],
    ['a step of a purge', image({ state: 'deleting', version: 1 }, { state: 'deleting' })],
  ])('is made for no %s', async (_, change) => {
    expect(await of(change)).toEqual([]);
  });
});

describe('a quota', () => {
  it('is published at 80 % and at 100 %, for the account that reaches them (quotas.warnings)', () => {
    expect(passedMarks(50, 39, 40)).toEqual(['quota.warning']);
    expect(passedMarks(50, 40, 41)).toEqual([]);
    expect(passedMarks(50, 49, 50)).toEqual(['quota.exceeded']);
    expect(passedMarks(50, 50, 51)).toEqual([]);
    expect(passedMarks(1_000_000_000, 5, 3_000_000_000)).toEqual([
      'quota.warning',
      'quota.exceeded',
    ]);
    expect(passedMarks(3, 1, 2)).toEqual([]);
    expect(passedMarks(3, 2, 3)).toEqual(['quota.warning', 'quota.exceeded']);
    expect(passedMarks(null, 0, 1e12)).toEqual([]);
    expect(passedMarks(0, 0, 1)).toEqual([]);
  });

  it('in a month reaches a mark under one id, images theirs under a new id each time (quotas.warnings)', async () => {
    const month = { quota: 'transformations', month: '2026-11', before: 79, after: 80 } as const;
    const idsOf = async (changes: Partial<UsageGrowth>) => {
      const [first] = await of(growth(changes));
      const [other] = await of({ ...growth(changes), changeId: 'c2' });
      return [first?.type, first?.id === other?.id];
    };
    expect(await idsOf(month)).toEqual(['quota.warning', true]);
    expect(await idsOf({ before: 39, after: 40 })).toEqual(['quota.warning', false]);
  });

  it('that is unlimited, or of a removed project, is never published', async () => {
    const change = growth({ before: 39, after: 400 });
    expect(await of(change, PLANS.unlimited)).toEqual([]);
    const gone = { getProject: async () => undefined } as unknown as ProjectStore;
    expect(await eventsOfChange({ ...needsOf(), projects: gone }, change)).toEqual([]);
  });
});
