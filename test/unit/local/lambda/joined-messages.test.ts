import { describe, expect, it, vi } from 'vitest';
import { joinMessages } from '../../../../local/lambda/host-channel.ts';
import type { HostMessage, ParentMessage } from '../../../../local/lambda/host-messages.ts';
import { createInvocation } from '../../../../local/lambda/invocation.ts';
import { type PooledHost, runOnPooledHost } from '../../../../local/lambda/pooled-host.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const END: HostMessage = { type: 'end', id: 1 };
const HEAD: HostMessage = { type: 'head', id: 1, head: { statusCode: 200, headers: {} } };
const IDLE: HostMessage = { type: 'idle', id: 1, memoryBytes: 1, isAbandoned: false };
const WARNING: HostMessage = {
  type: 'log',
  level: 'warn',
  functionName: undefined,
  message: 'x',
  fieldsText: '{}',
};

describe('a host of functions', () => {
  it('sends the messages of one turn in one, in their order', async () => {
    const post = vi.fn();
    const send = joinMessages(post);
    send(HEAD);
    await Promise.resolve().then(() => send(END));
    expect(post).not.toHaveBeenCalled();
    await nextTurn();
    send(END);
    await nextTurn();
    expect(post.mock.calls).toEqual([[[HEAD, END]], [[END]]]);
  });

  it.each([WARNING, IDLE])(
    'sends a $type message before the call returns, and all before it',
    async (message) => {
      const post = vi.fn();
      const send = joinMessages(post);
      send(HEAD);
      send(message);
      expect(post.mock.calls).toEqual([[[HEAD, message]]]);
      await nextTurn();
      expect(post).toHaveBeenCalledTimes(1);
    },
  );
});

describe('the reader of a body', () => {
  it('tells of a quarter of a megabyte, and not of each piece', async () => {
    const sent: ParentMessage[] = [];
    const host = {
      pid: 1,
      threadId: 1,
      send: (message: ParentMessage) => void sent.push(message),
      kill: () => undefined,
      exited: Promise.resolve(),
    };
    const member: PooledHost = {
      host,
      state: 'idle',
      invocationId: 0,
      invocation: undefined,
      timer: undefined,
      memoryBytes: 0,
      startedAt: 0,
    };
    const soon = Date.now() + 60_000;
    const times = { deadlineAt: soon, wireEndsAt: soon, waitUntil: soon };
    const invocation = createInvocation('f', {}, 'r', times);
    runOnPooledHost(member, invocation);
    clearTimeout(member.timer);
    invocation.takeHead({ statusCode: 200, headers: {} });
    const pieces = [60_000, 100_000, 100_000, 10_000, 500_000];
    for (const bytes of pieces) invocation.takeChunk(new Uint8Array(bytes));
    invocation.takeEnd();
    const outcome = await invocation.outcome;
    if (outcome.outcome !== 'streamed') throw new Error(outcome.outcome);
    for await (const _ of outcome.body);
    const consumed = sent.flatMap((one) => (one.type === 'consumed' ? [one.bytes] : []));
    expect(consumed).toEqual([270_000, 500_000]);
  });
});
