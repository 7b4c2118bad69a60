import { readFileSync } from 'node:fs';
import {
  CloudWatchClient,
  DeleteAlarmsCommand,
  DeleteDashboardsCommand,
} from '@aws-sdk/client-cloudwatch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpProbe, ProbeAnswer } from '../../admin/checks/http-probe.ts';
import { type CheckResult, runChecks } from '../../admin/checks/run-checks.ts';
import { selectChecks } from '../../admin/checks/select-checks.ts';
import { DOCTOR_CHECKS } from '../../admin/doctor/checks.ts';
import { openDoctorSubject } from '../../admin/doctor/open-subject.ts';
import { openOwnStack } from '../../admin/doctor/own-stack.ts';
import { SETTING_CHECKS } from '../../admin/doctor/setting-checks.ts';
import type { DoctorSubject } from '../../admin/doctor/subject.ts';
import { VERIFY_CHECKS } from '../../admin/verify/checks.ts';
import { openSubject } from '../../admin/verify/open-subject.ts';
import type { VerifySubject } from '../../admin/verify/subject.ts';
import {
  buildEdgeFunction,
  OLD_REQUEST_ENTRY,
  PRIVATE_REQUEST_ENTRY,
  PRIVATE_RESPONSE_ENTRY,
} from '../../lambdas/edge/build-edge-function.ts';
import { withCdnUrl } from '../../lambdas/edge/with-cdn-url.ts';
import { answerAtEdge, type EdgeParts } from '../../local/cloudfront/edge.ts';
import { createEdgeCache } from '../../local/cloudfront/edge-cache.ts';
import { loadEdgeFunction } from '../../local/cloudfront/edge-function.ts';
import { openPrivates } from '../../local/cloudfront/open-privates.ts';
import { createRemoteOrigin } from '../../local/cloudfront/remote-origin.ts';
import { createViewRequest } from '../../local/cloudfront/view-request.ts';
import { type HttpServer, startHttpServer } from '../../local/http/http-server.ts';
import { freePort } from '../support/service/start-service.ts';

const stack = process.env.IMAGEWELL_OPERATOR?.split(' ')[1];
const path = process.env.IMAGEWELL_CREDENTIALS;
const endpoint = process.env.AWS_ENDPOINT_URL;
const isDeployed = stack !== undefined && path !== undefined && endpoint !== undefined;
if (!isDeployed) console.warn('skipped: no deployed stack is named; npm run test:cloud names one');

type State = CheckResult['state'];

async function statesOf(subject: VerifySubject, names?: readonly string[]) {
  const checks = selectChecks(VERIFY_CHECKS, names?.join());
  const results = await runChecks(checks, subject, { now: subject.now });
  for (const { name, state, detail } of results) console.log(`${state} ${name}: ${detail}`);
  return Object.fromEntries(results.map(({ name, state }) => [name, state]));
}

/** A CDN that caches responses, in front of the deployed Function URL; the emulator has none. */
async function startKeepingEdge(renderUrl: string): Promise<{ url: string; server: HttpServer }> {
  const port = await freePort();
  const cdnUrl = `http://127.0.0.1:${port}`;
  const load = (entry?: string) =>
    loadEdgeFunction(withCdnUrl(buildEdgeFunction(process.cwd(), entry), cdnUrl));
  const edge: EdgeParts = {
    runOldRequest: load(OLD_REQUEST_ENTRY),
    viewRequest: createViewRequest(load(), () => undefined),
    privates: openPrivates({
      cdnUrl,
      requestCode: buildEdgeFunction(process.cwd(), PRIVATE_REQUEST_ENTRY),
      responseCode: buildEdgeFunction(process.cwd(), PRIVATE_RESPONSE_ENTRY),
      readKeys: async () => [],
    }),
    cache: createEdgeCache(),
    askOrigin: createRemoteOrigin({ url: renderUrl.replace(/\/$/, ''), connectTo: endpoint ?? '' }),
  };
  const server = await startHttpServer({
    port,
    cdnUrl,
    onRequest: () => undefined,
    onFault: console.error,
    answer: async (request, requestId) => {
      request.resume();
      return { ...(await answerAtEdge(edge, request, requestId)), route: '/res' };
    },
  });
  return { url: cdnUrl, server };
}

