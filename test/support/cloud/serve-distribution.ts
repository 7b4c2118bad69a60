import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { S3Client } from '@aws-sdk/client-s3';
import { answerAsS3 } from './site-bucket.ts';

export interface ServedDistribution {
  /** Of the loopback interface. */
  readonly port: number;
  /** Of the emulator, which runs the behaviours, functions and policies of the distribution. */
  readonly endpoint: string;
  /** The distribution's own name: names below cloudfront.net lead elsewhere from here. */
  readonly domain: string;
  readonly s3: S3Client;
}

const isXml = ({ headers }: IncomingMessage) => headers['content-type']?.includes('xml') ?? false;

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function passBack(
  s3: S3Client,
  answer: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { statusCode: status = 502, headers } = answer;
  if (status !== 403 || !isXml(answer)) {
    outgoing.writeHead(status, headers);
    answer.pipe(outgoing);
    return;
  }
  const made = await answerAsS3(s3, { status, xml: await readText(answer) });
  const { 'content-length': _, ...kept } = headers;
  outgoing.writeHead(made.status, kept).end(made.xml);
}

/** Serves a distribution of the emulator on a port. */
export async function serveDistribution(served: ServedDistribution): Promise<Server> {
  const { port, endpoint, domain, s3 } = served;
  const { hostname, port: endpointPort } = new URL(endpoint);
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const asked = { ...headers, host: domain };
    const target = { hostname, port: endpointPort, method, path, headers: asked };
    const onward = request(target, (answer) => {
      passBack(s3, answer, outgoing).catch((error: Error) => outgoing.destroy(error));
    });
    onward.once('error', (error) => outgoing.destroy(error));
    incoming.pipe(onward);
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
  return server;
}
