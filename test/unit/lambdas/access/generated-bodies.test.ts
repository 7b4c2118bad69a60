import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Endpoint, JsonRequest } from '../../../../core/api/endpoint.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import { makeUsers, type TestUsers } from '../../../support/http/call-as.ts';
import { storeImage } from '../../../support/http/deliver.ts';
import { handlerOf } from '../../../support/http/handler-of.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeContext } from '../../../support/stores/make-services.ts';
import { countWork } from '../../../support/work/count-work.ts';
import {
  type Field,
  fieldsOfRequest,
  hostileBody,
  kindsOf,
} from '../../../support/work/generate-bodies.ts';

/**
 * All bodies of all calls, each with its CPU. `npm test` sends a third of those whose field has a
 * name and type of its kind, and counts the work of a few.
 */
const IS_WHOLE = process.env.BODIES === 'all';
/** The bytes for the rest of the body. */
const MARGIN = 1_500;
/** Work by byte, as countWork counts it; the costliest of bounded-faults.test.ts is 21. */
const MOST_WORK = 40;
const COUNTED = 16;
const THINNED = 3;
const MOST_CPU_MS = 50;
const MOST_TRIES = IS_WHOLE ? 4 : 1;
const TIMEOUT_MS = IS_WHOLE ? 1_800_000 : 120_000;

interface Trial {
  readonly endpoint: Endpoint & { readonly request: JsonRequest };
  readonly field: Field;
  readonly kind: string;
}

const jsonCalls = Object.values<Endpoint>(ENDPOINTS).filter(
  (endpoint): endpoint is Trial['endpoint'] => endpoint.request.kind === 'json',
);
const trials = jsonCalls.flatMap((endpoint) =>
  fieldsOfRequest(endpoint.request).flatMap((field) =>
    kindsOf(field).map((kind): Trial => ({ endpoint, field, kind })),
  ),
);
const once = new Map(
  trials
    .toReversed()
    .map((trial) => [`${trial.field.type} ${trial.field.path} ${trial.kind}`, trial]),
);
const tried = IS_WHOLE ? trials : [...once.values()].filter((_, at) => at % THINNED === 0);

let test: TestUsers;
let projectId: string;
let imageId: string;
beforeAll(async () => {
  test = await makeUsers();
  projectId = await test.projectOf('ann');
  imageId = await storeImage(test, await drawJpeg(8, 8));
});
afterAll(() => test.remove());

async function prepare({ endpoint, field, kind }: Trial, bytes: number) {
  const example = JSON.parse(
    JSON.stringify(endpoint.request.example)
      .replaceAll(/prj_a{26}/g, projectId)
      .replaceAll(/img_a{26}/g, imageId),
  );
  const body = hostileBody(example, field, kind, bytes);
  const isToken = endpoint.credential.kind === 'accessToken';
  const headers = {
    'content-type': 'application/json',
    ...(isToken ? { authorization: 'Bearer ann' } : { 'x-api-key': test.credentials.apiKey }),
  };
  const { uploadKey } = test.credentials;
  const event = makeApiEvent(endpoint, { headers, body, uploadKey });
  const handler = await handlerOf(endpoint, test.services);
  return { body, call: () => handler(event, makeContext()) };
}

/** The answer with its CPU; a long one is repeated, since V8 compiles and collects meanwhile. */
async function measure(call: () => Promise<{ statusCode: number; body: string }>) {
  let answer = { statusCode: 0, body: '' };
  let cpuMs = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < MOST_TRIES && cpuMs > MOST_CPU_MS; tries += 1) {
    const before = process.cpuUsage();
    answer = await call();
    const { user, system } = process.cpuUsage(before);
    cpuMs = (user + system) / 1_000;
  }
  return { ...answer, cpuMs };
}

const nameOf = ({ endpoint, field, kind }: Trial) =>
  `${endpoint.name} ${field.path.join('/') || 'body'} (${field.type}): ${kind}`;

it(
  'any JSON body of any call is no fault of the service, and its answer has at most 64 KB (security.linear-work, errors.bounded)',
  async () => {
    const faults: string[] = [];
    let [mostCpu, mostBytes] = [0, 0];
    for (const trial of tried) {
      const { body, call } = await prepare(trial, LIMITS.maxJsonBytes - MARGIN);
      const { statusCode, body: answer, cpuMs } = await measure(call);
      const bytes = Buffer.byteLength(answer);
      mostCpu = Math.max(mostCpu, cpuMs);
      mostBytes = Math.max(mostBytes, bytes);
      const name = nameOf(trial);
      if (body.length > LIMITS.maxJsonBytes)
        faults.push(`${name} is no legal body: ${body.length}`);
      if (statusCode >= 500) faults.push(`${name} is ${statusCode}`);
      if (bytes > LIMITS.maxProblemBytes) faults.push(`${name} is answered with ${bytes} bytes`);
      if (IS_WHOLE && cpuMs > MOST_CPU_MS) faults.push(`${name} costs ${cpuMs.toFixed(0)} ms`);
    }
    console.log(
      `${tried.length} bodies of ${trials.length}: at most ${mostCpu.toFixed(0)} ms of CPU and ${mostBytes} bytes answered`,
    );
    expect(faults).toEqual([]);
    expect(tried.length).toBeGreaterThan(150);
  },
  TIMEOUT_MS,
);

it(
  'the work of a JSON body is linear in its bytes (security.linear-work)',
  async () => {
    const every = Math.ceil(tried.length / (IS_WHOLE ? 10 * COUNTED : COUNTED));
    for (const trial of tried.filter((_, at) => at % every === 0)) {
      const { body, call } = await prepare(trial, LIMITS.maxJsonBytes - MARGIN);
      const { amount } = await countWork(call);
      expect(amount / body.length, nameOf(trial)).toBeLessThan(MOST_WORK);
    }
  },
  TIMEOUT_MS,
);
