import { once } from 'node:events';
import { connect } from 'node:net';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { answerClientError } from '../../../../local/http/client-error.ts';
import { createProblemAnswer } from '../../../../local/http/problem-answer.ts';
import { countBegun, functionsWithin } from '../../../support/local/service-functions.ts';
import {
  type Answered,
  type Ask,
  FIXTURE_CDN,
  startFixtureService,
} from '../../../support/local/start-fixture-service.ts';
import { stopTimers } from '../../../support/waits/stop-timers.ts';
import { turnUntil } from '../../../support/waits/turn-until.ts';

const SAVE = '/api/v1/save-temporary-image';
const UPLOAD = '/api/v1/upload-temporary-image/upl_canary';
const HOUR_MS = 3_600_000;
/** More than the service needs to read what lies in a socket. */
const TURNS = 20;
/** The headers that a call needs, so that its body is asked for. */
const ACCEPTED = 'X-API-Key: private_x\r\nContent-Type: application/json\r\n';
const OPEN_TO_PAGES = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Error-Code, X-Request-Id, Retry-After, ETag',
};

function json(body: unknown): Ask {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}
function image(bytes: number): Ask {
  const body = Buffer.alloc(bytes, 7);
  return { method: 'POST', headers: { 'Content-Type': 'image/jpeg' }, body };
}
function eventOf({ body }: Answered) {
  return JSON.parse(body.toString()).event;
}
function problemOf({ body }: Answered) {
  return JSON.parse(body.toString());
}

/** Speaks HTTP by hand; answers all that came back once `awaited` is in it. */
async function speak(
  port: number,
  parts: readonly (string | Buffer)[],
  awaited: string,
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  for (const part of parts) {
    await new Promise((done) => socket.write(part, done));
    // the service, in this process, reads it before the next one comes
    for (let turned = 0; turned < TURNS; turned += 1) await turn();
  }
  await expect.poll(() => heard).toContain(awaited);
  return heard;
}

/** All that comes back until the service ends the connection. */
async function listen(port: number, said: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(said);
  return text(socket);
}

function expectProblem(heard: string, status: number, code: string): void {
  const [head = '', body = ''] = heard.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const names = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => line.toLowerCase().split(': ')),
  );
  expect(names).toMatchObject({
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'x-error-code': code,
    connection: 'close',
  });
  const type = `${FIXTURE_CDN}/problems/${code}`;
  const requestId = names['x-request-id'];
  expect(JSON.parse(body)).toMatchObject({ type, status, code, requestId });
}

describe("API Gateway's event", () => {
  it("has the client's header names, all values, and the query decoded", async () => {
    const { ask } = await startFixtureService();
    const response = await ask(`${SAVE}?a=1&a=%C3%A9&b`, {
      ...json({ x: 1 }),
      headers: { 'Content-Type': 'application/json', 'X-Many': ['one', 'two'], 'x-lOWER': 'kept' },
    });
    const event = eventOf(response);
    expect(event).toMatchObject({
      resource: SAVE,
      path: SAVE,
      httpMethod: 'POST',
      headers: { 'X-Many': 'two', 'x-lOWER': 'kept' },
      multiValueHeaders: { 'X-Many': ['one', 'two'] },
      queryStringParameters: { a: 'é', b: '' },
      multiValueQueryStringParameters: { a: ['1', 'é'], b: [''] },
      pathParameters: null,
      stageVariables: null,
      body: '{"x":1}',
      isBase64Encoded: false,
    });
    expect(event.requestContext).toMatchObject({
      resourcePath: SAVE,
      httpMethod: 'POST',
      stage: 'local',
      path: SAVE,
      protocol: 'HTTP/1.1',
      identity: { sourceIp: '127.0.0.1', userAgent: null },
    });
    expect(Math.abs(Date.now() - event.requestContext.requestTimeEpoch)).toBeLessThan(60_000);
    expect(event.requestContext.requestId).toBe(response.headers['x-request-id']);
    expect(JSON.parse(response.body.toString()).requestId).toBe(response.headers['x-request-id']);
  });

  it('has binary bodies in base64, and others as text', async () => {
    const { ask } = await startFixtureService();
    const bytes = Buffer.from([0xff, 0xd8, 0x00, 0xfe]);
    for (const type of ['image/png', 'IMAGE/x; a=b', 'application/octet-stream']) {
      const event = eventOf(
        await ask(UPLOAD, { method: 'POST', headers: { 'Content-Type': type }, body: bytes }),
      );
      expect([event.isBase64Encoded, Buffer.from(event.body, 'base64')]).toEqual([true, bytes]);
    }
    const text = eventOf(await ask(SAVE, json({ name: 'ö' })));
    expect([text.isBase64Encoded, text.body]).toEqual([false, '{"name":"ö"}']);
    expect(eventOf(await ask(SAVE)).body).toBe(null);
  });

  it('has the path parameters of the template', async () => {
    const { ask, lines } = await startFixtureService();
    const event = eventOf(await ask(UPLOAD, image(3)));
    expect(event.resource).toBe('/api/v1/upload-temporary-image/{uploadKey}');
    expect(event.pathParameters).toEqual({ uploadKey: 'upl_canary' });
    expect(lines).toMatchObject([{ route: event.resource, method: 'POST', status: 200 }]);
    expect(JSON.stringify(lines)).not.toContain('canary');
  });

  it('comes for any method, so that the function itself answers 405', async () => {
    const { ask } = await startFixtureService();
    for (const method of ['GET', 'PUT', 'OPTIONS', 'DELETE']) {
      expect(eventOf(await ask(SAVE, { method })).httpMethod).toBe(method);
    }
  });
});

