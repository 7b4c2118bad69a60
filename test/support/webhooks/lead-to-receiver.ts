/**
 * For `node --import`, in a service that is started for a test. The name of the receiver for tests
 * leads to the port IMAGEWELL_RECEIVER_PORT of the loopback interface. Its certificate is trusted
 * there. The service itself sends to no private address, and has no setting for it.
 */
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import tls from 'node:tls';
import { RECEIVER_ADDRESS, RECEIVER_HOST, SELF_SIGNED_PEM } from './receiver.ts';

const port = Number(process.env.IMAGEWELL_RECEIVER_PORT);
const { lookup } = dns;
const { connect } = tls;

Object.assign(dns, {
  lookup: async (hostname: string, options: object) =>
    hostname === RECEIVER_HOST
      ? [{ address: RECEIVER_ADDRESS, family: 4 }]
      : lookup(hostname, options),
});
Object.assign(tls, {
  connect: (options: tls.ConnectionOptions) =>
    options.host === RECEIVER_ADDRESS
      ? connect({ ...options, host: '127.0.0.1', port, ca: SELF_SIGNED_PEM })
      : connect(options),
});
syncBuiltinESMExports();
