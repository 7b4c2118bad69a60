import { LIMITS } from '../../core/foundation/limits.ts';
import type { WebhookSender } from '../../core/ports/webhooks/webhook-sender.ts';
import type { SendOutcome, WebhookMessage } from '../../core/webhooks/send-outcome.ts';
import { isLoopbackWebhookUrl } from '../../core/webhooks/webhook-url.ts';
import { request } from './node-http.ts';

const IPV6 = '[::1]';

/** Posts to a literal address of the loopback interface; no name is looked up. */
function post({ url, headers, body }: WebhookMessage): Promise<SendOutcome> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const signal = AbortSignal.timeout(LIMITS.webhookTimeoutMs);
  return new Promise((resolve) => {
    const outgoing = request({
      host: hostname === IPV6 ? '::1' : '127.0.0.1',
      port: port || 80,
      path: pathname + search,
      method: 'POST',
      agent: false,
      signal,
      headers: { ...headers, host, 'content-length': Buffer.byteLength(body) },
    });
    outgoing.on('response', (response) => {
      response.destroy();
      resolve({ status: response.statusCode ?? null, fault: null });
    });
    outgoing.on('error', () => {
      resolve({ status: null, fault: signal.aborted ? 'timed_out' : 'connection_failed' });
    });
    outgoing.end(body);
  });
}

/** Posts to webhooks on this machine, and leaves all others to the sender for global addresses. */
export function withLoopback(sender: WebhookSender): WebhookSender {
  return {
    send: (message) => (isLoopbackWebhookUrl(message.url) ? post(message) : sender.send(message)),
  };
}
