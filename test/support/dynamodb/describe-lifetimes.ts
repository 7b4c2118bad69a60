import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDynamoImageStore } from '../../../adapters/dynamodb/images/image-store.ts';
import { createDynamoRenditionStore } from '../../../adapters/dynamodb/renditions/rendition-store.ts';
import { createDynamoRateCounter } from '../../../adapters/dynamodb/uploads/rate-counter.ts';
import type { TemporaryImage } from '../../../core/images/image-states.ts';
import { makeImage, makeTemporary } from '../../contract/image-store.ts';
import type { OpenedTables, OpenTables } from './open-stores.ts';

const NOW = Date.UTC(2026, 10, 21);
const DAYS = 24 * 3_600;
const LIMITS = { maxCount: 5, maxBytes: 1_000 };
const secondsOf = (ms: number) => Math.ceil(ms / 1_000);

/** How long items are kept, as an endpoint or tables in memory show it. */
export function describeLifetimes(name: string, open: OpenTables): void {
  describe(`how long items are kept: ${name}`, () => {
    let test: OpenedTables;
    beforeAll(async () => {
      test = await open();
    });
    afterAll(() => test.remove());

    const endOf = async (id: string, part = 'record') => {
      const key = { TableName: test.names.images, Key: { id, part }, ConsistentRead: true };
      return (await test.first.send(new GetCommand(key))).Item?.endsAt as number | undefined;
    };
    const images = () => createDynamoImageStore(test.first, test.names);
    const add = async (projectId: string): Promise<TemporaryImage> => {
      const temporary = makeTemporary(projectId);
      await images().addTemporaryImage(temporary, LIMITS, NOW);
      return temporary;
    };
    const addSaved = async (projectId: string) => {
      const temporary = await add(projectId);
      await images().saveImage(makeImage(temporary), { maxImages: null }, NOW);
      return temporary;
    };

    it('a temporary image goes 31 days after its end (temporary.removal)', async () => {
      const { temporaryImageId, expiresAt } = await add('prj_a');
      expect(await endOf(temporaryImageId)).toBe(secondsOf(expiresAt) + 31 * DAYS);
    });

    it('a saved one stays while its image lives, and both go 31 days after the purge (saving.idempotent)', async () => {
      const { temporaryImageId, imageId } = await addSaved('prj_b');
      expect(await endOf(temporaryImageId)).toBeUndefined();
      expect(await endOf(imageId)).toBeUndefined();
      await images().markDeleting(imageId, NOW + 5_000);
      expect(await endOf(temporaryImageId)).toBe(secondsOf(NOW + 5_000) + 31 * DAYS);
      expect(await endOf(imageId)).toBeUndefined();
      await images().recordPurgeStep(imageId, 'swept', NOW + 9_000);
      expect(await endOf(imageId)).toBe(secondsOf(NOW + 9_000) + 31 * DAYS);
    });

    it('renditions of a temporary image go with it, saved or not, those of an image stay (temporary.removal)', async () => {
      const { temporaryImageId, imageId, accountId, expiresAt } = await addSaved('prj_c');
      const renditions = createDynamoRenditionStore(test.first, test.names);
      const claim = {
        accountId,
        projectId: 'prj_c',
        renditionKey: 'a.jpg',
        version: 1,
        generation: 0,
        owner: 'me',
        now: NOW,
        leaseMs: 100,
        month: '2026-11',
        maxTransformations: null,
        isSmall: true,
      };
      await renditions.claim({ ...claim, imageId: temporaryImageId, maxRenditions: 10 });
      await renditions.claim({ ...claim, imageId, maxRenditions: null });
      const end = secondsOf(expiresAt) + 31 * DAYS;
      expect(await endOf(`renditions#${temporaryImageId}`, 'rendition#a.jpg')).toBe(end);
      expect(await endOf(`renditions#${temporaryImageId}`, 'picture')).toBe(end);
      expect(await endOf(`renditions#${imageId}`, 'rendition#a.jpg')).toBeUndefined();
    });

    it('a window of calls goes an hour after its end (uploads.rate-limit)', async () => {
      await createDynamoRateCounter(test.first, test.names.usage).countUp('k', NOW, NOW + 60_000);
      const Key = { counter: `rate#k#${NOW}` };
      const { Item } = await test.first.send(
        new GetCommand({ TableName: test.names.usage, Key, ConsistentRead: true }),
      );
      expect(Item?.endsAt).toBe(secondsOf(NOW + 60_000) + 3_600);
    });
  });
}
