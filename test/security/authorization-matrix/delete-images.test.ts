import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImageId } from '../../../core/images/ids.ts';
import type { Shown } from './run-call.ts';
import { makeWorld, referenceOf, STATES, type State, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.test.remove());

/** By the state of the image, as its own project sees it. */
const OUTCOMES: Readonly<Record<Exclude<State, 'own'>, string>> = {
  foreign: 'image_not_found',
  unknown: 'image_not_found',
  deleted: 'image_marked_for_deletion',
};
const OTHERS = STATES.filter((state) => state !== 'own');

describe('delete-images', () => {
  const credentials: readonly (readonly [string, (world: World) => [Shown, object]])[] = [
    ['the right key', ({ own }) => [{ apiKey: own.apiKey }, {}]],
    [
      'the token of an editor',
      ({ own, members }) => [{ token: members.editor }, { projectId: own.projectId }],
    ],
  ];

  it.each(credentials)(
    'with %s answers alike for a foreign image and an unknown one, and leaves it (security.foreign-as-unknown)',
    async (_, showing) => {
      const [shown, about] = showing(world);
      const { images } = world.test.services;
      const foreign = referenceOf(world, 'image', 'foreign') as ImageId;
      const before = await images.getImage(foreign);
      const imageIds = OTHERS.map((state) => referenceOf(world, 'image', state));
      const { status, json } = await world.run('delete-images', shown, { ...about, imageIds });
      expect([status, json.images]).toEqual([
        200,
        OTHERS.map((state, at) => ({ imageId: imageIds[at], outcome: OUTCOMES[state] })),
      ]);
      expect(await images.getImage(foreign)).toEqual(before);
      expect(before?.state).toBe('saved');
    },
  );

  it('by metadata finds nothing of another project, however alike (security.foreign-as-unknown)', async () => {
    const { images } = world.test.services;
    const foreign = referenceOf(world, 'image', 'foreign') as ImageId;
    const { apiKey } = world.foreign;
    const marked = await world.run(
      'update-image-metadata',
      { apiKey },
      { imageUrl: foreign, add: { album: 'alps' } },
    );
    expect(marked.status).toBe(200);
    const { apiKey: own } = world.own;
    const metadata = { album: 'alps' };
    const { json } = await world.run('delete-images', { apiKey: own }, { metadata });
    expect(json).toEqual({ images: [], hasMore: false });
    expect((await images.getImage(foreign))?.state).toBe('saved');
  });
});
