/** The time limits of a client's calls. */
export interface TimeLimits {
  /** For a connection, the handshake of TCP. It is a part of `requestMs`. */
  readonly connectionMs: number;
  /** From the start of an attempt to the head of its response; a large body adds uploadMs. */
  readonly requestMs: number;
  /** From the head to the end of a response. An object's bytes have their reader's own pace. */
  readonly bodyMs: number;
  /** For silence on a connection; 0 where a reader of an object may pause. */
  readonly idleMs: number;
  /** All attempts of a call together. */
  readonly attempts: number;
  /** The longest random pause between two attempts. */
  readonly pauseMs: number;
  /** No attempt begins that could end later than this after the first one began. */
  readonly budgetMs: number;
  /** How long an adapter itself repeats a call that was refused for the moment. */
  readonly patienceMs: number;
}

/** The clients of AWS in functions, by the names of their classes. */
export type FunctionClient =
  | 'CloudFrontClient'
  | 'DynamoDBClient'
  | 'EventBridgeClient'
  | 'RekognitionClient'
  | 'S3Client'
  | 'SQSClient'
  | 'SSMClient';

/** All clients of AWS, by the names of their classes: an operator's commands need more. */
export type AwsClient =
  | FunctionClient
  | 'ACMClient'
  | 'APIGatewayClient'
  | 'CloudFormationClient'
  | 'CloudWatchClient'
  | 'CognitoIdentityProviderClient'
  | 'IAMClient'
  | 'LambdaClient'
  | 'SNSClient'
  | 'STSClient'
  | 'ServiceQuotasClient'
  | 'WAFV2Client';

/** The callers of clients: a function with a deadline, or an operator's command. */
export interface CallerClients {
  readonly function: FunctionClient;
  readonly command: AwsClient;
}

/** A second is ten times a handshake inside a region, and leaves room for one lost packet. */
const IN_REGION = { connectionMs: 1_000, idleMs: 0, pauseMs: 400, patienceMs: 0 } as const;

/**
 * An operator's line may be slow, and no other caller waits. The pauses are the AWS SDK's own, at
 * most 20 s. Six attempts are those of an import, which reads thousands of objects.
 */
const PATIENT: TimeLimits = {
  connectionMs: 5_000,
  requestMs: 30_000,
  bodyMs: 60_000,
  idleMs: 60_000,
  attempts: 6,
  pauseMs: 20_000,
  budgetMs: 300_000,
  patienceMs: 0,
};

/** THE time limits of all clients of AWS; docs/decisions/0093 has the reason of each number. */
export const TIME_LIMITS: {
  readonly [Caller in keyof CallerClients]: Readonly<Record<CallerClients[Caller], TimeLimits>>;
} = {
  function: {
    // an invalidation is accepted within two seconds; its errors of load pass within some seconds
    CloudFrontClient: {
      ...IN_REGION,
      requestMs: 4_000,
      bodyMs: 1_000,
      attempts: 3,
      budgetMs: 16_000,
      patienceMs: 20_000,
    },
    // the adapters repeat its calls, with one bound for all attempts of a port's call
    DynamoDBClient: {
      ...IN_REGION,
      requestMs: 1_500,
      bodyMs: 1_000,
      attempts: 1,
      budgetMs: 2_500,
      patienceMs: 3_000,
    },
    EventBridgeClient: {
      ...IN_REGION,
      requestMs: 2_000,
      bodyMs: 500,
      attempts: 3,
      budgetMs: 6_000,
    },
    // it examines up to 5 MB, which takes it a second or two
    RekognitionClient: {
      ...IN_REGION,
      requestMs: 5_000,
      bodyMs: 1_000,
      attempts: 3,
      budgetMs: 13_000,
    },
    // five attempts, because S3 asks to slow down while it spreads a prefix over more partitions;
    // two of them fit if nothing answers
    S3Client: {
      ...IN_REGION,
      requestMs: 4_000,
      bodyMs: 1_000,
      attempts: 5,
      budgetMs: 11_000,
    },
    SQSClient: {
      ...IN_REGION,
      requestMs: 1_500,
      bodyMs: 500,
      attempts: 3,
      budgetMs: 5_000,
    },
    // a single read of each process
    SSMClient: {
      ...IN_REGION,
      requestMs: 1_500,
      bodyMs: 500,
      attempts: 3,
      budgetMs: 5_000,
    },
  },
  command: {
    ACMClient: PATIENT,
    APIGatewayClient: PATIENT,
    CloudFormationClient: PATIENT,
    CloudFrontClient: { ...PATIENT, patienceMs: 20_000 },
    CloudWatchClient: PATIENT,
    CognitoIdentityProviderClient: PATIENT,
    DynamoDBClient: { ...PATIENT, requestMs: 10_000, attempts: 3, patienceMs: 3_000 },
    EventBridgeClient: PATIENT,
    IAMClient: PATIENT,
    LambdaClient: PATIENT,
    RekognitionClient: PATIENT,
    // an original of 25 MB in two minutes is 1.7 Mbit/s
    S3Client: { ...PATIENT, requestMs: 120_000, budgetMs: 600_000 },
    SNSClient: PATIENT,
    SQSClient: PATIENT,
    SSMClient: PATIENT,
    STSClient: PATIENT,
    ServiceQuotasClient: PATIENT,
    WAFV2Client: PATIENT,
  },
};

/** The row of a client. */
export function timeLimitsOf<Caller extends keyof CallerClients>(
  caller: Caller,
  client: CallerClients[Caller],
): TimeLimits {
  return TIME_LIMITS[caller][client];
}

/** The longest time of one attempt: the limit of a request begins with it, before a connection. */
export function longestAttemptMs({ requestMs, bodyMs }: TimeLimits): number {
  return requestMs + bodyMs;
}

/** The longest time of one call of a client: all attempts, and the longest pauses between them. */
export function longestCallMs(limits: TimeLimits): number {
  const { attempts, pauseMs, budgetMs } = limits;
  return Math.min(attempts * longestAttemptMs(limits) + (attempts - 1) * pauseMs, budgetMs);
}

/** The longest time of one call of an adapter, which begins its last one within its patience. */
export function longestWaitMs(limits: TimeLimits): number {
  return limits.patienceMs + longestCallMs(limits);
}

/** A slow connection of a function moves five times as much. */
const UPLOAD_BYTES_PER_MS = 10_000;

/** How much longer than `requestMs` an attempt that sends a body of this size may take. */
export function uploadMs(bytes: number): number {
  return Math.ceil(bytes / UPLOAD_BYTES_PER_MS);
}
