import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { drawJpeg, drawNoise } from '../../images/draw.ts';
import { createDirectUploads, type Form, sendForm } from '../../stores/direct-upload.ts';
import { untilNotBusy } from '../../waits/until-not-busy.ts';
import { callsOf, makeTeam, ok, storeImage, type Team } from './change-paths.ts';
import type { WritePath } from './kill-at-each-point.ts';
import type { KilledWorld } from './killed-world.ts';

const POLL_MS = 20;
const HOUR_MS = 3_600_000;
/** After the lease of a rendition and the last store of a request in flight. */
export const AWAY_MS = 60_000;

/** A bound against a hang, for a machine at any load. */
const NEVER_MS = 120_000;

export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + NEVER_MS;
  while (!(await holds())) {
    assert(performance.now() < end, `never: ${holds}`);
    await sleep(POLL_MS);
  }
}

/**
 * The local sink's events, none before the first. Throws where a line is no event. Half a line of a
 * killed process stays at the end until the next event removes it.
 */
export function readEvents(
  dataDir: string,
): { id: string; type: string; data: { imageId?: string } }[] {
  const path = join(dataDir, 'events.jsonl');
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

const servers = new WeakMap<KilledWorld, { server: Server; images: string[]; url: string }>();

/** A receiver of webhooks on this machine, which notes the images that it hears of. */
async function receiverOf(world: KilledWorld) {
  const known = servers.get(world);
  if (known) return known;
  const images: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      images.push(JSON.parse(body).data.imageId);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  server.unref();
  const made = {
    server,
    images,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  };
  servers.set(world, made);
  return made;
}

interface Hooked {
  readonly team: Team;
  readonly webhookId: string;
  readonly apiKey: string;
  readonly temporaryImageUrl: string;
  readonly imageId: { made?: string };
}

async function pendingOf(world: KilledWorld, { team, webhookId }: Hooked): Promise<number> {
  const { own } = await callsOf(world, team);
  return (await ok(own('list-webhook-deliveries', { webhookId, state: 'pending' }))).deliveries
    .length;
}

async function isDelivered(world: KilledWorld, hooked: Hooked, imageId: string): Promise<boolean> {
  const { images } = await receiverOf(world);
  const isWritten = readEvents(world.dataDir).some(
    ({ type, data }) => type === 'image.saved' && data.imageId === imageId,
  );
  return isWritten && images.includes(imageId) && (await pendingOf(world, hooked)) === 0;
}

const eventPath: WritePath<Hooked> = {
  points: /events\.jsonl|changes|deliver|^commit images|^answer .*save-/,
  arrange: async (world) => {
    const team = await makeTeam(world);
    const calls = await callsOf(world, team);
    const { url } = await receiverOf(world);
    const eventTypes = ['image.saved'];
    const { webhook } = await ok(calls.own('create-webhook', { url, eventTypes }));
    const { apiKey, temporaryImageUrl } = await storeImage(calls, false);
    return { team, webhookId: webhook.webhookId, apiKey, temporaryImageUrl, imageId: {} };
  },
  act: async (world, { apiKey, temporaryImageUrl, imageId }) => {
    const asKey = { 'X-API-Key': apiKey };
    const saved = await world.client().call('save-temporary-image', { temporaryImageUrl }, asKey);
    imageId.made = saved.json?.imageId;
    return saved;
  },
  hasSettled: (world, hooked) => isDelivered(world, hooked, hooked.imageId.made ?? ''),
  check: async (world, hooked) => {
    const { apiKey, temporaryImageUrl } = hooked;
    const asKey = { 'X-API-Key': apiKey };
    const { imageId } = await ok(
      world.client().call('save-temporary-image', { temporaryImageUrl }, asKey),
    );
    await until(() => isDelivered(world, hooked, imageId));
  },
};

const bandwidthOf = async (world: KilledWorld): Promise<number> =>
  (await ok(world.client().call('get-usage', {}))).bandwidthBytes.used;
const openLogs = (world: KilledWorld) =>
  readdirSync(join(world.dataDir, 'access-logs')).filter((name) => name.endsWith('.log')).length;

interface Metered {
  readonly path: string;
  readonly imageId: string;
  /** Before the image was there. */
  readonly before: number;
  readonly used: number;
  readonly bytes: number;
}

/** The sum of an image's own days. */
const sentOf = async (world: KilledWorld, imageId: string): Promise<number> => {
  const { days } = await ok(world.client().call('get-image-usage', { imageId }));
  return days.reduce((sum: number, day: { bandwidthBytes: number }) => sum + day.bandwidthBytes, 0);
};

const meteringPath: WritePath<Metered> = {
  points: /access-logs|bandwidth|counted_log|image_days/,
  arrange: async (world) => {
    const { imageId } = await world.client().store(await drawNoise(40, 40), 'image/png');
    const path = `/res/${imageId}.png`;
    const before = await bandwidthOf(world);
    const { bytes } = await world.client().get(path);
    const isMetered = async () => (await bandwidthOf(world)) >= before + bytes.length;
    await until(async () => (await isMetered()) && openLogs(world) === 0);
    return { path, imageId, before, used: await bandwidthOf(world), bytes: bytes.length };
  },
  act: async (world, { path }) => ({ ...(await world.client().get(path)), json: {} }),
  hasSettled: async (world, { used, bytes }) =>
    (await bandwidthOf(world)) >= used + bytes && openLogs(world) === 0,
  check: async (world, { imageId, before, used, bytes }, { point }) => {
    await until(() => openLogs(world) === 0);
    const all = await bandwidthOf(world);
    const more = all - used;
    assert.equal(await sentOf(world, imageId), all - before);
    assert(more === 0 || (more >= bytes && more < 2 * bytes), `${more} of ${bytes} counted`);
    // lines of the last two seconds are in no file yet, and end with the process
    if (point === '' || /^(commit|unlink)/.test(point)) assert(more > 0);
  },
};

interface Rendered {
  readonly imageId: string;
  readonly used: number;
}

const unitsOf = async (world: KilledWorld): Promise<number> =>
  (await ok(world.client().call('get-usage', {}))).transformations.used;

/** The renditions of an image that are stored; a claim that no lease can have throws. */
function storedOf(world: KilledWorld, imageId: string): number {
  const db = new DatabaseSync(join(world.dataDir, 'imagewell.db'), { readOnly: true });
  try {
    const rows = db
      .prepare('SELECT state, lease_until FROM renditions WHERE image_id = ?')
      .all(imageId);
    const latest = Date.now() + world.aheadMs() + LIMITS.renditionLeaseMs;
    for (const { lease_until } of rows) assert(Number(lease_until) <= latest);
    return rows.filter(({ state }) => state === 'ready').length;
  } finally {
    db.close();
  }
}

interface Rendering {
  readonly path: (imageId: string) => string;
  readonly accept?: string;
  /** The renditions that a request leads to, each of them a unit, however often it is repeated. */
  readonly units: number;
  readonly size: number;
  readonly points: RegExp;
}

function renderPath({ path, accept = '*/*', units, size, points }: Rendering): WritePath<Rendered> {
  const request = async (world: KilledWorld, { imageId }: Rendered) => {
    const headers = { accept };
    return untilNotBusy(() => world.client().get(path(imageId), { headers }));
  };
  const isMade = async (world: KilledWorld, { imageId, used }: Rendered) =>
    storedOf(world, imageId) === units && (await unitsOf(world)) === used + units;
  return {
    points,
    awayMs: AWAY_MS, // the lease of the dead process is over
    arrange: async (world) => {
      const { imageId } = await world.client().store(await drawJpeg(size, size));
      return { imageId, used: await unitsOf(world) };
    },
    act: async (world, rendered) => ({ ...(await request(world, rendered)), json: {} }),
    hasSettled: isMade,
    check: async (world, rendered) => {
      assert.equal((await request(world, rendered)).status, 200);
      await until(() => isMade(world, rendered));
    },
  };
}

const AUTO = 'image/avif,image/webp';

const directPath: WritePath<{ form: Form; bytes: Buffer }> = {
  points: /^(?!.*(access-logs|bandwidth|changes|events\.jsonl|deliver|sync data#|get-|answer GET))/,
  arrange: async (world) => {
    const bytes = await drawJpeg(50, 40);
    return { form: await createDirectUploads(world.service()).form(bytes.length), bytes };
  },
  act: async (_, { form, bytes }) => ({ status: (await sendForm(form, bytes)).status, json: {} }),
  hasSettled: async (world, { form }) =>
    (await world.client().get(form.temporaryImageUrl)).status === 200,
  check: async (world, { form, bytes }, { acknowledged }) => {
    if (!acknowledged) assert.equal((await sendForm(form, bytes)).status, 204);
    const { validated, save } = createDirectUploads(world.service());
    assert.equal((await validated(form.temporaryImageUrl)).status, 200);
    assert.equal((await save(form.temporaryImageUrl)).status, 200);
  },
};

const LISTINGS = 100;

/** All files of the data folder; the service may remove folders while they are listed. */
function listFiles({ dataDir }: KilledWorld) {
  const folder = join(dataDir, 'objects');
  for (let tries = 1; ; tries += 1) {
    try {
      return readdirSync(folder, { recursive: true, withFileTypes: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === LISTINGS) throw error;
    }
  }
}

/** The files with an ID, or another part of a path, in their names. */
export const objectsOf = (world: KilledWorld, id: string): string[] =>
  listFiles(world)
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => path.includes(id));

/** The ID of a temporary image in its address. */
export const idIn = (url: string) => /tmp_\w+/.exec(url)?.[0] ?? '';

const sweepPath: WritePath<string> = {
  points: /tmp_|temporary_images/,
  awayMs: AWAY_MS,
  arrange: async (world) => {
    const { json } = await world.client().upload(await drawJpeg(30, 30));
    await world
      .client()
      .get(new URL(json.temporaryImageUrl).pathname.replace('.jpg', '.png?width=5'));
    return idIn(json.temporaryImageUrl);
  },
  act: (world) => world.stopAndStart(26 * HOUR_MS),
  hasSettled: async (world, id) => objectsOf(world, id).length === 0,
  check: async (world, id) => {
    await until(() => objectsOf(world, id).length === 0);
    assert.equal((await world.client().get(`/res/${id}.jpg`)).status, 404);
  },
};

interface Purged {
  readonly team: Team;
  readonly projectId: string;
  readonly imageId: string;
}

const purgePath: WritePath<Purged> = {
  points:
    /^(?!.*(access-logs|bandwidth|changes|events\.jsonl|deliver|sync data#|audit_events|answer|functions|owner))/,
  awayMs: AWAY_MS,
  arrange: async (world) => {
    const team = await makeTeam(world);
    const own = await world.user(team.name);
    const made = await ok(own('create-project', { name: 'shop' }));
    const { projectId } = made;
    const calls = await callsOf(world, { ...team, projectId });
    const { imageId } = await storeImage(calls);
    await world.client().get(`/res/${imageId}.png?width=6`);
    await ok(own('create-webhook', { projectId, url: 'https://hooks.example.com/1' }));
    await ok(own('create-signing-secret', { projectId }));
    await ok(own('delete-project', { projectId, name: 'shop' }));
    return { team, projectId, imageId };
  },
  act: (world) => world.stopAndStart(8 * 24 * HOUR_MS),
  hasSettled: (world, purged) => isPurged(world, purged),
  check: async (world, purged) => {
    await until(() => isPurged(world, purged));
    assert.deepEqual(objectsOf(world, purged.imageId), []);
    assert.equal((await world.client().get(`/res/${purged.imageId}.jpg`)).status, 404);
  },
};

async function isPurged(world: KilledWorld, { team, projectId }: Purged): Promise<boolean> {
  const own = await world.user(team.name);
  const { status, json } = await untilNotBusy(() =>
    own('get-project-deletion-status', { projectId }),
  );
  assert.equal(status, 200);
  return json.purgedAt !== null;
}

/** Work that no request waits for. */
export const BACKGROUND_PATHS = {
  'event and webhook': eventPath,
  'metering of a response': meteringPath,
  rendition: renderPath({
    path: (id) => `/res/${id}.png?width=5`,
    units: 1,
    size: 60,
    points: /renditions|month_counts|^answer GET/,
  }),
  'queued render': renderPath({
    path: (id) => `/res/${id}.auto?quality=60`,
    accept: AUTO,
    units: 2,
    size: 2_050,
    points: /^(commit renditions|rename .*avif)/,
  }),
  'direct upload': directPath,
  'sweep of temporary images': sweepPath,
  'purge of a deleted project': purgePath,
} as const;
