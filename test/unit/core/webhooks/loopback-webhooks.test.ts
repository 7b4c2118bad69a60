import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withLoopback } from '../../../../adapters/https/loopback-sender.ts';
import { createHttpsWebhookSender } from '../../../../adapters/https/webhook-sender.ts';
import { openDatabase } from '../../../../adapters/sqlite/database/open-database.ts';
import { checkWebhookUrl } from '../../../../core/use-cases/webhooks/manage-webhooks.ts';
import {
  findWebhookUrlFault,
  isLoopbackWebhookUrl,
} from '../../../../core/webhooks/webhook-url.ts';
import { createLocalWebhooks } from '../../../../local/lambda/local-services.ts';

const LOOPBACK = [
  'http://127.0.0.1:3000/hooks',
  'http://127.0.0.1/',
  'http://localhost:8080/a?b=c',
  'http://[::1]:3000/',
  'http://0x7f.1:3000/', // the same address in another spelling
];
/** Of other machines, of the cloud's own, or of no form that is allowed. */
const WALLED = [
  'http://169.254.169.254/latest/meta-data/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:127.0.0.1]/',
  'http://10.0.0.1/',
  'http://172.16.0.1:3000/',
  'http://192.168.1.1/',
  'http://127.0.0.2/',
  'http://0.0.0.0/',
  'http://[fd00::1]/',
  'https://127.0.0.1/',
  'http://localhost.example.com/',
  'http://127.0.0.1.example.com/',
  'http://localhost@10.0.0.1/',
  'http://user@127.0.0.1/',
  'http://127.0.0.1/#x',
  `http://127.0.0.1/${'x'.repeat(5_000)}`,
];
const message = (url: string) => ({ url, headers: { 'webhook-id': 'evt' }, body: '{"a":1}' });
const never = () => Promise.reject(new Error('a name was looked up'));
const plain = createHttpsWebhookSender({ resolve: never });

describe('webhooks of this machine', () => {
  it.each(LOOPBACK)('%s is refused by a service that was not started for it', async (url) => {
    expect(isLoopbackWebhookUrl(url)).toBe(true);
    const deliveryQueue = { isOn: true, add: async () => undefined };
    expect(() => checkWebhookUrl({ deliveryQueue }, url)).toThrow(findWebhookUrlFault(url));
    expect(await plain.send(message(url))).toEqual({ status: null, fault: 'address_not_allowed' });
    const allowed = { ...deliveryQueue, mayReachLoopback: true };
    expect(() => checkWebhookUrl({ deliveryQueue: allowed }, url)).not.toThrow();
  });

  it.each(WALLED)('%s stays refused where the loopback is allowed', async (url) => {
    expect(isLoopbackWebhookUrl(url)).toBe(false);
    expect(findWebhookUrlFault(url)).toBeDefined();
    const sent = await withLoopback(plain).send(message(url));
    expect(sent).toEqual({ status: null, fault: 'address_not_allowed' });
  });

  it('are sent by a local service that was started for it, and by no other', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'imagewell-loopback-'));
    const db = openDatabase(join(folder, 'records.sqlite'));
    const faultOf = async (hasLoopbackWebhooks?: boolean) => {
      const settings = { hasEvents: true, ...(hasLoopbackWebhooks && { hasLoopbackWebhooks }) };
      const { webhookSender } = createLocalWebhooks(db, settings);
      return (await webhookSender.send(message('http://127.0.0.1:1/'))).fault;
    };
    expect([await faultOf(), await faultOf(true)]).toEqual([
      'address_not_allowed',
      'connection_failed',
    ]);
    db.close();
    rmSync(folder, { recursive: true });
  });

  it('are in no function of AWS', () => {
    const files = globSync('{lambdas,lib}/**/*.ts');
    expect(files.length).toBeGreaterThan(100);
    const users = files.filter((file) =>
      /loopback-sender|mayReachLoopback/.test(readFileSync(file, 'utf8')),
    );
    expect(users).toEqual([]);
  });

  it('gets the message and is not followed elsewhere', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers['webhook-id']}`);
      request.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
      request.on('end', () => response.writeHead(302, { Location: '/other' }).end('x'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sender = withLoopback(plain);
    const sent = await sender.send(message(`http://localhost:${port}/in?a=1`));
    expect(sent).toEqual({ status: 302, fault: null });
    expect(seen).toEqual(['POST /in?a=1 evt', '{"a":1}']);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    const refused = await sender.send(message(`http://127.0.0.1:${port}/`));
    expect(refused).toEqual({ status: null, fault: 'connection_failed' });
  });
});
