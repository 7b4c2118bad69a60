import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { API_ROUTES } from '../../../../local/api-gateway/api-routes.ts';
import { answerApi } from '../../../../local/api-gateway/gateway.ts';
import { createByteGate } from '../../../../local/http/byte-gate.ts';
import { createProblemAnswer } from '../../../../local/http/problem-answer.ts';
import type { FunctionPool } from '../../../../local/lambda/function-pool.ts';
import { createHandClock } from '../../../support/local/hand-clock.ts';

it('gives the memory of an upload back: of its pieces, and of its body after the answer', async () => {
  const pieces = [Buffer.alloc(50_000, 7), Buffer.alloc(60_000, 8)];
  const request = Object.assign(Readable.from(pieces), {
    method: 'POST',
    url: '/api/v1/upload-temporary-image/upl_x',
    headers: { 'content-type': 'image/jpeg' },
    rawHeaders: [],
    httpVersion: '1.1',
    socket: { remoteAddress: '127.0.0.1' },
  }) as unknown as IncomingMessage;
  const bodies: Buffer[] = [];
  const lengths: number[][] = [];
  const pool: FunctionPool = {
    invoke: async (event) => {
      const { body } = event as { body: Buffer };
      bodies.push(body);
      lengths.push([...pieces, body].map(({ length }) => length));
      return { outcome: 'returned', result: { statusCode: 200, body: '{}' } };
    },
  };
  const parts = {
    routes: API_ROUTES,
    pools: { find: () => pool },
    gate: createByteGate(1_000_000),
    opensUploads: async () => true,
    clock: createHandClock(),
    problemAnswer: createProblemAnswer('https://cdn.example'),
  };
  expect((await answerApi(parts, request, 'r')).statusCode).toBe(200);
  expect(lengths).toEqual([[0, 0, 110_000]]);
  expect(bodies.map(({ length }) => length)).toEqual([0]);
});
