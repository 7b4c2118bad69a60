import { writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueToken } from '../../../../local/identity-provider/issue-token.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';

const PUBLIC_URL = 'https://images.example.com';
const ORIGIN = 'http://127.0.0.1:5173';
/** Nothing fits into it. */
const TINY = { maxImages: 0, maxTransformationsPerMonth: 0, maxBandwidthBytesPerMonth: 0 };

type Headers = Readonly<Record<string, string>>;
interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly code: string;
  readonly hint: string;
}

/** A service with a plan that is full, with an uploaded image. */
interface Full {
  readonly service: StartedService;
  readonly temporaryImageId: string;
  readonly end: () => Promise<void>;
}

let own: Full;
let open: Full;

/** Sends the request as it is, to this machine's address; `Host` as the headers say. */
function ask(
  { service }: Pick<Full, 'service'>,
  method: string,
  path: string,
  headers: Headers = {},
  body?: Buffer | string,
) {
  const { port } = new URL(localUrl(service));
  return new Promise<Answered>((done, fail) => {
    const options = { host: '127.0.0.1', port, path, method, headers, agent: false };
    const sent = httpRequest(options, async (response) => {
      const answered = await text(response);
      const json = answered.startsWith('{') ? JSON.parse(answered) : {};
      done({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: answered,
        code: json.code,
        hint: json.hint,
      });
    });
    sent.once('error', fail);
    sent.end(body);
  });
}

/** Where it listens: its own address may be the public one. */
function localUrl(service: StartedService): string {
  return `http://127.0.0.1:${service.child.spawnargs[service.child.spawnargs.indexOf('--port') + 1]}`;
}

const upload = async (full: Pick<Full, 'service'>, headers: Headers = {}) =>
  ask(
    full,
    'POST',
    `/api/v1/upload-temporary-image/${full.service.uploadKey}`,
    { 'Content-Type': 'image/jpeg', ...headers },
    await drawJpeg(),
  );

async function startFull(...options: string[]): Promise<Full> {
  const folder = await makeDataFolder();
  await writeFile(
    join(folder.path, 'plans.json'),
    JSON.stringify({ tiny: { ...TINY, maxProjects: 1 } }),
  );
  const service = await startService(folder.path, '--plan', 'tiny', ...options);
  const { text: made } = await upload({ service });
  const end = async () => {
    await service.stop();
    await folder.remove();
  };
  const [temporaryImageId = ''] = /tmp_\w+/.exec(JSON.parse(made).temporaryImageUrl) ?? [];
  return { service, temporaryImageId, end };
}

/** The three refusals that an operator lifts. */
const REFUSALS = {
  origin_not_allowed: (full: Full, headers: Headers) =>
    upload(full, { Origin: ORIGIN, ...headers }),
  transformation_quota_exceeded: (full: Full, headers: Headers) =>
    ask(full, 'GET', `/res/${full.temporaryImageId}.webp?width=10`, headers),
  image_quota_exceeded: (full: Full, headers: Headers) =>
    ask(
      full,
      'POST',
      '/api/v1/save-temporary-image',
      { 'Content-Type': 'application/json', 'X-API-Key': full.service.apiKey, ...headers },
      JSON.stringify({ temporaryImageUrl: full.temporaryImageId }),
    ),
} as const;
type Refused = keyof typeof REFUSALS;
const CODES = Object.keys(REFUSALS) as Refused[];
const OF_STRANGERS = ['origin_not_allowed', 'transformation_quota_exceeded'] as const;

/** Requests that aren't of this machine by one of the walls each. */
const ELSEWHERE: Readonly<Record<string, Headers>> = {
  'X-Forwarded-For': { 'X-Forwarded-For': '203.0.113.7' },
  Via: { Via: '1.1 proxy' },
  'another name': { Host: 'images.example' },
  'another page': { Origin: 'https://app.example.com' },
};

function expectNoFolder({ service }: Full, { text: body, headers }: Answered): void {
  expect(body).not.toContain(service.dataDir);
  expect(Object.keys(headers)).not.toContain('x-machine-hint');
}

