import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import {
  BY_PATH,
  BY_TAG,
  createCloudFrontEdgePurge,
  type InvalidationForm,
} from '../../../adapters/cloudfront/edge-purge.ts';
import type { ImageIds } from '../../../core/images/ids.ts';
import { fault } from './support/faults.ts';

const image = (name: string): ImageIds => ({
  imageId: `img_${name}`,
  temporaryImageId: `tmp_${name}`,
});

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
  it('forgets an image and its temporary image by one tag, each once, in one invalidation (deletion.cdn-copies)', async () => {
    const { edge, batches } = open();
    await edge.purge([image('a'), image('b'), image('a')]);
    expect(batches().map((entry) => entry?.Paths)).toEqual([
      { Quantity: 2, Items: ['#img_a', '#img_b'] },
    ]);
  });

  it('forgets many of one project by the tag of the project, and those of others by their own (deletion.cdn-copies)', async () => {
    const { edge, batches } = open();
    const { maxImagesOfProject } = BY_TAG;
    const own = (projectId: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...image(`${projectId}${at}`), projectId }));
    const [many, most, unknown] = [
      own('prj_many', maxImagesOfProject + 1),
      own('prj_most', maxImagesOfProject),
      [image('x'), image('y')],
    ];
    await edge.purge([...many, ...most, ...unknown, ...many]);
    const items = batches().flatMap((entry) => entry?.Paths?.Items ?? []);
    expect(items).toHaveLength(1 + maxImagesOfProject + 2);
    expect(items[0]).toBe('#prj_many');
    expect(items).not.toContain('#prj_most');
    expect(items).toEqual(expect.arrayContaining(most.map(({ imageId }) => `#${imageId}`)));
  });

  it('by path takes one wildcard for each of its ids, and never more than fifteen together', async () => {
    const { edge, batches } = open(BY_PATH);
    const images = Array.from({ length: 40 }, (_, at) => image(String(at)));
    await edge.purge(images.map((image) => ({ ...image, projectId: 'prj_a' })));
    expect(batches().map((entry) => entry?.Paths?.Quantity)).toEqual([15, 15, 15, 15, 15, 5]);
    const paths = images.flatMap(({ imageId, temporaryImageId }) => [
      `/res/${imageId}*`,
      `/res/${temporaryImageId}*`,
    ]);
    expect(batches().flatMap((entry) => entry?.Paths?.Items)).toEqual(paths);
  });

  it('forgets a whole project by its tag, by path everything (signing.cdn-copies)', async () => {
    for (const [form, entry] of [
      [undefined, '#prj_a'],
      [BY_PATH, '/res/*'],
    ] as const) {
      const { edge, batches } = open(form);
      await edge.purgeProject('prj_a');
      expect(batches().map((entry) => entry?.Paths)).toEqual([{ Quantity: 1, Items: [entry] }]);
    }
  });

  it.each(['TooManyInvalidationsInProgress', 'Throttling'])(
    'waits while CloudFront says %s, longer each time, and rejects in the end: the queue delivers it again',
    async (name) => {
      const { mock, edge, pauses } = open();
      mock.on(CreateInvalidationCommand).rejects(fault(name));
      await expect(edge.purge([image('a')])).rejects.toMatchObject({ name });
      expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000]);
    },
  );

  it('is one and the same invalidation over all its tries', async () => {
    const { mock, edge, batches } = open();
    mock.on(CreateInvalidationCommand).rejectsOnce(fault('Throttling')).resolves({});
    await edge.purge([image('a')]);
    const [first, second] = batches();
    expect([second, batches().length]).toEqual([first, 2]);
  });

  it('rejects immediately if waiting does not help', async () => {
    const { mock, edge, pauses } = open();
    mock.on(CreateInvalidationCommand).rejects(fault('AccessDenied'));
    await expect(edge.purge([image('a')])).rejects.toMatchObject({ name: 'AccessDenied' });
    expect(pauses).toEqual([]);
  });

  it('is a new one each time: the last sweep is not answered with the first purge (security.deletion-final)', async () => {
    const { edge, batches } = open();
    await edge.purge([image('a')]);
    await edge.purge([image('a')]);
    const [first, second] = batches().map((entry) => entry?.CallerReference);
    expect(first).not.toBe(second);
  });

  it('of nothing asks for nothing', async () => {
    const { edge, batches } = open();
    await edge.purge([]);
    expect(batches()).toEqual([]);
  });
});
