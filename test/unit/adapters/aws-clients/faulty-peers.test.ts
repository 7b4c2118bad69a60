import { afterEach, describe, expect, it, vi } from 'vitest';
import { isPassingFault } from '../../../../adapters/aws-clients/passing-faults.ts';
import {
  type AwsClient,
  longestCallMs,
  TIME_LIMITS,
  type TimeLimits,
} from '../../../../adapters/aws-clients/time-limits.ts';
import { CLIENT_CALLS, settingsOf } from '../../../support/faults/client-calls.ts';
import {
  PEER_FAULTS,
  type PeerFault,
  startFaultyPeer,
} from '../../../support/faults/faulty-peer.ts';
import { stopTimers } from '../../../support/waits/stop-timers.ts';
import { turnUntil } from '../../../support/waits/turn-until.ts';

const CLIENTS = Object.keys(CLIENT_CALLS) as AwsClient[];
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** The fields by which an adapter tells errors apart. */
interface Failed {
  readonly name: string;
  readonly code?: string;
  readonly $metadata?: { readonly attempts?: number };
}

async function callFaulty(client: AwsClient, fault: PeerFault, limits: TimeLimits) {
  const { send, throttled } = CLIENT_CALLS[client];
  const peer = await startFaultyPeer(fault, throttled);
  stops.push(peer.stop);
  const failing: Promise<Failed> = send(limits, settingsOf(peer.endpoint)).then(
    () => ({ name: 'none' }),
    (error: Failed) => error,
  );
  return { peer, failing };
}

/** The row with limits that a test can wait for, in milliseconds; its attempts stay. */
function quick(limits: TimeLimits): TimeLimits {
  const short = { connectionMs: 20_000, requestMs: 20_000, bodyMs: 20_000, pauseMs: 1 };
  return { ...limits, ...short, budgetMs: Infinity };
}
/** The limit that the fault reaches is the one that must be short. */
function reaching(fault: PeerFault, limits: TimeLimits): TimeLimits {
  if (fault === 'accepts and never answers') return { ...limits, requestMs: 30 };
  return fault === 'sends each byte slowly' ? { ...limits, bodyMs: 30 } : limits;
}

/** The error after the last attempt: its name, or the code of a broken connection. */
const FORMS: Readonly<Record<PeerFault, (client: AwsClient) => string | RegExp>> = {
  'accepts and never answers': () => 'TimeoutError',
  'sends each byte slowly': () => 'TimeoutError',
  'cuts in the middle of its answer': () => 'ECONNRESET',
  'refuses connections': () => 'ECONNREFUSED',
  throttles: (client) => CLIENT_CALLS[client].throttledName,
  'answers the HTML of a proxy': () => /^(SyntaxError|Error)$/, // of a parser of JSON or of XML
};

describe.each(PEER_FAULTS)('a peer that %s', (fault) => {
  it('ends each client’s call after the attempts of its row, by an error that passes', async () => {
    const calls = CLIENTS.map(async (client) => {
      const { attempts } = TIME_LIMITS.command[client];
      const limits = reaching(fault, quick(TIME_LIMITS.command[client]));
      const { peer, failing } = await callFaulty(client, fault, limits);
      const error = await failing;
      const form = error.name === 'Error' ? (error.code ?? error.name) : error.name;
      expect(form, client).toMatch(FORMS[fault](client));
      expect(isPassingFault(error), client).toBe(true);
      expect([client, error.$metadata?.attempts]).toEqual([client, attempts]);
      const requests = fault === 'refuses connections' ? 0 : attempts;
      // on a busy machine an attempt may end before it was sent
      if (fault === 'accepts and never answers') expect(peer.count()).toBeLessThanOrEqual(requests);
      else expect([client, peer.count()]).toEqual([client, requests]);
    });
    await Promise.all(calls);
  });
});

describe('the budget of a call', () => {
  it.each([
    ['CloudFrontClient', 3],
    ['DynamoDBClient', 1],
    ['EventBridgeClient', 2],
    ['RekognitionClient', 2],
    ['S3Client', 2],
    ['SQSClient', 2],
  ] as const)(
    'of %s in a function has room for %i attempts without an answer',
    async (name, count) => {
      const limits = TIME_LIMITS.function[name];
      vi.spyOn(Math, 'random').mockReturnValue(0.999_999);
      stopTimers();
      const begun = performance.now();
      const { peer, failing } = await callFaulty(name, 'accepts and never answers', limits);
      let isOver = false;
      void failing.then(() => {
        isOver = true;
      });
      for (let attempt = 1; attempt <= count; attempt += 1) {
        await turnUntil(() => peer.count() === attempt);
        await vi.advanceTimersByTimeAsync(limits.requestMs);
        await turnUntil(() => isOver || vi.getTimerCount() > 0);
        if (!isOver) await vi.advanceTimersByTimeAsync(limits.pauseMs);
      }
      expect(await failing).toMatchObject({ name: 'TimeoutError', $metadata: { attempts: count } });
      expect(performance.now() - begun).toBeLessThanOrEqual(longestCallMs(limits));
      expect(peer.count()).toBe(count);
    },
  );

  it('leaves all attempts of S3 to a prefix that slows down, whose answers are quick', async () => {
    const limits = { ...TIME_LIMITS.function.S3Client, pauseMs: 1 };
    const { peer, failing } = await callFaulty('S3Client', 'throttles', limits);
    expect((await failing).name).toBe('SlowDown');
    expect(peer.count()).toBe(limits.attempts);
  });

  it('is made no longer by the Retry-After of a server', async () => {
    const { send, throttled } = CLIENT_CALLS.SQSClient;
    const headers = { ...throttled.headers, 'retry-after': '5', 'x-amz-retry-after': '5000' };
    const peer = await startFaultyPeer('throttles', { ...throttled, headers });
    stops.push(peer.stop);
    const limits = { ...TIME_LIMITS.function.SQSClient, pauseMs: 1 };
    const failed = await send(limits, settingsOf(peer.endpoint)).catch((error: object) => error);
    const { attempts } = limits;
    expect(failed).toMatchObject({ $metadata: { attempts } });
    const { totalRetryDelay } = (failed as { $metadata: { totalRetryDelay: number } }).$metadata;
    expect(totalRetryDelay).toBeLessThanOrEqual((attempts - 1) * limits.pauseMs);
  });
});
