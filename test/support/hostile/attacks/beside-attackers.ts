/**
 * Honest requests beside eight attackers of each costly kind, each kind in turn and all together
 * (security.places-apart): by hand, because it tells seconds.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { createClient } from '../../http/client.ts';
import { makeDataFolder, startService } from '../../service/start-service.ts';

type Client = ReturnType<typeof createClient>;

const ATTACKERS = 8;
/** From the start of the attackers to the first honest request. */
const LEAD_MS = 2_000;
const ROUNDS = 4;

function noise(width: number, height: number) {
  const background = { r: 128, g: 128, b: 128 };
  const generated = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background, noise: generated } });
}

/** Blurred circles one over the other, each by a filter of its whole region. */
function costlySvg(): Buffer {
  const circles = Array.from(
    { length: 40 },
    (_, at) =>
      `<circle cx="${at * 40}" cy="${at * 40}" r="900" fill="#${100 + at}" filter="url(#b)"/>`,
  );
  const filter = '<filter id="b"><feGaussianBlur stdDeviation="40"/></filter>';
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000">${filter}${circles.join('')}</svg>`,
  );
}

async function storeLarge(client: Client, uploadKey: string): Promise<string> {
  const bytes = await noise(2_850, 2_850).png({ compressionLevel: 0 }).toBuffer();
  const form = await client.call(`create-direct-upload/${uploadKey}`, {
    contentType: 'image/png',
    bytes: bytes.length,
  });
  const body = new FormData();
  for (const [name, value] of Object.entries<string>(form.json.fields)) body.set(name, value);
  body.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
  await client.get(form.json.url, { method: 'POST', body });
  const { temporaryImageUrl } = form.json;
  for (;;) {
    const saved = await client.call('save-temporary-image', { temporaryImageUrl });
    if (saved.status === 200) return saved.json.imageUrl;
    await sleep(500);
  }
}

/** Seconds of processor time that a process and its children have used (Linux, 100 ticks each). */
async function cpuSeconds(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const pids = [pid, ...children.trim().split(' ').filter(Boolean).map(Number)];
  const used = pids.map(async (one) => {
    const stat = await readFile(`/proc/${one}/stat`, 'latin1').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
  });
  return (await Promise.all(used)).reduce((sum, one) => sum + one, 0);
}

async function timed(call: () => ReturnType<Client['get']>): Promise<[status: number, ms: number]> {
  const startedAt = performance.now();
  const { status } = await call();
  return [status, Math.round(performance.now() - startedAt)];
}

/** Runs the attack; false where an honest request wasn't answered 200 within three seconds. */
export async function attackBeside(write: (line: string) => void): Promise<boolean> {
  const folder = await makeDataFolder();
  const service = await startService(folder.path, '--plan', 'unlimited');
  const client = createClient(service);
  const jpeg = await noise(640, 480).jpeg().toBuffer();
  const honest = await noise(1_600, 1_200).blur(3).jpeg().toBuffer();
  const avif = await noise(3_000, 2_000).avif({ effort: 0, quality: 50 }).toBuffer();
  const svg = costlySvg();
  const { imageUrl: small } = await client.store(jpeg);
  const large = await storeLarge(client, service.uploadKey);
  let requests = 0;
  const attacks = {
    drawing: () => client.upload(svg, 'image/svg+xml'),
    conversion: () => client.upload(avif, 'image/avif'),
    'large bodies': () => client.get(large.replace('.png', `/n${requests++}.png?download=1`)),
    'costly URLs': async () => {
      const { imageUrl } = await client.store(jpeg);
      return client.get(`${imageUrl}?blur=100&sharpen=10&width=5000&height=5000&enlarge=true`);
    },
  };
  let isGood = true;
  const kinds = Object.entries(attacks);
  for (const [name, calls] of [
    ...kinds.map(([kind, call]) => [kind, [call]] as const),
    ['all', kinds.map(([, call]) => call)] as const,
  ]) {
    let isOver = false;
    const statuses: Record<number, number> = {};
    const running = calls.flatMap((call) =>
      Array.from({ length: ATTACKERS }, async () => {
        while (!isOver) {
          const { status } = await call().catch(() => ({ status: 0 }));
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
      }),
    );
    await sleep(LEAD_MS);
    const before = [performance.now(), await cpuSeconds(service.child.pid ?? 0)] as const;
    const results: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      requests += 1;
      results.push(await timed(() => client.upload(honest)));
      const width = 100 + requests;
      results.push(
        await timed(() => client.get(`${small.replace('.jpg', '.webp')}?width=${width}`)),
      );
    }
    const seconds = (performance.now() - before[0]) / 1000;
    const share = ((await cpuSeconds(service.child.pid ?? 0)) - before[1]) / seconds;
    isOver = true;
    isGood &&= results.every(([status, ms]) => status === 200 && ms < 3_000);
    write(
      `${name}: upload and cold rendition ${results.map(([status, ms]) => `${status} ${ms} ms`).join(', ')}; attackers ${JSON.stringify(statuses)}; ${share.toFixed(1)} processors`,
    );
    await Promise.all(running);
  }
  await service.stop();
  await folder.remove();
  return isGood;
}
