import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import type { RequestLine } from '../../../local/http/http-server.ts';
import { localIssuer } from '../../../local/identity-provider/issuer-profile.ts';
import { type LocalService, startLocalService } from '../../../local/local-service.ts';
import { checkoutProgram } from '../../../local/program/checkout-program.ts';
import type { LocalServiceOptions, ServiceTables } from '../../../local/service-tables.ts';
import { SERVICE_FUNCTIONS } from './service-functions.ts';
import { makeFolder } from './start-fixture-pool.ts';

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array;
}

export interface FixtureService {
  readonly service: LocalService;
  readonly lines: RequestLine[];
  readonly faults: string[];
  readonly dataDir: string;
  /** Sends the path as it is; rejects where the answer is cut. */
  ask(path: string, ask?: Ask): Promise<Answered>;
}

/** Signs the forms that the presigned POST endpoint of the fixture accepts. */
export const FIXTURE_SIGNER = {
  accessKeyId: 'local',
  secretAccessKey: 'secret',
  bucket: 'incoming',
  region: 'local',
};

const ROOT = resolve(import.meta.dirname, '../../..');
const PROGRAM = checkoutProgram(ROOT, { info: noop, warn: noop, error: noop });

function noop(): void {}

function send(port: number, path: string, { method = 'GET', headers = {}, body }: Ask) {
  return new Promise<Answered>((done, fail) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', () => {
        const { statusCode: status = 0 } = response;
        done({ status, headers: response.headers, body: Buffer.concat(chunks) });
      });
    });
    request.on('error', fail);
    request.end(body);
  });
}

/** The address in the `type` of its problems, which leads nowhere. */
export const FIXTURE_CDN = 'https://cdn.example';

/** The local service over fixture functions, ended with the test. */
export async function startFixtureService(
  listDue: () => Promise<readonly string[]> = async () => [],
  tables: Partial<ServiceTables> = {},
  options: Partial<LocalServiceOptions> = {},
): Promise<FixtureService> {
  const lines: RequestLine[] = [];
  const faults: string[] = [];
  const noteFault = (message: string, fields = {}) =>
    void faults.push(`${message} ${JSON.stringify(fields)}`);
  const dataDir = makeFolder();
  const service = await startLocalService(
    {
      // without its console and its docs
      program: { ...PROGRAM, openConsole: async () => undefined, docs: undefined },
      port: 0,
      settings: {
        dataDir,
        baseUrl: '',
        cdnUrl: FIXTURE_CDN,
        plan: null,
        hasRateLimits: false,
        hasEvents: false,
        issuer: localIssuer('http://127.0.0.1'),
      },
      onRequest: (line) => lines.push(line),
      log: {
        info: () => undefined,
        warn: noteFault,
        error: noteFault,
      },
      ...options,
    },
    {
      functions: SERVICE_FUNCTIONS,
      hostEntry: 'test/support/local/fixture-host.ts',
      listDue,
      signer: FIXTURE_SIGNER,
      opensUploads: async ({ uploadKey = '' }) => !uploadKey.startsWith('upl_unknown'),
      ...tables,
    },
  );
  onTestFinished(() => service.stop());
  return {
    service,
    lines,
    faults,
    dataDir,
    ask: (path, ask = {}) => send(service.port, path, ask),
  };
}
