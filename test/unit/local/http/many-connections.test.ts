import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inFlight } from '../../../../bench/measure/interleave.ts';
import { treeOf } from '../../../../bench/measure/process-tree.ts';
import { MAX_HOSTS } from '../../../../local/lambda/function-bounds.ts';
import { createClient } from '../../../support/http/client.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';

const IMAGES = 8;
const REQUESTS = 2_000;

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;
let client: ReturnType<typeof createClient>;
let jpeg: Buffer;
let ids: string[] = [];

beforeAll(async () => {
  folder = await makeDataFolder();
  service = await startService(folder.path, '--plan', 'unlimited');
  client = createClient(service);
  jpeg = await drawJpeg(600, 400);
  while (ids.length < IMAGES) ids = [...ids, (await client.store(jpeg)).imageId];
});
afterAll(async () => {
  await service.stop('SIGKILL');
  await folder.remove();
});

interface Sent {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

function callOf(name: string, body: object): Sent {
  const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' };
  return { url: `${service.baseUrl}/api/v1/${name}`, headers, body: JSON.stringify(body) };
}

/** The nth request: of a hundred ten new renditions, two uploads, calls and stored renditions. */
function requestAt(nth: number, firstWidth: number): Sent {
  const imageId = ids[nth % IMAGES] ?? '';
  const kind = nth % 100;
  const image = `${service.cdnUrl}/res/${imageId}`;
  if (kind < 10) return { url: `${image}.webp?width=${firstWidth + Math.floor(nth / 100)}` };
  if (kind < 12) {
    const url = `${service.baseUrl}/api/v1/upload-temporary-image/${service.uploadKey}`;
    return { url, headers: { 'content-type': 'image/jpeg' }, body: jpeg };
  }
  if (kind < 30) return callOf('get-image', { imageId });
  if (kind < 40) return callOf('list-images', { limit: 10 });
  return { url: `${image}.webp?width=40` };
}

async function send(agent: Agent, { url, headers = {}, body }: Sent): Promise<string> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(url, { agent, method, headers }, resolve).once('error', reject);
    sent.end(body);
  });
  const bytes = await buffer(answer);
  if (answer.statusCode === 200) return '200';
  return `${answer.statusCode} ${JSON.parse(bytes.toString()).code}`;
}

/** The number of answers of each kind, over so many kept connections. */
async function answersOver(connections: number, firstWidth: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const counts: Record<string, number> = {};
  try {
    const all = Array.from({ length: REQUESTS }, (_, nth) => nth);
    await inFlight(all, connections, async (nth) => {
      const answer = await send(agent, requestAt(nth, firstWidth));
      counts[answer] = (counts[answer] ?? 0) + 1;
      return 1;
    });
  } finally {
    agent.destroy();
  }
  return counts;
}

describe.each([
  { connections: 64, firstWidth: 100 },
  { connections: 256, firstWidth: 200 },
])('over $connections connections', ({ connections, firstWidth }) => {
  it('each request is answered, by no error but the documented ones, and processes stay few', async () => {
    const counts = await answersOver(connections, firstWidth);
    const { 200: right = 0, ...refused } = counts;
    expect(right).toBeGreaterThan(REQUESTS / 2);
    for (const answer of Object.keys(refused)) {
      expect(['503 busy', '429 rate_limited']).toContain(answer);
    }
    // the service itself, and its processes of functions
    expect(treeOf(service.child.pid ?? 0).length).toBeLessThanOrEqual(1 + MAX_HOSTS.decoders);
  });
});

it('half of a gallery at least is answered before a 50-megapixel neighbour', async () => {
  const create = { width: 8_160, height: 6_120, channels: 3, background: '#567' } as const;
  const large = await sharp({ create }).jpeg().toBuffer();
  const { imageId } = await client.store(large);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const order: string[] = [];
  const ask = async (name: string, url: string) => {
    expect(await send(agent, { url: service.cdnUrl + url })).toBe('200');
    order.push(name);
  };
  try {
    const neighbour = ask('neighbour', `/res/${imageId}.webp?width=2500`);
    const gallery = ids.map((id) => ask('gallery', `/res/${id}.webp?width=77`));
    await Promise.all([neighbour, ...gallery]);
  } finally {
    agent.destroy();
  }
  expect(order.indexOf('neighbour')).toBeGreaterThanOrEqual(IMAGES / 2);
});
