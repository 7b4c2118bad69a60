import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** Service Quotas on the loopback interface, as far as `GetServiceQuota` goes. */
export interface ServiceQuotas {
  readonly endpoint: string;
  /** Values that apply, by `service code/quota code`; others don't exist. */
  readonly applied: Map<string, number>;
  /** AWS's defaults, in the same way. */
  readonly usual: Map<string, number>;
  /** The calls so far, by operation and quota. */
  readonly calls: string[];
  stop(): Promise<void>;
}

const NOT_FOUND = { __type: 'NoSuchResourceException', message: 'no such quota' };

/** Starts it; AWS_ENDPOINT_URL_SERVICE_QUOTAS leads the AWS SDK to it. */
export async function startServiceQuotas(): Promise<ServiceQuotas> {
  const [applied, usual] = [new Map<string, number>(), new Map<string, number>()];
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    const [, operation = ''] = `${request.headers['x-amz-target']}`.split('.');
    const { ServiceCode, QuotaCode } = (await json(request)) as Record<string, string>;
    const key = `${ServiceCode}/${QuotaCode}`;
    calls.push(`${operation} ${key}`);
    const Value = (operation === 'GetServiceQuota' ? applied : usual).get(key);
    const answer = Value === undefined ? NOT_FOUND : { Quota: { ServiceCode, QuotaCode, Value } };
    response.writeHead(Value === undefined ? 400 : 200, {
      'content-type': 'application/x-amz-json-1.1',
    });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((done) => server.close(() => done()));
  };
  return { endpoint: `http://127.0.0.1:${port}`, applied, usual, calls, stop };
}
