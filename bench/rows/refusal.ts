import { randomFillSync } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { pngChunk } from '../../test/support/images/make-png.ts';
import { median, spreadOf } from '../measure/statistics.ts';
import type { BenchedService } from '../setting/benched-service.ts';
import { type Goal, row } from './row.ts';

const REFUSED = 422;
const SIDE = 20_000;
/** The first round is not measured, so the service's code for refusals is warm. */
const A_ROUND = 40;
/** Until the rest of the bytes has arrived. */
const ARRIVAL_MS = 30;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of 400 megapixels by its header; the rest is noise. */
function makeTooLarge(bytes: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const noise = randomFillSync(Buffer.alloc(bytes));
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', noise)];
  return Buffer.concat([SIGNATURE, ...chunks, pngChunk('IEND', Buffer.alloc(0))]);
}

/** Milliseconds from the last byte of an upload to its refusal. */
async function timeRefusal(agent: Agent, service: BenchedService, image: Buffer): Promise<number> {
  const url = `${service.baseUrl}/api/v1/upload-temporary-image/${service.uploadKey}`;
  const headers = { 'content-type': 'image/png', 'content-length': image.length };
  const sent = request(url, { agent, method: 'POST', headers });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  sent.write(image.subarray(0, -1));
  await setTimeout(ARRIVAL_MS);
  const start = performance.now();
  sent.end(image.subarray(-1));
  const answer = await answered;
  const ms = performance.now() - start;
  const body = await buffer(answer);
  if (answer.statusCode === REFUSED) return ms;
  throw new Error(`the image was answered ${answer.statusCode}: ${body}`);
}

const goal = (what: string, atMost: number): Goal => ({ what, unit: 'ms', must: { atMost } });

export const REFUSAL = row({
  title: 'the refusal of an image over the limit, from its last byte',
  goals: { small: goal('62 KB', 2.5), large: goal('1 MB', 5) },
  measure: (setting) =>
    setting.withService(async (service) => {
      const agent = new Agent({ keepAlive: true });
      const [small, large] = [makeTooLarge(62_000), makeTooLarge(1_000_000)];
      const medians = { small: [] as number[], large: [] as number[] };
      for (let round = 0; round <= setting.rounds; round += 1) {
        const times = { small: [] as number[], large: [] as number[] };
        for (let nth = 0; nth < A_ROUND; nth += 1) {
          times.small.push(await timeRefusal(agent, service, small));
          times.large.push(await timeRefusal(agent, service, large));
        }
        if (round === 0) continue;
        medians.small.push(median(times.small));
        medians.large.push(median(times.large));
      }
      agent.destroy();
      return { small: spreadOf(medians.small), large: spreadOf(medians.large) };
    }),
});
