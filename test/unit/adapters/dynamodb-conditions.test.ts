import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { imageItem } from '../../../adapters/dynamodb/images/image-rows.ts';
import { listKey } from '../../../adapters/dynamodb/images/list-entries.ts';
import type { Image } from '../../../core/images/image-states.ts';
import {
  CALLS,
  CLAIM,
  HELD,
  HELD_ROW,
  rowKey,
  SAVED,
  someItems,
  TO_SAVE,
} from './support/dynamo-calls.ts';
import { openFakeTables, type Sent } from './support/fake-tables.ts';
import { cancelledAt, fault } from './support/faults.ts';
import { settle } from './support/settle.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Items = ReturnType<typeof someItems>;
const isConditional = (input: Sent) =>
  input.TransactItems !== undefined || input.UpdateExpression !== undefined;

function putImage(items: Items, image: Image): void {
  items.set(`${image.imageId}/record`, imageItem(image));
}

/**
 * Runs a call whose first conditional write fails at its part `at`, because of what `meanwhile`
 * writes just before.
 */
async function runRefused(name: string, at: number, meanwhile: (items: Items) => void = () => {}) {
  const items = someItems();
  const tables = openFakeTables(items);
  let isStruck = false;
  tables.strikeWith((input) => {
    if (isStruck || !isConditional(input)) return undefined;
    isStruck = true;
    meanwhile(items);
    const count = input.TransactItems?.length;
    return count === undefined
      ? fault('ConditionalCheckFailedException')
      : cancelledAt(count, at, 'ConditionalCheckFailed');
  });
  const settled = await settle(CALLS[name]?.(tables.client) ?? Promise.reject());
  return { settled, writes: tables.sent.filter(isConditional), tables };
}

const answers = (value: unknown) => ({ status: 'fulfilled', value });