type Change = (answer: ProbeAnswer, url: string, method: string) => ProbeAnswer;

/** The same subject with some answers of another, as a broken deployment would give. */
function planted(subject: VerifySubject, change: Change): VerifySubject {
  const http: HttpProbe = async (url, request) =>
    change(await subject.http(url, request), url, request?.method ?? 'GET');
  return { ...subject, http, images: {} };
}

const withStatus =
  (status: number, isMeant: (url: string, method: string) => boolean): Change =>
  (answer, url, method) =>
    isMeant(url, method) ? { ...answer, status } : answer;
function withoutHeader(name: string): Change {
  return (answer) => {
    const { [name]: _, ...headers } = answer.headers;
    return { ...answer, headers };
  };
}
const hit: Change = (answer) => ({ ...answer, headers: { ...answer.headers, 'x-cache': 'Hit' } });

describe.skipIf(!isDeployed)('npx imagewell verify, on the deployed stack', () => {
  let subject: VerifySubject;
  let close: () => Promise<void>;
  let edge: Awaited<ReturnType<typeof startKeepingEdge>>;
  beforeAll(async () => {
    const { baseUrl, cdnUrl } = JSON.parse(readFileSync(path ?? '', 'utf8'));
    const opened = await openSubject({ stack: stack ?? '', baseUrl, cdnUrl, connectTo: endpoint });
    ({ subject, close } = opened);
    edge = await startKeepingEdge(subject.renderUrl);
  });
  afterAll(async () => {
    await close?.();
    await edge?.server.stop();
  });

  it('passes the checks that this emulator can run, and names the others', async () => {
    const expected: Record<string, State> = {
      'upload-and-save': 'passed',
      'direct-upload': 'passed',
      'direct-upload-refusal': 'passed',
      'too-large-upload': 'passed',
      'page-at-once': 'passed',
      'whole-answers': 'passed',
      'conditional-requests': 'passed',
      headers: 'passed',
      'cache-hits': 'failed', // it keeps no answers
      'cache-key': 'skipped',
      'expiry-at-edge': 'passed',
      invalidation: 'passed',
      'origin-access-control': 'failed', // it does not sign requests to the origin
      'sign-in-pages': 'passed',
      alarms: 'warned', // the stack was deployed without alarmEmail
      dashboard: 'passed',
      'edge-function': 'skipped', // it cannot test functions
    };
    expect(await statesOf({ ...subject, images: {} })).toEqual(expected);
  }, 240_000);

  it('passes its checks of the cache behind a CDN that keeps answers', async () => {
    const cdnUrl = edge.url;
    const http: HttpProbe = (url, request) =>
      subject.http(
        url.startsWith(subject.cdnUrl) ? cdnUrl + url.slice(subject.cdnUrl.length) : url,
        request,
      );
    expect(await statesOf({ ...subject, images: {}, http }, ['cache-key'])).toEqual({
      'upload-and-save': 'passed',
      'cache-hits': 'passed',
      'cache-key': 'passed',
    });
  });

  it('passes the rest where AWS answers as it should', async () => {
    const change: Change = (answer, url) =>
      url.startsWith(subject.renderUrl) ? { ...answer, status: 403 } : answer;
    const names = ['origin-access-control', 'edge-function'];
    const measured = { ...planted(subject, change), measureEdgeFunction: async () => 21 };
    expect(await statesOf(measured, names)).toEqual({
      'origin-access-control': 'passed',
      'edge-function': 'passed',
    });
  });

  const isImage = (url: string) => url.includes('/res/img_');
  const plants: [string, Change][] = [
    ['upload-and-save', withStatus(500, (url) => url.includes('save-temporary-image'))],
    [
      'direct-upload',
      withStatus(403, (url, method) => method === 'POST' && !url.includes('/api/')),
    ],
    [
      'too-large-upload',
      (answer, url) =>
        url.includes('upload-temporary') && answer.status === 413
          ? { ...answer, bytes: Buffer.from('{}') }
          : answer,
    ],
    ['whole-answers', withoutHeader('content-length')],
    ['whole-answers', (answer, url) => (isImage(url) ? { ...answer, isWhole: false } : answer)],
    [
      'whole-answers',
      (answer, url) => (isImage(url) ? { ...answer, bytes: answer.bytes.subarray(1) } : answer),
    ],
    ['conditional-requests', withStatus(405, (_, method) => method === 'HEAD')],
    [
      'conditional-requests',
      (answer) => (answer.status === 304 ? { ...answer, status: 200 } : answer),
    ],
    ['headers', withoutHeader('x-content-type-options')],
    ['headers', withoutHeader('x-error-code')],
    ['headers', (answer) => ({ ...answer, headers: { ...answer.headers, 'cache-tag': 'img_a' } })],
    ['expiry-at-edge', (answer) => (answer.status === 403 ? { ...answer, status: 200 } : answer)],
    ['expiry-at-edge', (answer) => (answer.status === 410 ? { ...answer, status: 200 } : answer)],
    [
      'direct-upload-refusal',
      (answer, url) =>
        url.includes('/api/') || answer.status < 400 ? answer : { ...answer, status: 204 },
    ],
    ['page-at-once', withStatus(429, (url) => url.includes('width=205'))],
    [
      'page-at-once',
      (answer, url) => (url.includes('width=206') ? { ...answer, isWhole: false } : answer),
    ],
    ['sign-in-pages', withStatus(404, (url) => url.includes('openid-configuration'))],
  ];
  it.each(plants)('fails %s where the deployment is broken so', async (name, change) => {
    const states = await statesOf(planted(subject, change), [name]);
    expect(states[name]).toBe('failed');
  });

  it('fails cache-key where the cache leaves a parameter out of its key', async () => {
    const answers = new Map<string, ProbeAnswer>();
    const http: HttpProbe = async (url, request) => {
      if (!url.includes('?')) return subject.http(url, request);
      const key = url.split('?')[0] ?? '';
      const known = answers.get(key);
      if (known) return hit(known, url, 'GET');
      const answer = await subject.http(url, request);
      answers.set(key, answer);
      return answer;
    };
    const states = await statesOf({ ...subject, images: {}, http }, ['cache-key']);
    expect(states).toMatchObject({ 'cache-hits': 'passed', 'cache-key': 'failed' });
  });

  it('fails invalidation if the CDN still serves a deleted image', async () => {
    let now = 0;
    const pause = async (ms: number) => {
      now += ms;
    };
    const http: HttpProbe = async (url, request) => {
      const answer = await subject.http(url, request);
      return answer.status === 404 && isImage(url) ? { ...answer, status: 200 } : answer;
    };
    const quick = { now: () => now, pause };
    const states = await statesOf({ ...subject, images: {}, http, ...quick }, ['invalidation']);
    expect(states.invalidation).toBe('failed');
  });

  it('fails edge-function above its limit', async () => {
    const heavy = { ...subject, measureEdgeFunction: async () => 93 };
    expect(await statesOf(heavy, ['edge-function'])).toEqual({ 'edge-function': 'failed' });
  });

  it('fails alarms and dashboard once they are deleted', async () => {
    const named = (type: string) =>
      subject.resources
        .filter((resource) => resource.type === type)
        .map(({ physicalId }) => physicalId);
    const client = new CloudWatchClient({});
    const AlarmNames = named('AWS::CloudWatch::Alarm').slice(0, 1);
    await client.send(new DeleteAlarmsCommand({ AlarmNames }));
    const DashboardNames = named('AWS::CloudWatch::Dashboard');
    await client.send(new DeleteDashboardsCommand({ DashboardNames }));
    expect(await statesOf(subject, ['alarms', 'dashboard'])).toEqual({
      alarms: 'failed',
      dashboard: 'failed',
    });
  });

  it('leaves no key, no secret and no image of its own', async () => {
    const own = { ...subject, images: {} };
    await statesOf(own, ['direct-upload']);
    const { large } = own.images as VerifySubject['images'];
    Object.assign(subject.images, { large });
    await close();
    expect((await subject.http(large?.imageUrl ?? '')).status).toBe(404);
    const { status } = await subject.http(`${subject.baseUrl}/api/v1/list-images`, {
      method: 'POST',
      headers: { 'x-api-key': subject.apiKey, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(status).toBe(401);
  });
});

describe.skipIf(!isDeployed)('npx imagewell admin doctor, on the account of the emulator', () => {
  const region = 'us-east-1';
  const run = async (subject: DoctorSubject, names?: readonly string[]) => {
    const checks = selectChecks(DOCTOR_CHECKS, names?.join());
    const results = await runChecks(checks, subject, { now: () => performance.now() });
    for (const { name, state, detail } of results) console.log(`${state} ${name}: ${detail}`);
    return Object.fromEntries(results.map(({ name, state }) => [name, state]));
  };

  it('sees an upgrade of the deployed stack', async () => {
    expect(await run(openDoctorSubject(openOwnStack(stack ?? ''), region))).toEqual({
      credentials: 'passed',
      region: 'passed',
      bootstrap: 'passed',
      'stack-state': 'passed',
      'name-clashes': 'skipped',
      'cloudfront-account': 'passed',
      'lambda-quota': 'warned',
      quotas: 'passed',
      'api-gateway-log-role': 'passed',
      // test/cloud/doctor-settings.test.ts has those of a stage
      ...Object.fromEntries(SETTING_CHECKS.map(({ name }) => [name, 'skipped'])),
    });
  });

  it('sees that a first deploy of another stage has its names and its room', async () => {
    const states = await run(openDoctorSubject(openOwnStack('other-stage'), region));
    expect(states).toMatchObject({
      'stack-state': 'passed',
      'name-clashes': 'passed',
      quotas: 'passed',
    });
  });

  const plants: [string, Partial<DoctorSubject>, State][] = [
    ['credentials', { getIdentity: async () => Promise.reject(new Error('refused')) }, 'failed'],
    ['region', { region: 'eu-south-2' }, 'failed'],
    ['region', { region: undefined }, 'failed'],
    ['bootstrap', { findBootstrapVersion: async () => undefined }, 'failed'],
    ['bootstrap', { findBootstrapVersion: async () => 5 }, 'failed'],
    ['stack-state', { findStackStatus: async () => 'ROLLBACK_COMPLETE' }, 'failed'],
    ['stack-state', { findStackStatus: async () => 'UPDATE_IN_PROGRESS' }, 'failed'],
    ['cloudfront-account', { countDistributions: async () => 0 }, 'warned'],
    [
      'api-gateway-log-role',
      {
        findStackStatus: async () => undefined,
        findApiGatewayLogRole: async () => 'arn:aws:iam::1:role/x',
      },
      'warned',
    ],
    // those of the deployed stack
    ['name-clashes', { findStackStatus: async () => undefined }, 'failed'],
    [
      'name-clashes',
      { findStackStatus: async () => undefined, listCloudFrontNames: async () => [] },
      'warned',
    ],
  ];
  it.each(plants)('%s tells of it where %o', async (name, change, state) => {
    const states = await run(
      { ...openDoctorSubject(openOwnStack(stack ?? ''), region), ...change },
      [name],
    );
    expect(states[name]).toBe(state);
  });
});