describe("API Gateway's own answers", () => {
  it('answers 404 route_not_found to unknown paths, readable from any page (errors.gateway)', async () => {
    const { ask, lines } = await startFixtureService();
    for (const path of [
      '/api/v1/nothing',
      '/api/',
      `${SAVE}/more`,
      '/api/v1/upload-temporary-image/',
    ]) {
      const response = await ask(path, json({}));
      expect(response.status).toBe(404);
      expect(response.headers).toMatchObject({
        ...OPEN_TO_PAGES,
        'x-error-code': 'route_not_found',
      });
      expect(problemOf(response)).toMatchObject({
        code: 'route_not_found',
        requestId: response.headers['x-request-id'],
      });
    }
    expect(new Set(lines.map(({ route }) => route))).toEqual(new Set(['none']));
  });

  it("answers 413 above API Gateway's maximum and above Lambda's, and reads the body to its end (errors.payload-too-large, errors.body-read-to-end)", async () => {
    const { ask } = await startFixtureService();
    for (const bytes of [LIMITS.maxGatewayPayloadBytes + 1, 40_000_000, 4_800_000]) {
      const response = await ask(UPLOAD, image(bytes));
      expect(response.status).toBe(413);
      expect(response.headers).toMatchObject(OPEN_TO_PAGES);
      const problem = problemOf(response);
      expect(problem).toMatchObject({ code: 'payload_too_large', maxBytes: 4_500_000 });
      expect(problem.detail).toContain('create-direct-upload');
      expect(problem.detail).not.toMatch(/lambda|gateway|event/i);
    }
  });

  it('lets the largest upload through, event included (uploads.max-size)', async () => {
    const { ask } = await startFixtureService();
    const response = await ask(UPLOAD, image(LIMITS.maxUploadBytes));
    expect(eventOf(response).body).toHaveLength((LIMITS.maxUploadBytes / 3) * 4);
  });

  it("counts base64 that it doesn't send: Lambda's limit holds to the byte (errors.payload-too-large)", async () => {
    const { ask } = await startFixtureService();
    const event = eventOf(await ask(UPLOAD, image(LIMITS.maxUploadBytes)));
    const room = LIMITS.maxLambdaEventBytes - Buffer.byteLength(JSON.stringify(event));
    const fitting = LIMITS.maxUploadBytes + 3 * Math.floor(room / 4);
    const response = await ask(UPLOAD, image(fitting));
    expect(eventOf(response).body).toBe(Buffer.alloc(fitting, 7).toString('base64'));
    expect((await ask(UPLOAD, image(fitting + 1))).status).toBe(413);
  });

  it('measures a text body as it is in the event', async () => {
    const { ask } = await startFixtureService();
    // each byte is six in JSON
    const body = '\u0001'.repeat(1_100_000);
    expect((await ask(SAVE, { ...json(0), body })).status).toBe(413);
  });

  it('accepts chunked bodies up to the same maximum', async () => {
    const { service } = await startFixtureService();
    const head = `POST ${SAVE} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`;
    await speak(service.port, [head, '2\r\n{}\r\n', '0\r\n\r\n'], 'HTTP/1.1 200');
    const large = Buffer.concat([
      Buffer.from('b00000\r\n'),
      Buffer.alloc(0xb00000),
      Buffer.from('\r\n'),
    ]);
    await speak(service.port, [head, large, '0\r\n\r\n'], 'HTTP/1.1 413');
  });

  it('answers Expect: 100-continue before the body is sent', async () => {
    const { service } = await startFixtureService();
    const head = `POST ${SAVE} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n${ACCEPTED}Expect: 100-continue\r\n\r\n`;
    const heard = await speak(service.port, [head, '{}'], 'HTTP/1.1 200 OK');
    expect(heard).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
  });

  it('brings no aborted upload to a function', async () => {
    const { service, lines, faults } = await startFixtureService();
    const socket = connect(service.port, '127.0.0.1');
    const head = `POST ${SAVE} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n${ACCEPTED}Expect: 100-continue\r\n`;
    socket.write(`${head}\r\n`);
    await once(socket, 'data'); // 100 Continue: the request has begun
    socket.write('{"a":');
    socket.destroy();
    await expect.poll(() => lines).toMatchObject([{ status: 499 }]);
    expect(faults).toEqual([]);
  });

  it.each([
    ['NONSENSE\r\n\r\n', 400, 'bad_request'],
    [
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      `POST ${SAVE} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnonsense`,
      400,
      'bad_request',
    ],
  ])(
    'answers bytes that are no request with our headers and body: %# (errors.problem-body)',
    async (text, status, code) => {
      const { service } = await startFixtureService();
      expectProblem(await listen(service.port, text), status, code);
    },
  );

  it('answers 408 so too, and says nothing where an answer is under way (errors.problem-body)', async () => {
    for (const hasHead of [false, true]) {
      const [here, there] = duplexPair();
      const socket = Object.assign(there, { destroySoon: () => there.end() });
      if (hasHead) Object.assign(socket, { _httpMessage: { headersSent: true } });
      const heard = text(here);
      const error = Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      answerClientError(createProblemAnswer(FIXTURE_CDN), error, socket);
      if (!hasHead) expectProblem(await heard, 408, 'request_timeout');
      else expect([socket.destroyed, await heard.catch(() => '')]).toEqual([true, '']);
    }
  });
});

