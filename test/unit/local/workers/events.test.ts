import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceEvent } from '../../../../core/events/service-event.ts';
import { createClient } from '../../../support/http/client.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;

beforeAll(async () => {
  folder = await makeDataFolder();
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

async function eventsTold(): Promise<ServiceEvent[]> {
  const text = await readFile(join(folder.path, 'events.jsonl'), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe('the local service with --events', () => {
  it('publishes an answered change, though it be killed right after the answer (events.once-acknowledged)', async () => {
    const image = await drawJpeg(30, 20);
    const saved: string[] = [];
    for (let kill = 0; kill < 3; kill += 1) {
      service = await startService(folder.path, '--events');
      const { imageId } = await createClient(service).store(image);
      saved.push(imageId);
      await service.stop('SIGKILL');
    }
    service = await startService(folder.path, '--events');
    const told = async () => {
      const events = await eventsTold();
      const ofSaves = events.filter(({ type }) => type === 'image.saved');
      return new Set(ofSaves.map(({ data }) => (data as { imageId: string }).imageId));
    };
    await expect.poll(told).toEqual(new Set(saved));
    const text = JSON.stringify(await eventsTold());
    for (const key of [service.apiKey, service.uploadKey]) expect(text).not.toContain(key);
  });

  it('publishes nothing without it', async () => {
    const before = (await eventsTold()).length;
    await service.stop();
    service = await startService(folder.path);
    await createClient(service).store(await drawJpeg(30, 20));
    await service.stop();
    service = await startService(folder.path, '--events');
    const { imageId } = await createClient(service).store(await drawJpeg(30, 20));
    await expect.poll(async () => JSON.stringify(await eventsTold())).toContain(imageId);
    expect((await eventsTold()).length).toBe(before + 2);
  });
});
