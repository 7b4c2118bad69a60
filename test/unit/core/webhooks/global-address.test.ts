import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { isGlobalAddress } from '../../../../adapters/https/global-address.ts';

const REFUSED = [
  '0.0.0.0',
  '0.1.2.3',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:8.8.8.8',
  '::127.0.0.1',
  '::7f00:1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '100::1',
  '100:0:0:1::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '2002:808:808::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fdff::1',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1%eth0',
  'fec0::1',
  'ff02::1',
  '4000::1',
  '',
  'localhost',
  '8.8.8',
  '0x8.8.8.8',
  '8.8.8.8 ',
  '08.8.8.8',
  '134744072',
  '[2606:4700::1]',
];
const TAKEN = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2a00::1',
  '2003::1',
];

describe('an address that a webhook may lead to (webhooks.global-addresses)', () => {
  it.each(REFUSED)('is not %s', (address) => {
    expect(isGlobalAddress(address)).toBe(false);
  });

  it.each(TAKEN)('may be %s', (address) => {
    expect(isGlobalAddress(address)).toBe(true);
  });

  it('is one that ipaddr.js calls unicast, whichever it is', () => {
    const isUnicast = (address: string) => ipaddr.parse(address).range() === 'unicast';
    const check = (address: string) => {
      if (isGlobalAddress(address)) expect(isUnicast(address), address).toBe(true);
    };
    fc.assert(fc.property(fc.ipV4(), check), { numRuns: 2_000 });
    fc.assert(fc.property(fc.ipV6(), check), { numRuns: 2_000 });
  });

  it('of IPv4 is any that ipaddr.js calls unicast', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const isUnicast = ipaddr.parse(address).range() === 'unicast';
        if (isUnicast) expect(isGlobalAddress(address), address).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is never one of IPv4 in another form', () => {
    const wrap = (address: string) => [`::ffff:${address}`, `::${address}`, `64:ff9b::${address}`];
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(wrap(address).filter(isGlobalAddress)).toEqual([]);
      }),
    );
  });
});
