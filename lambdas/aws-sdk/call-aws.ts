import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest, type HttpResponse } from '@smithy/core/protocols';
import {
  getRetryAfterHint,
  isThrottlingError,
  isTransientError,
  StandardRetryStrategy,
} from '@smithy/core/retry';
import { NodeHttpHandler, type NodeHttpHandlerOptions } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import { ownCredentials, ownEndpoint, ownRegion, ownTraceId } from '../environment.ts';

/** Temporary credentials have a session token. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** The settings that the adapters and their tests give a client, under the names of the SDK. */
export interface ClientSettings {
  /** The function's own by default. */
  readonly region?: string;
  /** The function's own by default, read again for each request. */
  readonly credentials?: AwsCredentials;
  /** Of an emulator, or of a test. */
  readonly endpoint?: string;
  /** All attempts of a call together; 3 by default, as in the SDK. */
  readonly maxAttempts?: number;
  readonly requestHandler?: NodeHttpHandlerOptions;
}

/** A request of a service, below its address and without a signature. */
export interface AwsRequest {
  readonly method: string;
  /** Encoded, with its first slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** A label before the host's name: the bucket. */
  readonly hostLabel?: string;
}

/** An error of a service as its response has it. */
export interface ErrorBody {
  readonly name: string;
  readonly message: string;
  /** More of its fields, such as the reasons of a cancelled transaction. */
  readonly fields?: object;
}

/** The part of a service's protocol that reads responses. */
export interface ResponseReader<Output> {
  readonly read: (response: HttpResponse) => Promise<Output>;
  /** For a status of 300 and more. */
  readonly readError: (body: string, response: HttpResponse) => ErrorBody;
}

/** Sends signed requests to one service. */
export interface Caller {
  /** The address of the service; throws if the function has no region. */
  address(): URL;
  /**
   * The response of a call; throws the error of the service under its own name. It retries what may
   * pass.
   */
  call<Output>(request: AwsRequest, reader: ResponseReader<Output>): Promise<Output>;
}

const DEFAULT_ATTEMPTS = 3;
/** AWS refuses signatures that are five minutes old; the SDK corrects its clock from four. */
const MOST_SKEW_MS = 240_000;

/** An error under the name that AWS gives it; its response is not shown in logs. */
export function awsError(response: HttpResponse, { name, message, fields }: ErrorBody): Error {
  const { statusCode, headers } = response;
  const requestId = headers['x-amzn-requestid'] ?? headers['x-amz-request-id'];
  const $metadata = { httpStatusCode: statusCode, requestId };
  const error = Object.assign(new Error(message), { ...fields, name, $metadata });
  return Object.defineProperty(error, '$response', { value: response, enumerable: false });
}

function checkedCredentials(given: AwsCredentials | undefined) {
  const { accessKeyId, secretAccessKey, sessionToken } = given ?? ownCredentials();
  if (accessKeyId === '') throw new Error('the function has no credentials');
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
}

/** AWS General Reference, "AWS service endpoints": regional, and in China another domain. */
function regionalAddress(host: string, region: string): string {
  if (region === '') throw new Error('the function has no region');
  return `https://${host}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}

/** The host's clock before ours, in milliseconds, if a cache did not answer. */
function skewIn({ headers }: HttpResponse): number | undefined {
  const date = Date.parse(headers.date ?? '');
  return headers.age === undefined && !Number.isNaN(date) ? date - Date.now() : undefined;
}

/** As the SDK's own classification takes it. */
type SdkError = Parameters<typeof isTransientError>[0];

function errorTypeOf(error: SdkError) {
  if (isThrottlingError(error)) return 'THROTTLING';
  return isTransientError(error) ? 'TRANSIENT' : 'CLIENT_ERROR';
}

/** Repeats an attempt, as the SDK's standard mode does: by its errors, pauses and budget. */
async function withRetries<T>(
  strategy: StandardRetryStrategy,
  attempt: (nth: number) => Promise<T>,
): Promise<T> {
  let token = await strategy.acquireInitialRetryToken('');
  for (;;) {
    try {
      const answer = await attempt(token.getRetryCount());
      strategy.recordSuccess(token);
      return answer;
    } catch (thrown) {
      const error = thrown as SdkError & { readonly $response?: HttpResponse };
      const retryAfterHint = getRetryAfterHint(error.$response);
      const hint = retryAfterHint ? { retryAfterHint } : {};
      const reason = { error, errorType: errorTypeOf(error), ...hint } as const;
      token = await strategy.refreshRetryTokenForRetry(token, reason).catch(() => {
        throw error;
      });
    }
  }
}

/** The caller of a service, by the name that its signatures and its host have. */
export function createCaller(service: string, settings: ClientSettings): Caller {
  const handler = new NodeHttpHandler(settings.requestHandler);
  const maxAttempts = settings.maxAttempts ?? DEFAULT_ATTEMPTS;
  const strategy = new StandardRetryStrategy(maxAttempts);
  const region = () => settings.region ?? ownRegion();
  const signer = new SignatureV4({
    service,
    region: () => Promise.resolve(region()),
    credentials: async () => checkedCredentials(settings.credentials),
    sha256: Sha256,
    // the path of an object is signed as it is sent (Amazon S3 API reference, "SigV4")
    uriEscapePath: service !== 's3',
  });
  let skewMs = 0;
  const address = () =>
    new URL(settings.endpoint ?? ownEndpoint() ?? regionalAddress(service, region()));

  const requestOf = ({ hostLabel, body, headers, ...request }: AwsRequest): HttpRequest => {
    const { protocol, hostname, port, host, pathname } = address();
    const label = hostLabel === undefined ? '' : `${hostLabel}.`;
    const traceId = ownTraceId();
    return new HttpRequest({
      ...request,
      protocol,
      hostname: label + hostname,
      ...(port === '' ? {} : { port: Number(port) }),
      path: (pathname === '/' ? '' : pathname) + request.path,
      ...(body === undefined ? {} : { body }),
      headers: {
        ...headers,
        host: label + host,
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        'user-agent': 'imagewell',
        // Lambda stops recursive loops by it (AWS Lambda Developer Guide)
        ...(traceId === undefined ? {} : { 'x-amzn-trace-id': traceId }),
        'amz-sdk-invocation-id': randomUUID(),
      },
    });
  };

  const attempt = async <Output>(
    request: HttpRequest,
    { read, readError }: ResponseReader<Output>,
    nth: number,
  ): Promise<Output> => {
    const signedSkewMs = skewMs;
    request.headers['amz-sdk-request'] = `attempt=${nth + 1}; max=${maxAttempts}`;
    const signingDate = new Date(Date.now() + signedSkewMs);
    const signed = await signer.sign(request, { signingDate });
    const { response } = await handler.handle(signed as HttpRequest);
    const seenSkewMs = skewIn(response);
    skewMs = seenSkewMs ?? skewMs;
    if (response.statusCode < 300) return read(response);
    const error = awsError(response, readError(await text(response.body), response));
    const isCorrected = Math.abs(skewMs - signedSkewMs) >= MOST_SKEW_MS;
    if (isCorrected) Object.assign(error, { $retryable: {} }); // now with the host's clock
    throw error;
  };

  return {
    address,
    call: async (asked, reader) => {
      const request = requestOf(asked);
      return withRetries(strategy, (nth) => attempt(request, reader, nth));
    },
  };
}
