import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../core/audit/audit-event.ts';
import { encodeIdBytes } from '../../core/images/ids.ts';
import type { AuditStore, AuditTrail } from '../../core/ports/members/audit-store.ts';

/** Two of the store over one set of records, as two processes have. */
export interface AuditStoresUnderTest {
  readonly stores: readonly [AuditStore, AuditStore];
  remove(): Promise<void>;
}

const newId = () => encodeIdBytes(randomBytes(26));
const NOW = Date.UTC(2026, 10, 21);

/** One audit event. */
export function makeEvent(changes: Partial<AuditEvent> = {}): AuditEvent {
  return {
    eventId: `aud_${newId()}`,
    at: NOW,
    projectId: 'prj_a',
    action: 'create-api-key',
    outcome: 'unknown',
    code: null,
    subject: { keyId: 'key_a' },
    fields: ['name'],
    actor: { kind: 'person', accountId: 'acc_a', role: 'owner' },
    sourceAddress: '127.0.0.1',
    requestId: 'r',
    ...changes,
  };
}

/** The promises of every audit store. */
export function describeAuditStore(name: string, create: () => Promise<AuditStoresUnderTest>) {
  describe(`the audit trail: ${name}`, () => {
    let test: AuditStoresUnderTest;
    let auditStore: AuditStore;
    let two: AuditStore;
    beforeAll(async () => {
      test = await create();
      [auditStore, two] = test.stores;
    });
    afterAll(() => test.remove());
    const newTrail = (): AuditTrail => `project#prj_${newId()}`;
    const all = (trail: AuditTrail) => two.listEvents({ trail, limit: 50, before: null, after: 0 });

    it('is read back as it was written, immediately, in its own trail', async () => {
      const trail = newTrail();
      const event = makeEvent();
      const byKey = makeEvent({ at: NOW + 2, actor: { kind: 'apiKey', keyId: 'key_a' } });
      const byOperator = makeEvent({
        at: NOW + 1,
        actor: { kind: 'operator' },
        projectId: null,
        code: 'x',
        outcome: 'refused',
        subject: {},
        fields: [],
        sourceAddress: null,
        requestId: null,
      });
      await auditStore.putEvent(trail, event);
      await auditStore.putEvent(trail, byOperator);
      await auditStore.putEvent(trail, byKey);
      expect(await all(trail)).toEqual([byKey, byOperator, event]);
      expect(await all(newTrail())).toEqual([]);
    });

    it('an unknown end becomes a known one, and a known one stays', async () => {
      const trail = newTrail();
      const begun = makeEvent();
      const done = makeEvent({ ...begun, outcome: 'done' });
      await auditStore.putEvent(trail, begun);
      await two.putEvent(trail, done);
      expect(await all(trail)).toEqual([done]);
      await auditStore.putEvent(trail, done); // a write whose answer was lost
      await auditStore.putEvent(trail, begun);
      await auditStore.putEvent(trail, { ...begun, outcome: 'refused', code: 'key_not_found' });
      expect(await all(trail)).toEqual([done]);
    });

    it('is listed newest first, page by page, also what began in one millisecond', async () => {
      const trail = newTrail();
      const times = [NOW, NOW + 1, NOW + 1, NOW + 1, NOW + 2, NOW + 8_640_000];
      const events = times.map((at) => makeEvent({ at }));
      await Promise.all(
        events.map((event, i) => (i % 2 ? auditStore : two).putEvent(trail, event)),
      );
      const listed: AuditEvent[] = [];
      for (;;) {
        const last = listed.at(-1);
        const before = last ? { at: last.at, id: last.eventId } : null;
        const page = await auditStore.listEvents({ trail, limit: 2, before, after: 0 });
        listed.push(...page);
        if (page.length < 2) break;
      }
      expect(listed.map(({ at }) => at)).toEqual(times.toReversed());
      expect(new Set(listed.map(({ eventId }) => eventId)).size).toBe(events.length);
    });

    it('is listed while it is younger than the requested age', async () => {
      const trail = newTrail();
      const events = [makeEvent({ at: NOW }), makeEvent({ at: NOW + 1 })];
      for (const event of events) await auditStore.putEvent(trail, event);
      const younger = async (than: number) =>
        (await two.listEvents({ trail, limit: 5, before: null, after: than })).length;
      expect(await younger(NOW - 1)).toBe(2);
      expect(await younger(NOW)).toBe(1);
      expect(await younger(NOW + 1)).toBe(0);
    });
  });
}