describe('a condition that fails in DynamoDB', () => {
  it.each(['addApiKey', 'addUploadKey', 'addProject', 'addTemporaryImage'])(
    '%s refuses a record that exists already',
    async (name) => {
      const at = name === 'addProject' ? 1 : 0;
      const { settled, writes } = await runRefused(name, at);
      expect(settled).toMatchObject({ reason: { message: expect.stringContaining('already') } });
      expect(writes).toHaveLength(1);
    },
  );

  it.each(['setAllowedOrigins', 'forget'])('%s of a missing record does nothing', async (name) => {
    const { settled, writes } = await runRefused(name, 0);
    expect(settled).toEqual(answers(undefined));
    expect(writes).toHaveLength(1);
  });

  it('counts a call once whose answer was lost (uploads.rate-limit)', async () => {
    const { settled, writes } = await runRefused('countUp', 0, (items) =>
      items.set('rate#k#0', { used: 4 }),
    );
    expect(settled).toEqual(answers(4));
    expect(writes).toHaveLength(1);
  });

  it('an upload that came behind another is counted again, under a new token (uploads.rate-limit)', async () => {
    const { settled, writes } = await runRefused('addTemporaryImage', 1);
    expect(settled).toEqual(answers('added'));
    expect(new Set(writes.map((write) => write.ClientRequestToken)).size).toBe(2);
  });

  it('a save over the quota is refused and not tried again (quotas.images)', async () => {
    const { settled, writes } = await runRefused('saveImage', 1);
    expect(settled).toEqual(answers({ outcome: 'quota_exceeded' }));
    expect(writes).toHaveLength(1);
  });

  it('a save that another came before answers with its image (saving.idempotent)', async () => {
    const { settled, writes } = await runRefused('saveImage', 0, (items) =>
      putImage(items, TO_SAVE),
    );
    expect(settled).toEqual(answers({ outcome: 'already_saved', image: TO_SAVE }));
    expect(writes).toHaveLength(1);
  });

  it('a save that meets the quota and another save answers with the image (saving.idempotent)', async () => {
    const { settled } = await runRefused('saveImage', 1, (items) => putImage(items, TO_SAVE));
    expect(settled).toEqual(answers({ outcome: 'already_saved', image: TO_SAVE }));
  });

  it('a save after the end of its image is refused (temporary.lifetime)', async () => {
    const { settled } = await runRefused('saveImage', 2, (items) =>
      items.delete(`${TO_SAVE.temporaryImageId}/record`),
    );
    expect(settled).toEqual(answers({ outcome: 'ended' }));
  });

  it('a metadata change of another version answers false and is not tried again (metadata.max-keys, security.no-lost-metadata)', async () => {
    const { settled, writes } = await runRefused('replaceMetadata', 0);
    expect(settled).toEqual(answers(false));
    expect(writes).toHaveLength(1);
  });

  it('a delete that another came before answers false (deletion.repeatable)', async () => {
    const { settled, writes } = await runRefused('markDeleting', 0, (items) =>
      putImage(items, { ...SAVED, state: 'deleting', deletedAt: 1 }),
    );
    expect(settled).toEqual(answers(false));
    expect(writes).toHaveLength(1);
  });

  it('a delete that a change of metadata came before takes the image out of its new lists (deletion.steps, calls.list-images)', async () => {
    const changed = { ...SAVED, version: 2, metadata: { z: '9' } };
    const { settled, writes } = await runRefused('markDeleting', 0, (items) =>
      putImage(items, changed),
    );
    expect(settled).toEqual(answers(true));
    const [first, second, ...more] = writes.map(({ TransactItems }) =>
      JSON.stringify(TransactItems),
    );
    expect(more).toEqual([]);
    expect(first).toContain('version = :version');
    const keyOf = (value: string, key = 'a') =>
      listKey({ projectId: SAVED.projectId, pair: { key, value } });
    expect(first).toContain(keyOf('1'));
    expect(second).not.toContain(keyOf('1'));
    expect(second).toContain(keyOf('9', 'z'));
    expect(second).toContain('":version":2');
  });

  it('a delete continues if the temporary record was removed meanwhile (deletion.steps)', async () => {
    const { settled, writes } = await runRefused('markDeleting', 4, (items) =>
      items.delete(`${SAVED.temporaryImageId}/record`),
    );
    expect(settled).toEqual(answers(true));
    expect(writes.map((write) => write.TransactItems?.length)).toEqual([5, 4]);
  });

  it('a delete after an ownership transfer lowers the count of the new account, from one to the next (quotas.images, members.ownership-transfer)', async () => {
    const items = someItems();
    const to = (accountId: string) => ({ used: 0, [`moved#${SAVED.projectId}`]: accountId });
    items.set(`images#${SAVED.accountId}`, to('acc_second'));
    items.set('images#acc_second', to('acc_third'));
    const tables = openFakeTables(items);
    const countedTo = ({ TransactItems }: Sent) =>
      /images#(acc_\w+)/.exec(JSON.stringify(TransactItems))?.[1];
    tables.strikeWith((input) =>
      input.TransactItems && countedTo(input) !== 'acc_third'
        ? cancelledAt(input.TransactItems.length, 1, 'ConditionalCheckFailed')
        : undefined,
    );
    const settled = await settle(CALLS.markDeleting?.(tables.client) ?? Promise.reject());
    expect(settled).toEqual(answers(true));
    const writes = tables.sent.filter(isConditional);
    expect(writes.map(countedTo)).toEqual([SAVED.accountId, 'acc_second', 'acc_third']);
  });

  it.each([
    [0, 'outdated'],
    [1, 'last_owner'],
    [2, 'outdated'],
  ])(
    'a change of a member that fails at its part %i is reported as %s (members.roles)',
    async (at, outcome) => {
      const { settled, writes } = await runRefused('changeMember', at);
      expect(settled).toEqual(answers(outcome));
      expect(writes).toHaveLength(1);
    },
  );

  it.each([
    [0, 'images_exceeded'],
    [1, 'projects_exceeded'],
    ...[2, 3, 4, 5, 6].map((at): [number, string] => [at, 'outdated']),
  ] as [number, string][])(
    'an ownership transfer that fails at its part %i is reported as %s (members.ownership-transfer)',
    async (at, outcome) => {
      const { settled, writes } = await runRefused('transfer', at);
      expect(settled).toEqual(answers(outcome));
      expect(writes).toHaveLength(1);
    },
  );

  it('an invitation that was accepted meanwhile is not found, and a removed project is not joined (members.invitations)', async () => {
    const taken = await runRefused('acceptInvitation', 0, (items) =>
      items.delete('invitation#code/code'),
    );
    expect(taken.settled).toEqual(answers('not_found'));
    const gone = await runRefused('acceptInvitation', 4);
    expect(gone.settled).toEqual(answers('not_found'));
    const joined = await runRefused('acceptInvitation', 2, (items) =>
      items.set('prj_a/acc_new', {
        projectId: 'prj_a',
        accountId: 'acc_new',
        role: 'viewer',
        createdAt: 1,
      }),
    );
    expect(joined.settled).toEqual(answers('already_member'));
    const lowered = await runRefused('acceptInvitation', 3, (items) =>
      items.set('prj_a/acc_a', {
        projectId: 'prj_a',
        accountId: 'acc_a',
        role: 'viewer',
        createdAt: 1,
      }),
    );
    expect(lowered.settled).toEqual(answers('not_found'));
    expect((await runRefused('revokeInvitation', 0)).settled).toEqual(answers(false));
  });

  it('a purge that has ended keeps the time of its last step (deletion.steps)', async () => {
    const { settled, writes } = await runRefused('endPurge', 0);
    expect(settled).toEqual(answers(undefined));
    expect(writes.map((write) => write.UpdateExpression)).toEqual([
      expect.stringContaining('REMOVE purge'),
      'SET #step = if_not_exists(#step, :at)',
    ]);
  });

  it('a new rendition over the quota is refused and not tried again (quotas.transformations, quotas.over-limit)', async () => {
    const { settled, writes } = await runRefused('claim', 1, (items) =>
      items.set(HELD_ROW.countedIn, { used: 2 }),
    );
    expect(settled).toEqual(answers({ outcome: 'quota_exceeded' }));
    expect(writes).toHaveLength(1);
  });

  it('a claim that another came before is in progress (quotas.transformations)', async () => {
    const { settled } = await runRefused('claim', 0, (items) =>
      items.set(rowKey(CLAIM), { ...HELD_ROW, owner: 'you' }),
    );
    expect(settled).toEqual(answers({ outcome: 'in_progress' }));
  });

  it('a claim that the delete came before is gone (security.deletion-final)', async () => {
    const { settled } = await runRefused('claim', 1, (items) =>
      putImage(items, { ...SAVED, state: 'deleting', deletedAt: 1 }),
    );
    expect(settled).toEqual(answers({ outcome: 'image_gone' }));
  });

  it('a lease that another took over meanwhile is neither completed nor given back (quotas.failed-renditions)', async () => {
    for (const [name, answer] of [
      ['complete', false],
      ['release', undefined],
    ] as const) {
      const { settled, writes } = await runRefused(name, 0, (items) =>
        items.set(rowKey(HELD), { ...HELD_ROW, owner: 'you' }),
      );
      expect(settled.status).toBe('fulfilled');
      if (name === 'complete') expect(settled).toEqual(answers(answer));
      expect(writes).toHaveLength(1);
    }
  });

  it('a rendition is not completed where the delete came before (security.deletion-final)', async () => {
    const { settled, writes } = await runRefused('complete', 0, (items) =>
      putImage(items, { ...SAVED, state: 'deleting', deletedAt: 1 }),
    );
    expect(settled).toEqual(answers(false));
    expect(writes).toHaveLength(1);
  });

  it('a rendition that a delete overtook while it was marked ready is taken back (security.deletion-final)', async () => {
    const items = someItems();
    const tables = openFakeTables(items);
    const row = rowKey(HELD);
    tables.strikeWith((input) => {
      if (!isConditional(input)) return undefined;
      putImage(items, { ...SAVED, state: 'deleting', deletedAt: 1 });
      items.set(row, { ...HELD_ROW, state: 'ready', isCounted: true });
      return undefined;
    });
    const settled = await settle(CALLS.complete?.(tables.client) ?? Promise.reject());
    expect(settled).toEqual(answers(false));
    const [, taken] = tables.sent.filter(isConditional).map(({ TransactItems }) => TransactItems);
    const kinds = (taken as object[]).map((write) => Object.keys(write)[0]);
    expect(kinds).toEqual(['Delete', 'Update']); // the row, and its unit
  });

  it('renderers write under the key of renditions and of counters alone (security.least-privilege)', async () => {
    for (const name of ['claim', 'complete', 'release', 'recordTimeout', 'forget']) {
      const tables = openFakeTables(someItems());
      await settle(CALLS[name]?.(tables.client) ?? Promise.reject());
      const keys = tables.sent
        .filter(isConditional)
        .flatMap(({ TransactItems, Key }) => TransactItems ?? [{ Update: { Key } }])
        .flatMap((write) => Object.values(write as Record<string, { Key?: object; Item?: object }>))
        .map(({ Key, Item }) => Object.values((Key ?? Item) as object)[0] as string);
      expect(keys.length).toBeGreaterThan(0);
      for (const key of keys) expect(key).toMatch(/^(renditions#img_|transformations)/);
    }
  });

  const RING_KEY = 'project#prj_a#api';
  const changedRing = (items: Items) => {
    const ring = items.get(RING_KEY);
    items.set(RING_KEY, { ...ring, version: 2 });
  };

  it.each([
    ['createKey', 1],
    ['rotateKey', 2],
    ['revokeKey', 1],
  ])(
    '%s is decided again after another change of the project’s keys (keys.rotation)',
    async (name, at) => {
      const { settled, writes } = await runRefused(name, at, changedRing);
      expect(settled.status).toBe('fulfilled');
      expect(new Set(writes.map((write) => write.ClientRequestToken)).size).toBe(2);
      const versions = writes.map((write) => /":was":(\d)/.exec(JSON.stringify(write))?.[1]);
      expect(versions).toEqual(['1', '2']);
    },
  );

  it('a key that was rotated or revoked meanwhile is not rotated (keys.rotation, keys.revocation)', async () => {
    for (const change of [{ replacedBy: 'key_c' }, { revokedAt: 1 }]) {
      const { settled, writes } = await runRefused('rotateKey', 2, (items) => {
        changedRing(items);
        items.set('sha256#hash', { ...items.get('sha256#hash'), ...change });
      });
      expect(settled).toEqual(answers('not_rotatable'));
      expect(writes).toHaveLength(1);
    }
  });

  it('a key that was revoked meanwhile keeps the time of its revocation (keys.revocation)', async () => {
    const { settled, writes } = await runRefused('revokeKey', 1, (items) => {
      changedRing(items);
      items.set('sha256#hash', { ...items.get('sha256#hash'), revokedAt: 1 });
    });
    expect(settled).toEqual(answers(true));
    expect(writes).toHaveLength(1);
  });

  it('a use that another was noted before, or of a key that is gone, is no error (keys.last-used)', async () => {
    const { settled, writes } = await runRefused('touchKey', 0);
    expect(settled).toEqual(answers(undefined));
    expect(writes).toHaveLength(1);
  });

  it('is decided by a new read even if another transaction was met too', async () => {
    const items = someItems();
    const tables = openFakeTables(items);
    tables.strikeWith((input) => {
      if (!input.TransactItems || items.has(`${TO_SAVE.imageId}/record`)) return undefined;
      putImage(items, TO_SAVE);
      const error = cancelledAt(4, 0, 'ConditionalCheckFailed');
      return Object.assign(error, {
        CancellationReasons: ['ConditionalCheckFailed', 'TransactionConflict', 'None', 'None'].map(
          (Code) => ({ Code }),
        ),
      });
    });
    const settled = await settle(CALLS.saveImage?.(tables.client) ?? Promise.reject());
    expect(settled).toEqual(answers({ outcome: 'already_saved', image: TO_SAVE }));
  });
});
