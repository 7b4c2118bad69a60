import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createReadForwarded } from '../../../../local/http/forwarded.ts';

const CLIENT = '203.0.113.7';
function read(networks: readonly string[], peer: string, headers: Record<string, string>) {
  const request = { socket: { remoteAddress: peer }, headers } as unknown as IncomingMessage;
  return createReadForwarded(networks)(request);
}
const ofClient = (peer: string, ...networks: string[]) =>
  read(networks, peer, { 'x-forwarded-for': CLIENT }).address;

describe('forwarded headers (local.trust-proxy)', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::1', 'loopback'],
    ['172.18.0.5', 'private'],
    ['10.1.2.3', '10.0.0.0/8'],
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8::5', '2001:db8::/32'],
  ])('of %s count with %s', (peer, network) => {
    expect(ofClient(peer, network)).toBe(CLIENT);
  });

  it.each([
    ['192.0.2.1', 'loopback'],
    ['172.32.0.1', 'private'],
    ['11.0.0.1', '10.0.0.0/8'],
    ['2001:db9::5', '2001:db8::/32'],
  ])('of %s count for nothing with %s', (peer, network) => {
    const headers = { 'x-forwarded-for': CLIENT, 'x-forwarded-proto': 'https' };
    const expected = { address: peer, proto: undefined, host: undefined };
    expect(read([network], peer, { ...headers, 'x-forwarded-host': 'a' })).toEqual(expected);
  });

  it.each([
    [`6.6.6.6, ${CLIENT}`, CLIENT],
    [`6.6.6.6, ${CLIENT}, 10.0.0.9`, CLIENT],
    ['10.0.0.8, 10.0.0.9', '10.0.0.8'],
    [`${CLIENT}, unknown`, '10.0.0.1'],
    [`${CLIENT}:4711`, CLIENT],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['', '10.0.0.1'],
  ])('the client of %j is %s: the values before it could be made up', (list, client) => {
    expect(read(['10.0.0.0/8'], '10.0.0.1', { 'x-forwarded-for': list }).address).toBe(client);
  });

  it('scheme and host are the nearest proxy’s', () => {
    const told = { 'x-forwarded-proto': 'http, https', 'x-forwarded-host': 'Images.example' };
    expect(read(['loopback'], '127.0.0.1', told)).toMatchObject({
      proto: 'https',
      host: 'images.example',
    });
    expect(read(['loopback'], '::1', { 'x-forwarded-proto': 'ftp' }).proto).toBeUndefined();
  });
});
