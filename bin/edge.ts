/**
 * `npm run edge -- --origin URL [--connect-to URL] [--port N] [--host ADDRESS]`: CloudFront's part
 * before a deployed delivery function, for hosts of AWS services that have no CloudFront: the very
 * viewer-request function, no cache.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startStandaloneEdge } from '../local/cloudfront/standalone-edge.ts';

const { values } = parseArgs({
  options: {
    origin: { type: 'string' },
    'connect-to': { type: 'string' }, // where the origin's own name leads elsewhere
    port: { type: 'string', default: '8081' },
    host: { type: 'string', default: '127.0.0.1' },
  },
});
if (!values.origin) {
  console.error(
    'usage: npm run edge -- --origin URL [--connect-to URL] [--port N] [--host ADDRESS]',
  );
  process.exit(1);
}
const server = await startStandaloneEdge({
  root: resolve(import.meta.dirname, '..'),
  port: Number(values.port),
  host: values.host,
  origin: {
    url: values.origin.replace(/\/$/, ''),
    ...(values['connect-to'] ? { connectTo: values['connect-to'] } : {}),
  },
  onRequest: ({ method, status, ms }) => console.log(`${status} ${method} ${ms.toFixed(1)} ms`),
  log: (line) => console.error(line),
});
console.log(`The edge of imagewell is ready at http://${values.host}:${server.port}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void server.stop().then(() => process.exit(0)));
}
