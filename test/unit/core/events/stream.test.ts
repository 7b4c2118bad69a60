import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { imageItem, temporaryItem } from '../../../../adapters/dynamodb/images/image-rows.ts';
import { createEventBridgeSink } from '../../../../adapters/eventbridge/event-sink.ts';
import { EVENT_TYPES } from '../../../../core/events/event-types.ts';
import { createEvent, type ServiceEvent } from '../../../../core/events/service-event.ts';
import { PLANS } from '../../../../core/projects/plans.ts';
import { createHandler } from '../../../../lambdas/background/publish-events.ts';
import { changeOfRecord } from '../../../../lambdas/background/stream-changes.ts';
import type { RecordServices } from '../../../../lambdas/composition/services.ts';
import { makeImage, makeTemporary } from '../../../contract/image-store.ts';

type Item = Record<string, unknown> | undefined;

/** A record of a stream, as Lambda hands it on. */
function record(item: Item, previous?: Item, eventID = 'e1'): DynamoDBRecord {
  const dynamodb = {
    ApproximateCreationDateTime: 1_795_251_600,
    ...(item ? { NewImage: marshall(item, { removeUndefinedValues: true }) } : {}),
    ...(previous ? { OldImage: marshall(previous, { removeUndefinedValues: true }) } : {}),
  };
  return { eventID, dynamodb } as DynamoDBRecord;
}

const temporary = makeTemporary('prj_a');
const image = makeImage(temporary, { metadata: { a: 'secret' } });
const saved = imageItem(image);
const OTHER = `img_${'o'.repeat(26)}`;
const told: ServiceEvent[] = [];
const services = {
  cdnUrl: 'https://cdn.example.com',
  projects: { getProject: async () => ({ plan: PLANS.free }) },
  log: { info: () => undefined },
} as unknown as RecordServices;
const sink = { send: async (events: readonly ServiceEvent[]) => void told.push(...events) };
async function tell(...Records: DynamoDBRecord[]) {
  told.length = 0;
  await createHandler(services, [sink])({ Records });
  return told.map(({ type }) => type);
}

describe('a stream of DynamoDB', () => {
  it('publishes nothing of items that a move wrote, and every later change of them', async () => {
    const moved = { ...saved, movedAt: 5 };
    const counter = { counter: 'images#acc_a', used: 80, prj_a: 80, movedAt: 5 };
    const nothing = await tell(
      record(moved),
      record({ ...moved, movedAt: 6, version: 2 }, moved),
      record({ ...temporaryItem(temporary), movedAt: 5 }),
      record(counter),
    );
    expect(nothing).toEqual([]);
    expect(await tell(record({ ...moved, version: 2 }, moved))).toEqual(['image.metadata_updated']);
  });

  it('publishes an upload, by the form too, a save, a change and a deletion', async () => {
    const item = temporaryItem(temporary);
    const types = await tell(
      record(item),
      record(item, { ...item, state: 'pending' }),
      record(saved),
      record({ ...saved, version: 2 }, saved),
      record({ ...saved, version: 2, originalId: OTHER }, saved),
      record({ ...saved, version: 3, originalId: OTHER }, { ...saved, originalId: OTHER }),
      record({ ...saved, state: 'deleting', purge: 'due' }, saved),
    );
    expect(types).toEqual([
      'temporary_image.uploaded',
      'temporary_image.uploaded',
      'image.saved',
      'image.metadata_updated',
      'image.replaced',
      'image.metadata_updated',
      'image.deleted',
    ]);
    for (const { type, data } of told) {
      expect(EVENT_TYPES[type].data.safeParse(data).error).toBeUndefined();
    }
    expect(told[0]?.id).toBe(told[1]?.id);
    expect(JSON.stringify(told)).not.toMatch(/secret|brücke/);
  });

  it('publishes no other change of the tables', async () => {
    const item = temporaryItem(temporary);
    const types = await tell(
      record({ ...item, isSaved: true }, item),
      record({ ...item, state: 'expired' }, item),
      record({ ...item, state: 'pending' }),
      record(undefined, saved),
      record({ ...saved, generation: 1, purge: 'due' }, saved),
      record({ ...saved, state: 'deleted' }, { ...saved, state: 'deleting' }),
      record({ id: image.imageId, part: 'rendition#a.jpg', state: 'ready' }),
      record({ ...saved, part: `version#${image.imageId}` }),
      record({ id: 'list#prj_a', part: '1#img_a' }),
      record({ counter: 'rate#x#1', count: 5 }),
      record({ counter: 'unsaved#prj_a', used: 40 }, { counter: 'unsaved#prj_a', used: 39 }),
    );
    expect(types).toEqual([]);
  });

  it('publishes a quota by the count before and after, whichever counter (quotas.warnings)', async () => {
    const grown = (counter: string, before: number, after: number) =>
      record(
        { counter, used: after, prj_a: 2, prj_b: after - 1 },
        { counter, used: before, prj_a: 2, prj_b: before - 1 },
      );
    const types = await tell(
      grown('images#acc_a', 39, 40),
      grown('images#acc_a', 40, 39),
      grown('images#acc_a', 40, 41),
      grown('transformations#acc_a#2026-11', 99, 100),
      grown('bandwidth#acc_a#2026-11', 1, 2e9),
    );
    expect(types).toEqual(['quota.warning', 'quota.exceeded', 'quota.warning', 'quota.exceeded']);
    expect(told.map(({ projectId }) => projectId)).toEqual(Array(4).fill('prj_b'));
    expect(told[1]?.data).toEqual({
      accountId: 'acc_a',
      quota: 'transformations',
      month: '2026-11',
      used: 100,
      limit: 100,
    });
  });

  it('counts no rendition in progress, and adds up the shards (quotas.warnings)', async () => {
    const result = { counter: 'transformations#acc_a#2026-11', shardSum: 3 };
    const types = await tell(
      record(
        { ...result, used: 80, prj_a: 70, 'making#x': 1, 'making#y': 1 },
        { ...result, used: 79, prj_a: 70, 'making#y': 1 },
      ),
      record(
        { ...result, used: 78, prj_a: 77, 'making#x': 1 },
        { ...result, used: 78, prj_a: 76, 'making#x': 1, 'making#y': 1 },
      ),
    );
    expect(types).toEqual(['quota.warning']);
    expect(told.at(-1)?.data).toMatchObject({ used: 80, limit: 100 });
  });

  it('makes the same event of a record that comes again', async () => {
    const growth = record({ counter: 'images#acc_a', used: 50, prj_a: 50 }, { used: 0 }, 'e9');
    await tell(growth);
    const first = told.map(({ id }) => id);
    await tell(growth);
    expect(told.map(({ id }) => id)).toEqual(first);
    expect(changeOfRecord(growth)).toMatchObject({ changeId: 'e9', changedAt: 1_795_251_600_000 });
  });

  it('comes again if a sink did not accept all', async () => {
    const failing = { send: () => Promise.reject(new Error('not taken')) };
    const handle = createHandler(services, [failing]);
    await expect(handle({ Records: [record(saved)] })).rejects.toThrow('not taken');
    await expect(handle({ Records: [record(undefined, saved)] })).resolves.toBeUndefined();
  });
});

