import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { verifySignature } from '../../../cli/webhooks/verify-signature.ts';
import { issueToken } from '../../../local/identity-provider/issue-token.ts';
import { startCommand } from '../../support/service/start-command.ts';
import { localUsers } from '../../unit/cli/support/local-users.ts';

const EMAIL = 'ann@example.com';
const users = localUsers('--events', '--loopback-webhooks');
const ann = users.as(EMAIL);

/** A listener of a user as its own process, which a test ends. */
async function startListening(...args: readonly string[]) {
  const { baseUrl, dataDir } = users.service();
  const token = await issueToken(dataDir, EMAIL);
  const { PATH } = process.env;
  const command = startCommand(['webhooks', 'listen', ...args], {
    env: { PATH, IMAGEWELL_TOKEN: token, IMAGEWELL_URL: baseUrl },
  });
  const { printed } = command;
  await expect.poll(() => printed.stderr).toMatch(/as whk_/);
  const [webhookId = ''] = /whk_[a-z2-7]+/.exec(printed.stderr.split('Listening')[1] ?? '') ?? [];
  return { ...command, webhookId };
}

describe('webhooks listen', () => {
  it('prints the events of a project, passes them on, and removes its webhook at Ctrl-C', async () => {
    const bodies: string[] = [];
    const target = createServer((request, response) => {
      const signed = String(request.headers['webhook-signature']);
      request.on('data', (chunk: Buffer) => bodies.push(`${signed.slice(0, 3)}${chunk}`));
      request.on('end', () => response.writeHead(200).end());
    });
    await new Promise<void>((done) => target.listen(0, '127.0.0.1', done));
    const { port } = target.address() as AddressInfo;
    const to = `http://localhost:${port}/hooks`;
    const listener = await startListening('--forward-to', to, '--json');
    const tested = await ann('webhooks', 'test', listener.webhookId);
    expect([tested.code, tested.stdout]).toEqual([
      0,
      expect.stringMatching(/^dlv_\S+ is delivered: 200 in \d+ ms\n$/),
    ]);
    const event = JSON.parse(listener.printed.stdout);
    expect(event).toMatchObject({ type: 'webhook.test' });
    expect(bodies).toEqual([expect.stringMatching(/^v1,\{.*webhook\.test/)]);
    await new Promise((done) => target.close(done));
    const [{ url }] = (await ann('webhooks', 'list', '--json')).lines;
    const forged = await fetch(url, { method: 'POST', body: '{}' });
    expect(forged.status).toBe(401);
    await expect.poll(() => listener.printed.stderr).toContain('wrong signature');
    listener.kill('SIGINT');
    expect(await listener.ended).toMatchObject({ code: 0 });
    expect(listener.printed.stderr).toContain(`${listener.webhookId} is removed.`);
    expect((await ann('webhooks', 'list', '--json')).lines).toEqual([]);
  });

  it('removes the webhook of a killed run, and of no run that continues', async () => {
    const killed = await startListening();
    const living = await startListening();
    killed.kill('SIGKILL');
    await killed.ended;
    const next = await startListening();
    expect(next.printed.stderr).toContain(`Removed ${killed.webhookId}`);
    const ids = (await ann('webhooks', 'list', '--json')).lines.map(({ webhookId }) => webhookId);
    expect(ids.toSorted()).toEqual([living.webhookId, next.webhookId].toSorted());
    for (const { kill, ended } of [living, next]) {
      kill('SIGTERM');
      await ended;
    }
  });

  it('is refused for a service elsewhere, and for a target elsewhere', async () => {
    const elsewhere = await ann('webhooks', 'listen', '--url', 'https://api.example.com');
    expect([elsewhere.code, elsewhere.stderr]).toEqual([
      2,
      expect.stringContaining('cannot reach a listener on this machine'),
    ]);
    const target = await ann('webhooks', 'listen', '--forward-to', 'http://10.0.0.1/');
    expect([target.code, target.stderr]).toEqual([2, expect.stringContaining('of this machine')]);
  });
});

it('verifies signatures as the library of Standard Webhooks signs them', () => {
  const secret = `whsec_${Buffer.from('a secret of some length').toString('base64')}`;
  const at = new Date();
  const body = '{"type":"x"}';
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('evt_1', at, body)}`,
  };
  const now = at.getTime();
  expect(verifySignature(headers, body, { secret, now })).toBe(true);
  expect(verifySignature(headers, `${body} `, { secret, now })).toBe(false);
  expect(verifySignature(headers, body, { secret: 'whsec_AAAA', now })).toBe(false);
  expect(verifySignature(headers, body, { secret, now: now + 400_000 })).toBe(false);
  expect(verifySignature({}, body, { secret, now })).toBe(false);
});