describe('the operator’s words in a refusal', () => {
  beforeAll(async () => {
    own = await startFull();
    open = await startFull('--public-url', PUBLIC_URL);
  });
  afterAll(async () => {
    await own.end();
    await open.end();
  });

  it.each(CODES)(
    'of %s are the command as it is typed for a request of this machine (errors.operator-hints)',
    async (code) => {
      const answered = await REFUSALS[code](own, {});
      expect(answered.code).toBe(code);
      expect(answered.hint).toMatch(/: npx imagewell \S+ .*--/);
      expect(answered.hint).toContain(` --data ${own.service.dataDir}`);
      expect(answered.headers['content-length']).toBe(String(Buffer.byteLength(answered.text)));
      expect(Object.keys(answered.headers)).not.toContain('x-machine-hint');
    },
  );

  it.each(
    OF_STRANGERS.flatMap((code) => Object.keys(ELSEWHERE).map((how) => [code, how] as const)),
  )('of %s are no command by %s (errors.operator-hints)', async (code, how) => {
    const answered = await REFUSALS[code](own, ELSEWHERE[how] ?? {});
    expect([answered.code, answered.hint]).toEqual([
      code,
      expect.stringMatching(/ask who runs this service/i),
    ]);
    expect(answered.text).not.toContain('npx');
    expectNoFolder(own, answered);
  });

  it.each(OF_STRANGERS)(
    'of %s are no command with a public URL, however it is asked (errors.operator-hints)',
    async (code) => {
      for (const headers of [
        {},
        { 'X-Forwarded-For': '203.0.113.7' },
        { Host: 'images.example.com' },
      ]) {
        const answered = await REFUSALS[code](open, headers);
        expect([answered.code, answered.hint]).toEqual([
          code,
          expect.stringMatching(/ask who runs this service/i),
        ]);
        expect(answered.text).not.toContain('npx');
        expectNoFolder(open, answered);
      }
    },
  );

  it('are the command without the folder for an API key from elsewhere (errors.operator-hints)', async () => {
    for (const [full, headers] of [
      [own, { Via: '1.1 proxy' }],
      [open, {}],
    ] as const) {
      const answered = await REFUSALS.image_quota_exceeded(full, headers);
      expect(answered.hint).toContain('npx imagewell start --plan unlimited --data FOLDER');
      expectNoFolder(full, answered);
    }
  });

  it('are no command for a member without a key from elsewhere (errors.operator-hints)', async () => {
    const { baseUrl, dataDir, projectId } = own.service;
    const token = await issueToken(dataDir, 'ada@webshop.example');
    const Authorization = `Bearer ${token}`;
    const page = { 'Sec-Fetch-Site': 'same-origin', Origin: baseUrl, Host: new URL(baseUrl).host };
    const taken = await ask(own, 'POST', '/console/take-over', { ...page, Authorization }, '{}');
    expect(taken.status).toBe(200);
    const save = (headers: Headers) =>
      ask(
        own,
        'POST',
        '/api/v1/save-temporary-image',
        { 'Content-Type': 'application/json', Authorization, ...headers },
        JSON.stringify({ projectId, temporaryImageUrl: own.temporaryImageId }),
      );
    const away = await save({ Via: '1.1 proxy' });
    expect(away.code).toBe('image_quota_exceeded');
    expect(away.hint).toBe('Delete an image, or ask who runs this service for a larger plan.');
    expectNoFolder(own, away);
    expect((await save({})).hint).toContain(` --data ${dataDir}`);
  });

  it('are of each viewer alone where two ask for one rendition at the same moment (errors.operator-hints)', async () => {
    const path = `/res/${own.temporaryImageId}.webp?width=12`;
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        ask(own, 'GET', path, at % 2 === 0 ? {} : { 'X-Forwarded-For': '203.0.113.7' }),
      ),
    );
    for (const [at, answered] of all.entries()) {
      expect(answered.code).toBe('transformation_quota_exceeded');
      expect(answered.text.includes(own.service.dataDir)).toBe(at % 2 === 0);
    }
    const head = await ask(own, 'HEAD', path);
    expect([head.status, head.text]).toEqual([429, '']);
    expectNoFolder(own, head);
  });

  it('are logged, so that the operator finds the command there (origins.refused)', async () => {
    await REFUSALS.origin_not_allowed(open, {});
    await expect
      .poll(() => open.service.output())
      .toContain(`npx imagewell admin allow-origin ${ORIGIN} --data ${open.service.dataDir}`);
  });
});