describe('the bus of EventBridge', () => {
  const events = Array.from({ length: 12 }, (_, at) =>
    createEvent('image.deleted', [at], {
      at: 0,
      projectId: 'prj_a',
      data: { imageId: `img_${at}`, imageUrl: 'u' },
    }),
  );
  const taken = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ EventId: String(at) }));
  const sentBy = (mock: ReturnType<typeof mockClient>) =>
    mock.commandCalls(PutEventsCommand).map(({ args }) => args[0].input.Entries ?? []);

  it('gets ten together, each whole in its detail', async () => {
    const mock = mockClient(EventBridgeClient);
    mock.on(PutEventsCommand).callsFake(({ Entries }) => ({ Entries: taken(Entries.length) }));
    await createEventBridgeSink(mock as unknown as EventBridgeClient, 'bus').send(events);
    const sent = sentBy(mock as never);
    expect(sent.map((entry) => entry.length)).toEqual([10, 2]);
    expect(sent.flat().map(({ Detail = '' }) => JSON.parse(Detail))).toEqual(events);
    expect(sent[0]?.[0]).toMatchObject({
      EventBusName: 'bus',
      Source: 'imagewell',
      DetailType: 'image.deleted',
      Time: new Date(0),
    });
  });

  it('gets again only those that it did not take, and rejects where it takes them not then either', async () => {
    const mock = mockClient(EventBridgeClient);
    const partly = [...taken(1), { ErrorCode: 'ThrottlingException' }];
    mock
      .on(PutEventsCommand)
      .resolvesOnce({ Entries: partly })
      .resolves({ Entries: taken(1) });
    const bus = createEventBridgeSink(mock as unknown as EventBridgeClient, 'bus');
    await bus.send(events.slice(0, 2));
    expect(sentBy(mock as never).map((entry) => entry.length)).toEqual([2, 1]);
    mock.reset();
    mock.on(PutEventsCommand).resolves({ Entries: [{ ErrorCode: 'InternalFailure' }] });
    await expect(bus.send(events.slice(0, 1))).rejects.toThrow('1 events were not accepted');
  });
});
