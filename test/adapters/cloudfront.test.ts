import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import {
  BY_PATH,
  createCloudFrontEdgePurge,
  type InvalidationForm,
} from '../../adapters/edge-purge/cloudfront.ts';
import type { AnyImageId } from '../../core/images/ids.ts';
import { fault } from './support/faults.ts';

function open(form?: InvalidationForm) {
  const mock = mockClient(CloudFrontClient);
  mock.on(CreateInvalidationCommand).resolves({});
  const pauses: number[] = [];
  const pause = async (ms: number) => void pauses.push(ms);
  const client = mock as unknown as CloudFrontClient;
  const edge = createCloudFrontEdgePurge(client, 'DIST', form, pause);
  const batches = () =>
    mock.commandCalls(CreateInvalidationCommand).map(({ args }) => args[0].input.InvalidationBatch);
  return { mock, edge, batches, pauses };
}

describe('a purge of CloudFront', () => {
  it('forgets pictures by their tags, each once, in one invalidation', async () => {
    const { edge, batches } = open();
    await edge.purge(['img_a', 'tmp_a', 'img_a']);
    expect(batches().map((one) => one?.Paths)).toEqual([
      { Quantity: 2, Items: ['#img_a', '#tmp_a'] },
    ]);
  });

  it('by path takes one wildcard a picture, and never more than fifteen at once', async () => {
    const { edge, batches } = open(BY_PATH);
    const ids = Array.from({ length: 20 }, (_, at): AnyImageId => `img_${at}`);
    await edge.purge(ids);
    expect(batches().map((one) => one?.Paths?.Quantity)).toEqual([15, 5]);
    expect(batches().flatMap((one) => one?.Paths?.Items)).toEqual(ids.map((id) => `/res/${id}*`));
  });

  it('C6.14 forgets a whole project by its tag, by path everything', async () => {
    for (const [form, entry] of [
      [undefined, '#prj_a'],
      [BY_PATH, '/res/*'],
    ] as const) {
      const { edge, batches } = open(form);
      await edge.purgeProject('prj_a');
      expect(batches().map((one) => one?.Paths)).toEqual([{ Quantity: 1, Items: [entry] }]);
    }
  });

  it.each(['TooManyInvalidationsInProgress', 'Throttling'])(
    'waits while CloudFront says %s, longer each time, and rejects in the end: the queue delivers it again',
    async (name) => {
      const { mock, edge, pauses } = open();
      mock.on(CreateInvalidationCommand).rejects(fault(name));
      await expect(edge.purge(['img_a'])).rejects.toMatchObject({ name });
      expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000]);
    },
  );

  it('is one and the same invalidation over all its tries', async () => {
    const { mock, edge, batches } = open();
    mock.on(CreateInvalidationCommand).rejectsOnce(fault('Throttling')).resolves({});
    await edge.purge(['img_a']);
    const [first, second] = batches();
    expect([second, batches().length]).toEqual([first, 2]);
  });

  it('rejects at once where waiting does not help', async () => {
    const { mock, edge, pauses } = open();
    mock.on(CreateInvalidationCommand).rejects(fault('AccessDenied'));
    await expect(edge.purge(['img_a'])).rejects.toMatchObject({ name: 'AccessDenied' });
    expect(pauses).toEqual([]);
  });

  it('SECURITY 15 is a new one each time: the last sweep is not answered with the first purge', async () => {
    const { edge, batches } = open();
    await edge.purge(['img_a']);
    await edge.purge(['img_a']);
    const [first, second] = batches().map((one) => one?.CallerReference);
    expect(first).not.toBe(second);
  });

  it('of nothing asks for nothing', async () => {
    const { edge, batches } = open();
    await edge.purge([]);
    expect(batches()).toEqual([]);
  });
});
