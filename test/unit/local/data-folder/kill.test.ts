import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../support/http/client.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';
import { createDirectUploads } from '../../../support/stores/direct-upload.ts';

/** `npm test` kills six times; `.ci/run` sets KILLS to 50, and a release to 200. */
const KILLS = Number(process.env.KILLS ?? 6);
/** Half of the kills must have met a request in flight, or the run has shown nothing. */
const MIN_HITS = KILLS / 2;
/**
 * A round starts the service and checks the acknowledged changes; this is ten times its duration on
 * two idle cores.
 */
const ROUND_TIMEOUT_MS = 20_000;

interface Entry {
  readonly op: 'upload' | 'send' | 'save' | 'add' | 'delete';
  readonly phase: 'intent' | 'done' | 'refused';
  readonly id: string;
  readonly key?: string;
}

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let journalPath: string;
beforeAll(async () => {
  folder = await makeDataFolder();
  journalPath = join(folder.path, 'journal');
});
afterAll(() => folder.remove());

async function readJournal(): Promise<Entry[]> {
  const text = await readFile(journalPath, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/**
 * Waits until the client has been answered for the first time since: on a busy machine it may not
 * even have begun before.
 */
async function untilAcknowledged(known: number): Promise<void> {
  const end = Date.now() + 15_000;
  while (Date.now() < end) {
    const fresh = (await readJournal()).slice(known);
    if (fresh.some(({ phase }) => phase === 'done')) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/**
 * The client runs in a process of its own: its journal has its intended acts and their
 * acknowledgements.
 */
function startClient(service: StartedService): ChildProcess {
  const entry = join(import.meta.dirname, '../../../support/stores/journal-client.ts');
  const credentials = join(service.dataDir, 'credentials.json');
  return fork(entry, [credentials, journalPath], { execArgv: [] });
}

/** The acknowledged changes that the service has lost or undone, each as one sentence. */
async function findLosses(service: StartedService, journal: readonly Entry[]): Promise<string[]> {
  const client = createClient(service);
  const losses: string[] = [];
  const done = journal.filter((entry) => entry.phase === 'done');
  const ids = (op: Entry['op'], phase?: Entry['phase']) =>
    new Set(
      journal
        .filter((candidate) => candidate.op === op && (!phase || candidate.phase === phase))
        .map((entry) => entry.id),
    );
  const touched = ids('delete');
  const ended = ids('delete', 'done');
  for (const { id, key } of done.filter((candidate) => candidate.op === 'save')) {
    const { status, bytes, headers } = await client.get(`/res/${id}.jpg`);
    if (ended.has(id)) {
      if (status !== 404) losses.push(`${id} is back: ${status}`);
    } else if (!touched.has(id)) {
      const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
      if (status !== 200) losses.push(`${id} is lost: ${status}`);
      else if (headers.get('etag') !== etag) losses.push(`${id} is torn`);
      const again = await client.call('save-temporary-image', { temporaryImageUrl: key });
      if (again.json.imageId !== id) losses.push(`${key} is another image now`);
    }
  }
  const direct = createDirectUploads(service);
  for (const { id } of done.filter((candidate) => candidate.op === 'send')) {
    // each start has a port of its own
    const { status } = await direct.validated(new URL(id).pathname);
    if (status !== 200) losses.push(`${id} was taken and is ${status}`);
  }
  for (const { id, key = '' } of done.filter(
    (candidate) => candidate.op === 'add' && !touched.has(candidate.id),
  )) {
    const { json } = await client.call('update-image-metadata', { imageUrl: id, add: {} });
    if (json.metadata?.[key] !== 'v') losses.push(`${key} of ${id} is lost`);
  }
  return losses;
}

describe('kill -9', () => {
  it(
    `${KILLS} times in the middle of writes loses nothing that was acknowledged (security.acknowledged-is-durable)`,
    async () => {
      let hits = 0;
      let checked = 0;
      let service = await startService(folder.path, '--plan', 'unlimited');
      for (let kill = 0; kill < KILLS; kill += 1) {
        const client = startClient(service);
        await untilAcknowledged(checked);
        await new Promise((resolve) => setTimeout(resolve, (kill * 37) % 400));
        await service.stop('SIGKILL');
        client.kill('SIGKILL');
        const journal = await readJournal();
        const fresh = journal.slice(checked);
        const intents = fresh.filter((candidate) => candidate.phase === 'intent').length;
        if (intents > fresh.length - intents) hits += 1;
        service = await startService(folder.path, '--plan', 'unlimited');
        expect(await findLosses(service, fresh)).toEqual([]);
        checked = journal.length;
      }
      const all = await readJournal();
      expect(await findLosses(service, all)).toEqual([]);
      const acknowledged = all.filter((candidate) => candidate.phase === 'done').length;
      console.log(
        `${KILLS} kills, ${hits} with a request in flight, ${acknowledged} acknowledged writes`,
      );
      expect(hits).toBeGreaterThanOrEqual(MIN_HITS);
      expect(acknowledged).toBeGreaterThanOrEqual(KILLS);
      expect(
        all.filter(({ op, phase }) => op === 'send' && phase === 'done').length,
      ).toBeGreaterThan(0);
      await service.stop();
    },
    (KILLS + 1) * ROUND_TIMEOUT_MS,
  );

  it('the check itself sees a planted loss and a planted return (security.acknowledged-is-durable)', async () => {
    const service = await startService(folder.path, '--plan', 'unlimited');
    const client = createClient(service);
    const kept = await client.store(await drawJpeg());
    const gone = await client.store(await drawJpeg(30, 30));
    await client.call('delete-image', { imageId: gone.imageId });
    const entry = (op: Entry['op'], id: string, key?: string): Entry => ({
      op,
      phase: 'done',
      id,
      ...(key ? { key } : {}),
    });
    const planted = [
      entry('save', gone.imageId, gone.temporaryImageUrl),
      entry('save', kept.imageId, kept.temporaryImageUrl),
      entry('delete', kept.imageId),
      entry('add', gone.imageId, 'k'),
    ];
    const losses = await findLosses(service, planted);
    expect(losses.join('\n')).toContain(`${gone.imageId} is lost`);
    expect(losses.join('\n')).toContain(`${kept.imageId} is back`);
    expect(losses.join('\n')).toContain(`k of ${gone.imageId} is lost`);
    await service.stop();
  });
});
