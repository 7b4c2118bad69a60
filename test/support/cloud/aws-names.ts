import { createHash, X509Certificate } from 'node:crypto';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { SELF_SIGNED_PEM } from '../webhooks/receiver.ts';

/** AWS's own names over TLS on the loopback interface, for a browser. */
export interface AwsNames {
  /** Arguments of Chromium by which the names lead here, and their certificate is trusted. */
  readonly browserArgs: readonly string[];
  stop(): Promise<void>;
}

const API_HOST = /^([a-z0-9]+)\.execute-api\./;
const FORM_URL_TAIL = '([a-z0-9.-]+)';

/** Where the emulator serves what a browser asks for at a name and path of AWS. */
function targetOf({ headers, url = '/' }: IncomingMessage, endpointHost: string) {
  const host = headers.host ?? '';
  const apiId = API_HOST.exec(host)?.[1];
  if (apiId === undefined) return { host, path: url };
  const [, stage = '', rest = ''] = /^\/([^/?]+)(.*)$/.exec(url) ?? [];
  return { host: endpointHost, path: `/restapis/${apiId}/${stage}/_user_request_${rest}` };
}

/**
 * A form of the emulator's functions names the emulator's one endpoint; in AWS it names the bucket,
 * as the console's policy does.
 */
function nameBuckets(text: string, endpoint: string, region: string): string {
  const urls = new RegExp(`"${endpoint.replaceAll('.', '\\.')}/${FORM_URL_TAIL}"`, 'g');
  return text.replace(urls, `"https://$1.s3.${region}.amazonaws.com/"`);
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Leads AWS's names of API Gateway and S3 to the emulator at `endpoint`. */
export async function startAwsNames(endpoint: string, region: string): Promise<AwsNames> {
  const { host: endpointHost, hostname, port: endpointPort } = new URL(endpoint);
  const passOn = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { host, path } = targetOf(incoming, endpointHost);
    const { method, headers } = incoming;
    const target = { hostname, port: endpointPort, method, path, headers: { ...headers, host } };
    const onward = request(target, (answer) => {
      const { statusCode = 502, headers: made } = answer;
      if (!made['content-type']?.includes('json')) {
        outgoing.writeHead(statusCode, made);
        answer.pipe(outgoing);
        return;
      }
      const { 'content-length': _, 'transfer-encoding': __, ...kept } = made;
      readText(answer).then(
        (text) => outgoing.writeHead(statusCode, kept).end(nameBuckets(text, endpoint, region)),
        (error: Error) => outgoing.destroy(error),
      );
    });
    onward.once('error', (error) => outgoing.destroy(error));
    incoming.pipe(onward);
  };
  const server = createServer({ key: SELF_SIGNED_PEM, cert: SELF_SIGNED_PEM }, passOn);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const key = new X509Certificate(SELF_SIGNED_PEM).publicKey;
  const spki = createHash('sha256').update(key.export({ type: 'spki', format: 'der' }));
  return {
    browserArgs: [
      `--host-resolver-rules=MAP *.amazonaws.com 127.0.0.1:${port}`,
      `--ignore-certificate-errors-spki-list=${spki.digest('base64')}`,
    ],
    stop: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
