import { createHmac } from 'node:crypto';
import type { WebhookSecret } from './webhook.ts';

const PREFIX = 'whsec_';

function signatureOf(text: string, { secret }: WebhookSecret): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}

/**
 * The three headers of Standard Webhooks, one signature for each secret: a receiver accepts any
 * correct one.
 */
export function signWebhook(
  { id, body }: { readonly id: string; readonly body: string },
  secrets: readonly WebhookSecret[],
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => signatureOf(`${id}.${timestamp}.${body}`, secret));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
