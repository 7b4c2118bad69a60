import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueToken } from '../../../../local/identity-provider/issue-token.ts';
import { CONSOLE_ACTIONS } from '../../../../local/site/console-actions.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';

const PLANS = {
  tiny: {
    maxImages: 0,
    maxTransformationsPerMonth: 0,
    maxBandwidthBytesPerMonth: 0,
    maxProjects: 1,
  },
};
const ACTIONS = ['readLimits', 'liftLimits', 'restoreLimits'] as const;
type Action = (typeof ACTIONS)[number];
type Headers = Readonly<Record<string, string>>;

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;
let owner: string;
let other: string;

/** Sends the request as it is: fetch would set Host and Sec-Fetch-Site automatically. */
function post(path: string, headers: Headers = {}, body: string | Buffer = '{}') {
  const { hostname, port } = new URL(service.baseUrl);
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
  return new Promise<{ status: number; json: any }>((done, fail) => {
    const options = { host: hostname, port, path, method: 'POST', headers, agent: false };
    const request = httpRequest(options, async (response) => {
      const answered = await text(response);
      const json = answered.startsWith('{') ? JSON.parse(answered) : undefined;
      done({ status: response.statusCode ?? 0, json });
    });
    request.once('error', fail);
    request.end(body);
  });
}

const ofOwnPage = (token?: string): Headers => ({
  'Sec-Fetch-Site': 'same-origin',
  Origin: service.baseUrl,
  'Content-Type': 'application/json',
  ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
});
const act = (action: Action, token?: string, headers: Headers = {}) =>
  post(CONSOLE_ACTIONS[action].path, { ...ofOwnPage(token), ...headers });
const callAs = async (token: string, name: string, body: object) => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return (await post(`/api/v1/${name}`, headers, JSON.stringify(body))).json;
};

/** The code of a save's refusal; undefined: it was saved. */
async function save(): Promise<string | undefined> {
  const image = { 'Content-Type': 'image/jpeg' };
  const uploadPath = `/api/v1/upload-temporary-image/${service.uploadKey}`;
  const { temporaryImageUrl } = (await post(uploadPath, image, await drawJpeg())).json;
  const headers = { 'X-API-Key': service.apiKey, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ temporaryImageUrl });
  return (await post('/api/v1/save-temporary-image', headers, body)).json.code;
}

async function start(...options: string[]): Promise<void> {
  service = await startService(folder.path, ...options);
}

describe('the limits of this machine', () => {
  beforeAll(async () => {
    folder = await makeDataFolder();
    await writeFile(join(folder.path, 'plans.json'), JSON.stringify(PLANS));
    await start('--plan', 'tiny');
    owner = await issueToken(folder.path, 'ann@example.com');
    other = await issueToken(folder.path, 'mallory@example.com');
    const taken = await post(CONSOLE_ACTIONS.takeOver.path, ofOwnPage(owner));
    expect(taken.status).toBe(200);
  });
  afterAll(async () => {
    await service.stop();
    await folder.remove();
  });

  it.each<readonly [string, Headers]>([
    ['of another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['of a web page', { Origin: 'https://evil.example' }],
    ['of a rebound name', { Origin: 'http://evil.example:8080', Host: 'evil.example:8080' }],
    ['of a hidden origin', { Origin: 'null' }],
    ['that a proxy passes on: X-Forwarded-For', { 'X-Forwarded-For': '203.0.113.7' }],
    ['that a proxy passes on: Via', { Via: '1.1 proxy' }],
  ])('are not there for a request %s, an owner’s too (local.lifted-limits)', async (_, headers) => {
    for (const action of ACTIONS) {
      const { status, json } = await act(action, owner, headers);
      expect([action, status, json.code]).toEqual([action, 404, 'route_not_found']);
    }
    expect(await save()).toBe('image_quota_exceeded');
  });

  it('are lifted by an owner of the local project alone (local.lifted-limits)', async () => {
    for (const action of ACTIONS) {
      expect((await act(action)).json.code, action).toBe('missing_access_token');
      expect((await act(action, 'x')).json.code, action).toBe('invalid_access_token');
    }
    const nothing = { mayLift: false, isLifted: false, freeBytes: null, projectIds: [] };
    expect(await act('readLimits', other)).toEqual({ status: 200, json: nothing });
    for (const action of ['liftLimits', 'restoreLimits'] as const) {
      expect((await act(action, other)).json.code).toBe('insufficient_role');
    }
    expect(await save()).toBe('image_quota_exceeded');
  });

  it('are lifted for all projects of both accounts, whatever --plan says, and are back after it (local.lifted-limits)', async () => {
    const { projectId } = service;
    const before = (await act('readLimits', owner)).json;
    expect(before).toEqual({
      mayLift: true,
      isLifted: false,
      freeBytes: expect.any(Number),
      projectIds: expect.arrayContaining([projectId]),
    });
    expect(await save()).toBe('image_quota_exceeded');
    for (const _ of [1, 2]) {
      expect((await act('liftLimits', owner)).json).toMatchObject({ isLifted: true });
    }
    expect(await save()).toBeUndefined();
    const { projects } = await callAs(owner, 'list-projects', {});
    for (const project of projects) {
      const used = await callAs(owner, 'get-usage', { projectId: project.projectId });
      expect([used.images.limit, used.transformations.limit]).toEqual([null, null]);
      expect(before.projectIds).toContain(project.projectId);
    }
    expect((await act('restoreLimits', owner)).json).toMatchObject({ isLifted: false });
    expect(await save()).toBe('image_quota_exceeded');
    expect((await callAs(owner, 'get-account', {})).plan.name).toBe('free');
    const { events } = await callAs(owner, 'list-audit-events', { projectId });
    expect(
      events.map(({ action, outcome }: { action: string; outcome: string }) => [action, outcome]),
    ).toEqual(
      expect.arrayContaining([
        ['lift-limits', 'done'],
        ['restore-limits', 'done'],
        ['lift-limits', 'refused'],
        ['restore-limits', 'refused'],
      ]),
    );
  });

  it('stay lifted over restarts with another --plan, and the banner says so (local.lifted-limits)', async () => {
    await act('liftLimits', owner);
    await service.stop('SIGKILL');
    await start('--plan', 'tiny');
    expect(service.output()).toContain(
      'unlimited: no limits (limits lifted in the console, which ends that under Usage)',
    );
    expect(await save()).toBeUndefined();
    expect((await act('restoreLimits', owner)).json.isLifted).toBe(false);
    await service.stop();
    await start('--plan', 'tiny');
    expect(service.output()).not.toContain('lifted');
    expect(await save()).toBe('image_quota_exceeded');
  });

  it('are ended by the operator’s set-plan, too (local.lifted-limits)', async () => {
    await act('liftLimits', owner);
    expect(await save()).toBeUndefined();
    const args = ['admin', 'accounts', 'set-plan', 'acc_local', 'free', '--data', folder.path];
    const code = await new Promise((done) =>
      spawn(process.execPath, ['bin/cli.ts', ...args]).once('exit', done),
    );
    expect(code).toBe(0);
    expect(await save()).toBe('image_quota_exceeded');
  });
});
