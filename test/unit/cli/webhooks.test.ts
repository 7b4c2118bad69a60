import { describe, expect, it } from 'vitest';
import { localUsers } from './support/local-users.ts';

const users = localUsers('--events');
const ann = users.as('ann@example.com');
/** A name that leads nowhere (RFC 6761). */
const NOWHERE = 'https://receiver.invalid/hook';

describe('webhooks', () => {
  it('are made with a secret that is shown once, listed, changed and deleted', async () => {
    const response = await ann(
      'webhooks',
      'create',
      NOWHERE,
      '--events',
      'image.saved',
      'image.deleted',
    );
    expect([response.code, response.stdout]).toEqual([0, expect.stringMatching(/^whsec_\S+\n$/)]);
    const listed = await ann('webhooks', 'list', '--json');
    expect(listed.lines).toMatchObject([
      { url: NOWHERE, eventTypes: ['image.saved', 'image.deleted'], enabled: true },
    ]);
    expect(listed.stdout).not.toContain('whsec_');
    const [{ webhookId }] = listed.lines;
    const elsewhere = `${NOWHERE}/2`;
    const changed = await ann('webhooks', 'update', webhookId, '--to', elsewhere, '--disable');
    expect(changed.stdout).toMatch(/receiver\.invalid\/hook\/2 +no +image\.saved image\.deleted/);
    const both = await ann('webhooks', 'update', webhookId, '--enable', '--disable');
    expect(both.code).toBe(2);
    const turned = await ann(
      'webhooks',
      'rotate-secret',
      webhookId,
      '--overlap-hours',
      '0',
      '--json',
    );
    expect(turned.json.secret).not.toBe(response.stdout.trim());
    expect((await ann('webhooks', 'deliveries', webhookId)).stdout).toBe(
      'No deliveries were found.\n',
    );
    const test = await ann('webhooks', 'test', webhookId, '--no-wait', '--json');
    expect([test.code === 0, test.json?.delivery?.eventType ?? test.stderr]).toEqual([
      true,
      'webhook.test',
    ]);
    const outcome = await ann('webhooks', 'test', webhookId);
    expect([outcome.code, outcome.stdout]).toEqual([
      1,
      expect.stringMatching(/^dlv_\S+ failed: webhook_disabled in \d+ ms\n$/),
    ]);
    const unknown = await ann('webhooks', 'resend', webhookId, `dlv_${'a'.repeat(26)}`);
    expect(unknown.code).toBe(4);
    expect((await ann('webhooks', 'delete', webhookId)).code).toBe(2);
    const gone = await ann('webhooks', 'delete', elsewhere, '--yes', '--json');
    expect(gone.json).toEqual({ message: 'webhook_deleted' });
  });

  it('to an address that is none are refused, with the field', async () => {
    const { code, stderr } = await ann('webhooks', 'create', 'http://127.0.0.1/hook');
    expect(code).toBe(2);
    expect(stderr).toContain('/url');
  });
});