describe("a function's result", () => {
  it('becomes the answer, headers of several values too', async () => {
    const { ask } = await startFixtureService();
    const response = await ask(SAVE, json({ act: 'cookies' }));
    expect(response.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(response.headers['content-length']).toBe(String(response.body.length));
  });

  it('is internal_error where the function gave none, and others go on (errors.internal)', async () => {
    const { ask } = await startFixtureService();
    for (const act of ['throw', 'nonsense']) {
      const [result, other] = await Promise.all([
        ask(SAVE, json({ act })),
        ask('/api/v1/update-image-metadata', json({})),
      ]);
      expect([result.status, other.status]).toEqual([500, 200]);
      expect(result.headers).toMatchObject(OPEN_TO_PAGES);
      expect(problemOf(result)).toMatchObject({ code: 'internal_error' });
    }
    expect((await ask(SAVE, json({}))).status).toBe(200);
  });

  it.each([
    ['a thread', SAVE],
    ['a process', '/api/v1/upload-from-url'],
  ])(
    'is busy with Retry-After where %s died, for whatever reason, and others go on (security.dead-process-is-busy)',
    async (_, path) => {
      const { ask } = await startFixtureService();
      for (const act of ['crash', 'exit', 'flood']) {
        const [result, other] = await Promise.all([
          ask(path, json({ act })),
          ask('/api/v1/update-image-metadata', json({})),
        ]);
        expect([act, result.status, other.status]).toEqual([act, 503, 200]);
        expect(result.headers).toMatchObject({ ...OPEN_TO_PAGES, 'retry-after': '5' });
        expect(problemOf(result)).toMatchObject({ code: 'busy' });
      }
      expect((await ask(path, json({}))).status).toBe(200);
    },
  );

  it('is busy with Retry-After where the function was killed at its deadline (errors.busy)', async () => {
    const { ask } = await startFixtureService(undefined, { functions: functionsWithin(2_000) });
    const response = await ask(UPLOAD, json({ act: 'hang' }));
    expect([response.status, response.headers['retry-after']]).toEqual([503, '5']);
    expect(response.headers).toMatchObject({ ...OPEN_TO_PAGES, 'x-error-code': 'busy' });
    const next = async () => (await ask(UPLOAD, json({}))).status;
    await expect.poll(next).toBe(200); // its process may start slowly
  });

  it('is busy with Retry-After where no process was free in time (errors.busy)', async () => {
    stopTimers();
    const functions = functionsWithin(HOUR_MS);
    const { ask, dataDir } = await startFixtureService(undefined, { functions });
    const hung = [1, 2].map(() => ask(SAVE, json({ act: 'hang' })));
    await turnUntil(() => {
      vi.advanceTimersByTime(1); // a second thread starts after a while
      return countBegun(dataDir) === 2;
    });
    const late = Promise.all([1, 2, 3].map(() => ask(SAVE, json({}))));
    const metrics = async () => `${(await ask('/metrics')).body}`;
    while (!/_waiting_requests\{.*\} 3$/m.test(await metrics())) await turn();
    vi.advanceTimersByTime(HOUR_MS);
    for (const result of await late) {
      expect([result.status, result.headers['retry-after']]).toEqual([503, '5']);
      expect(result.headers).toMatchObject({ ...OPEN_TO_PAGES, 'x-error-code': 'busy' });
    }
    expect((await Promise.all(hung)).map(({ status }) => status)).toEqual([503, 503]);
  });
});
