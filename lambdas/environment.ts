/**
 * THE environment variables of the functions: a grant sets those that its client reads, and only
 * this file reads process.env.
 */
export const ENVIRONMENT = {
  keysTable: 'KEYS_TABLE',
  projectsTable: 'PROJECTS_TABLE',
  imagesTable: 'IMAGES_TABLE',
  usageTable: 'USAGE_TABLE',
  membersTable: 'MEMBERS_TABLE',
  auditTable: 'AUDIT_TABLE',
  /** Plans beside free and unlimited, as JSON; not set if there are none. */
  plans: 'PLANS',
  webhooksTable: 'WEBHOOKS_TABLE',
  /** The issuer of access tokens, or NO_ISSUER; and the requirements on them (IssuerProfile). */
  tokenIssuer: 'TOKEN_ISSUER',
  tokenKeysUrl: 'TOKEN_KEYS_URL',
  tokenAudienceClaim: 'TOKEN_AUDIENCE_CLAIM',
  /** Separated by commas. */
  tokenAudiences: 'TOKEN_AUDIENCES',
  /** The issuer's userinfo endpoint; not set if it has none. */
  tokenUserInfoUrl: 'TOKEN_USER_INFO_URL',
  /**
   * The self-service sign-up to the user pool (SIGN_UPS); and the e-mail domains of `domains`,
   * separated by commas.
   */
  signUp: 'SIGN_UP',
  signUpDomains: 'SIGN_UP_DOMAINS',
  /** Originals, versioned. */
  originalsBucket: 'ORIGINALS_BUCKET',
  renditionsBucket: 'RENDITIONS_BUCKET',
  /** The folder of incoming direct uploads. */
  incomingBucket: 'INCOMING_BUCKET',
  /** The destination of their forms. */
  incomingUrl: 'INCOMING_URL',
  /** The folder of the CDN's access logs. */
  accessLogsBucket: 'ACCESS_LOGS_BUCKET',
  /**
   * The base URL of images, without a slash at the end. The delivery function doesn't get it,
   * because that would close a cycle: the edge sends it with each request (CDN_URL_HEADER).
   */
  cdnUrl: 'CDN_URL',
  /** Further hosts of this service in references, separated by commas. */
  formerCdnHosts: 'FORMER_CDN_HOSTS',
  /** Or NO_DISTRIBUTION, on a target that has no CDN. */
  distributionId: 'DISTRIBUTION_ID',
  /** CloudFront's ID of the key that signs grants, or NO_PRIVATE_IMAGES. */
  signingKeyPairId: 'SIGNING_KEY_PAIR_ID',
  /** The SSM parameter of that key: a private key in PEM (PKCS #8). */
  signingKeyParameter: 'SIGNING_KEY_PARAMETER',
  purgeQueueUrl: 'PURGE_QUEUE_URL',
  renderQueueUrl: 'RENDER_QUEUE_URL',
  /** Or NO_EVENTS, if they are off. */
  deliveryQueueUrl: 'DELIVERY_QUEUE_URL',
  /** `on` if the stack has the function that asks Amazon Rekognition. */
  rekognition: 'REKOGNITION',
  /** The name of the event bus. */
  eventBus: 'EVENT_BUS',
  /**
   * `off` for trials on emulators, where every call comes from one address (uploads.rate-limit).
   */
  rateLimits: 'RATE_LIMITS',
  /** `true` for endpoints of these kinds; the clients of the AWS SDK read both by themselves. */
  useFipsEndpoint: 'AWS_USE_FIPS_ENDPOINT',
  useDualStackEndpoint: 'AWS_USE_DUALSTACK_ENDPOINT',
  /**
   * A file for a line of each AWS call; only on an emulator, where the test of the cloud reads it.
   */
  recordCallsTo: 'RECORD_CALLS_TO',
} as const;

/**
 * The value for a target without a distribution. It is explicit, so that a forgotten variable is
 * still an error.
 */
export const NO_DISTRIBUTION = 'none';

/** The value for a service without keys of private images. */
export const NO_PRIVATE_IMAGES = 'none';

/** The value for a service without an issuer of access tokens. */
export const NO_ISSUER = 'none';

/** The value for the queue of webhook deliveries if events are off. */
export const NO_EVENTS = 'none';

export type EnvironmentName = (typeof ENVIRONMENT)[keyof typeof ENVIRONMENT];

/** The value of a variable; throws an Error that names it if the stack didn't set it. */
export function readEnvironment(name: EnvironmentName): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set`);
  return value;
}

/** The value of a variable that may be missing. */
export function findEnvironment(name: EnvironmentName): string | undefined {
  return process.env[name] || undefined;
}

/** The function's name, which Lambda sets itself. */
export function ownFunctionName(): string {
  return process.env.AWS_LAMBDA_FUNCTION_NAME ?? '';
}

/** The function's region, which Lambda sets itself. */
export function ownRegion(): string {
  return process.env.AWS_REGION ?? '';
}

/** The endpoint of all AWS services on an emulator; undefined in AWS itself. */
export function ownEndpoint(): string | undefined {
  return process.env.AWS_ENDPOINT_URL || undefined;
}

/** The credentials of the function's role, which Lambda sets itself; temporary ones. */
export function ownCredentials() {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_SESSION_TOKEN } = process.env;
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    sessionToken: AWS_SESSION_TOKEN,
  };
}

/**
 * Node's own: one trusts an internal authority, of an issuer or of an object store; the other keeps
 * compiled code between starts.
 */
const OF_NODE: readonly string[] = ['NODE_EXTRA_CA_CERTS', 'NODE_COMPILE_CACHE'];

const isForAws = (name: string) =>
  name === 'HOME' || (name.startsWith('AWS_') && !name.startsWith('AWS_LAMBDA_'));

/** Variables of the local service that its functions may read: for AWS only beside a bucket. */
export function readPassedOn({ hasBucket }: { readonly hasBucket: boolean }): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env);
  return Object.fromEntries(
    entries.filter(([name]) => OF_NODE.includes(name) || (hasBucket && isForAws(name))),
  );
}
