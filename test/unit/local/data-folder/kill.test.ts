import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { createClient } from '../../../support/http/client.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  type EventReceiver,
  imagesInEvents,
  startEventReceiver,
} from '../../../support/kills/event-receiver.ts';
import { findLosses } from '../../../support/kills/find-losses.ts';
import {
  createJournalReader,
  type Entry,
  isHit,
  REMOVED,
  type Subject,
} from '../../../support/kills/journal.ts';
import {
  freePort,
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';
import { untilNotBusy } from '../../../support/waits/until-not-busy.ts';

/** `npm test` kills six times; `.ci/run` sets KILLS to 50, and a release to 200. */
const KILLS = Number(process.env.KILLS ?? 6);
/** Writes that are acknowledged in all, at least; docs/contributing/tests.md has the long form. */
const ACKNOWLEDGED = Number(process.env.ACKNOWLEDGED ?? KILLS * 10);
const CLIENTS = Number(process.env.CLIENTS ?? 4);
/** Most kills must have met a request in flight, or the run has shown nothing. */
const MIN_HITS = KILLS * 0.6;
/** A round starts the service and checks what changed; ten times its duration on two idle cores. */
const ROUND_TIMEOUT_MS = 20_000;
const WRITE_TIMEOUT_MS = 100;
/** Webhooks can be changed only where events are sent. */
const OPTIONS = ['--plan', 'unlimited', '--events', '--loopback-webhooks'];
const CUT_IS_NOTED_MS = 2_000;
/** Ten deliveries each half a second, and the leases of killed processes. */
const HEARD = { interval: 200, timeout: 60_000 + ACKNOWLEDGED * 100 };
const TIMEOUT_MS = (KILLS + 1) * ROUND_TIMEOUT_MS + ACKNOWLEDGED * WRITE_TIMEOUT_MS;

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let dataDir: string;
let journalPath: string;
let read: () => Promise<readonly Entry[]>;
/** The processes that still run, also after a failure. */
let service: StartedService;
let clients: ChildProcess | undefined;
let receiver: EventReceiver;
beforeAll(async () => {
  folder = await makeDataFolder();
  dataDir = join(folder.path, 'data');
  journalPath = join(folder.path, 'journal');
  read = createJournalReader(journalPath);
  receiver = await startEventReceiver();
});
afterAll(async () => {
  clients?.kill('SIGKILL');
  receiver.close();
  await service.stop('SIGKILL');
  await folder.remove();
});

/** Renditions that a process makes or has claimed, with the ends of their claims. */
function claimsIn(folder: string): number[] {
  const db = new DatabaseSync(join(folder, 'imagewell.db'), { readOnly: true });
  try {
    const rows = db.prepare("SELECT lease_until FROM renditions WHERE state = 'making'").all();
    return rows.map(({ lease_until }) => Number(lease_until));
  } finally {
    db.close();
  }
}

const makingIn = (folder: string): number =>
  claimsIn(folder).filter((end) => end > Date.now()).length;
const longestClaimMs = (folder: string): number =>
  Math.max(0, ...claimsIn(folder).map((end) => end - Date.now()));

const isDone = ({ phase }: Entry) => phase === 'done';

/** Clients in their own process, which go on over each kill. */
function startClients(): ChildProcess {
  const entry = join(import.meta.dirname, '../../../support/kills/client-process.ts');
  return fork(entry, [dataDir, journalPath, String(CLIENTS)], { execArgv: [] });
}

async function untilAcknowledged(count: number): Promise<void> {
  while ((await read()).filter(isDone).length < count) {
    expect(clients?.exitCode).toBe(null);
    await sleep(20);
  }
}

/**
 * The journal after the death of the service, as soon as a request is noted as cut. Without one the
 * kill met no request. Later notes belong to the next round.
 */
async function readAfterKill(known: number): Promise<readonly Entry[]> {
  const end = performance.now() + CUT_IS_NOTED_MS;
  while (!(await read()).slice(known).some(isHit) && performance.now() < end) await sleep(20);
  return [...(await read())];
}

/** Every acknowledged saving is an event in the file and a delivery; the last ones soon. */
async function untilHeardOf(journal: readonly Entry[]): Promise<void> {
  const saved = journal.filter((entry) => isDone(entry) && entry.subject === 'image');
  const ids = saved.filter(({ step }) => step === 1).map(({ id }) => id);
  const missing = (known: ReadonlySet<string>) => ids.filter((id) => !known.has(id));
  await expect.poll(() => missing(imagesInEvents(dataDir)), HEARD).toEqual([]);
  await expect.poll(() => missing(receiver.heardOf()), HEARD).toEqual([]);
}

/** A rendition without an answer is made for the next request: no claim stays. */
async function untilRendered(journal: readonly Entry[]): Promise<void> {
  const asked = journal.filter(({ subject, phase }) => subject === 'rendition' && phase === 'cut');
  const client = createClient(service);
  for (const { id } of asked) {
    const { status } = await untilNotBusy(() => client.get(`/res/${id}`));
    expect([200, 404], id).toContain(status);
  }
  // the rest of the queue is made, too
  await expect.poll(() => makingIn(dataDir), HEARD).toBe(0);
}

function countBy(entries: readonly Entry[]): string {
  const counts = new Map<Subject, number>();
  for (const { subject } of entries) counts.set(subject, (counts.get(subject) ?? 0) + 1);
  return [...counts].map(([subject, count]) => `${subject} ${count}`).join(', ');
}

function report(journal: readonly Entry[], kills: number): string {
  const done = journal.filter(isDone);
  const refused = journal.filter(({ phase }) => phase === 'refused');
  const codes = Map.groupBy(refused, ({ subject, status, code }) => `${subject} ${status} ${code}`);
  return [
    `${KILLS} kills, ${kills} with a request in flight of ${CLIENTS} clients;`,
    `in flight: ${countBy(journal.filter(isHit))};`,
    `${receiver.count().deliveries} deliveries, ${receiver.count().repeated} of them repeated;`,
    `${done.length} acknowledged writes: ${countBy(done)};`,
    `refused: ${[...codes].map(([code, all]) => `${code} ${all.length}`).join(', ') || 'none'}`,
  ].join('\n');
}

describe('kill -9', () => {
  it(
    `${KILLS} times under clients that reconnect loses nothing that was acknowledged (security.acknowledged-is-durable)`,
    async () => {
      const port = await freePort();
      const start = () => startService(dataDir, ...OPTIONS, '--port', String(port));
      service = await start();
      await receiver.join(service);
      clients = startClients();
      const losses: string[] = [];
      let [checked, hits] = [0, 0];
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await untilAcknowledged((ACKNOWLEDGED * kill) / KILLS);
        await sleep(Math.random() * 200);
        const known = (await read()).length;
        await service.stop('SIGKILL');
        const journal = await readAfterKill(known);
        if (journal.slice(known).some(isHit)) hits += 1;
        service = await start();
        expect(longestClaimMs(dataDir)).toBeLessThanOrEqual(LIMITS.renditionLeaseMs);
        await untilAcknowledged(journal.filter(isDone).length + 1); // reconnected
        clients.kill('SIGSTOP'); // or what is to be checked would grow faster than it is checked
        losses.push(...(await findLosses(service, journal.slice(checked), read)).losses);
        checked = journal.length;
        clients.kill('SIGCONT');
      }
      // and ends immediately and properly under the same load
      expect(await service.stop('SIGTERM')).toBe(0);
      service = await start();
      clients.kill('SIGKILL');
      const all = await read();
      losses.push(...(await findLosses(service, all, read)).losses);
      await untilHeardOf(all);
      await untilRendered(all);
      console.log(report(all, hits));
      expect(losses).toEqual([]);
      expect(hits).toBeGreaterThanOrEqual(MIN_HITS);
      const done = all.filter(isDone);
      expect(done.length).toBeGreaterThanOrEqual(ACKNOWLEDGED);
      expect(new Set(done.map(({ subject }) => subject)).size).toBeGreaterThan(5);
      await service.stop();
    },
    TIMEOUT_MS,
  );

  it('the check itself sees a planted loss and a planted return (security.acknowledged-is-durable)', async () => {
    service = await startService(folder.path, ...OPTIONS);
    const client = createClient(service);
    const kept = await client.store(await drawJpeg());
    const gone = await client.store(await drawJpeg(30, 30));
    await client.call('delete-image', { imageId: gone.imageId });
    const done = (subject: Subject, id: string, step: number): Entry => ({
      client: 0,
      subject,
      id,
      step,
      phase: 'done',
    });
    const planted = [
      done('image', gone.imageId, 1),
      done('image', kept.imageId, REMOVED),
      done('metadata', kept.imageId, 1),
      done('project', '0', 3),
      done('webhook', `whk_${'a'.repeat(26)}`, 1),
      done('invitation', `ivt_${'a'.repeat(26)}`, 1),
      done('key', service.apiKey, REMOVED),
      done('upload', `/res/tmp_${'a'.repeat(26)}.jpg`, 1),
      done('rendition', `img_${'a'.repeat(26)}.jpg?width=5`, 1),
      done('usage', 'transformations', 1),
    ];
    const { losses } = await findLosses(service, planted, async () => planted);
    expect(losses).toHaveLength(planted.length);
    expect(losses.join('\n')).toContain(`image ${kept.imageId} is at step 1`);
    await service.stop();
  });
});
