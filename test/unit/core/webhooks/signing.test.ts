import { randomBytes } from 'node:crypto';
import { Webhook as Receiver } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signWebhook } from '../../../../core/webhooks/sign-webhook.ts';
import {
  activeSecrets,
  createWebhookSecret,
  type Webhook,
  withNewSecret,
} from '../../../../core/webhooks/webhook.ts';
import { findWebhookUrlFault } from '../../../../core/webhooks/webhook-url.ts';

const NOW = Date.now();
const BODY = '{"type":"image.saved","data":{"ü":"😀"}}';
const MESSAGE = { id: 'evt_a', body: BODY };
const newSecret = (at = NOW) => createWebhookSecret(randomBytes, at);
const verifies = (secret: string, headers: Record<string, string>, body = BODY) => {
  try {
    new Receiver(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

describe('the signature of a webhook', () => {
  it('is one that the library of Standard Webhooks takes, and makes (webhooks.signed)', () => {
    const { secret } = newSecret();
    const headers = signWebhook(MESSAGE, [{ secret, createdAt: NOW, expiresAt: null }], NOW);
    expect(verifies(secret, headers)).toBe(true);
    expect(headers['webhook-signature']).toBe(
      new Receiver(secret).sign('evt_a', new Date(NOW), BODY),
    );
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  it('is not of another body, id, time or secret', () => {
    const secret = newSecret();
    const headers = signWebhook(MESSAGE, [secret], NOW);
    expect(verifies(secret.secret, headers, `${BODY} `)).toBe(false);
    expect(verifies(secret.secret, { ...headers, 'webhook-id': 'evt_b' })).toBe(false);
    const earlier = String(Number(headers['webhook-timestamp']) - 1);
    expect(verifies(secret.secret, { ...headers, 'webhook-timestamp': earlier })).toBe(false);
    expect(verifies(newSecret().secret, headers)).toBe(false);
    expect(verifies(secret.secret, signWebhook(MESSAGE, [secret], NOW - 600_000))).toBe(false);
  });

  it('is by both secrets while one takes over, and by the new one alone after it (webhooks.signed)', () => {
    const first = newSecret();
    const webhook: Webhook = {
      webhookId: 'whk_a',
      projectId: 'prj_a',
      url: 'https://hooks.example.com/',
      eventTypes: null,
      enabled: true,
      createdAt: NOW,
      secrets: [first],
    };
    const second = newSecret();
    const rotated = withNewSecret(webhook, second, NOW + 1_000);
    const during = signWebhook(MESSAGE, activeSecrets(rotated, NOW + 999), NOW);
    expect([first, second].map(({ secret }) => verifies(secret, during))).toEqual([true, true]);
    expect(during['webhook-signature']?.split(' ')).toHaveLength(2);
    const after = signWebhook(MESSAGE, activeSecrets(rotated, NOW + 1_000), NOW);
    expect([first, second].map(({ secret }) => verifies(secret, after))).toEqual([false, true]);
    const third = newSecret();
    const again = withNewSecret(rotated, third, NOW + 2_000);
    expect(again.secrets.map(({ secret }) => secret)).toEqual([third.secret, second.secret]);
  });
});

describe('the address of a webhook (webhooks.url)', () => {
  it.each([
    'https://hooks.example.com',
    'https://hooks.example.com/a?b=c',
    'https://xn--bcher-kva.example/',
    'HTTPS://Hooks.Example.COM:443/',
    'https://bücher.example/',
  ])('may be %s', (url) => {
    expect(findWebhookUrlFault(url)).toBeUndefined();
  });

  it.each([
    'http://hooks.example.com/',
    'https://hooks.example.com:444/',
    'ftp://hooks.example.com/',
    'https://user@hooks.example.com/',
    'https://:pw@hooks.example.com/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://127.1/',
    'https://017700000001/',
    'https://１２７.0.0.1/',
    'https://metadata/',
    'https://hooks.example.com./',
    'https://hooks.example.com/#a',
    'https://a_b.example/',
    'https://hooks.example.com/#',
    'hooks.example.com',
    '',
    `https://a.example/${'x'.repeat(2_048)}`,
  ])('is not %s', (url) => {
    expect(findWebhookUrlFault(url)).toBeDefined();
  });
});
