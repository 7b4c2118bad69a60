/**
 * THE environment variables of the functions: a grant sets those that its client reads, and nothing
 * else reads process.env.
 */
export const ENVIRONMENT = {
  keysTable: 'KEYS_TABLE',
  projectsTable: 'PROJECTS_TABLE',
  imagesTable: 'IMAGES_TABLE',
  usageTable: 'USAGE_TABLE',
  membersTable: 'MEMBERS_TABLE',
  auditTable: 'AUDIT_TABLE',
  /** Plans beside free and unlimited, as JSON; not set where there are none. */
  plans: 'PLANS',
  webhooksTable: 'WEBHOOKS_TABLE',
  /** The issuer of access tokens, or NO_ISSUER; and what its tokens are held to (IssuerProfile). */
  tokenIssuer: 'TOKEN_ISSUER',
  tokenKeysUrl: 'TOKEN_KEYS_URL',
  tokenAudienceClaim: 'TOKEN_AUDIENCE_CLAIM',
  /** Separated by commas. */
  tokenAudiences: 'TOKEN_AUDIENCES',
  /** Where the issuer says whose a token is; missing where it doesn't. */
  tokenUserInfoUrl: 'TOKEN_USER_INFO_URL',
  /**
   * Who may sign themselves up to the user pool (SIGN_UPS); and the e-mail domains of `domains`,
   * separated by commas.
   */
  signUp: 'SIGN_UP',
  signUpDomains: 'SIGN_UP_DOMAINS',
  /** Pictures as they came in, versioned. */
  originalsBucket: 'ORIGINALS_BUCKET',
  renditionsBucket: 'RENDITIONS_BUCKET',
  /** The folder of incoming direct uploads. */
  incomingBucket: 'INCOMING_BUCKET',
  /** Where their forms are sent. */
  incomingUrl: 'INCOMING_URL',
  /** Where the CDN's access logs come in. */
  accessLogsBucket: 'ACCESS_LOGS_BUCKET',
  /**
   * Where images are served, without a slash at the end; never given to the delivery function, it
   * would close a cycle.
   */
  cdnUrl: 'CDN_URL',
  /** Further hosts of this service in references, separated by commas. */
  formerCdnHosts: 'FORMER_CDN_HOSTS',
  /** Or NO_DISTRIBUTION, on a target that has no CDN. */
  distributionId: 'DISTRIBUTION_ID',
  purgeQueueUrl: 'PURGE_QUEUE_URL',
  renderQueueUrl: 'RENDER_QUEUE_URL',
  /** Or NO_EVENTS, where they are off. */
  deliveryQueueUrl: 'DELIVERY_QUEUE_URL',
  /** The name of the bus that events go to. */
  eventBus: 'EVENT_BUS',
  /**
   * `off` for trials on emulators, where every call comes from one address (uploads.rate-limit).
   */
  rateLimits: 'RATE_LIMITS',
  /**
   * A file that gets a line of each call of AWS; on an emulator only, where the test of the cloud
   * reads it.
   */
  recordCallsTo: 'RECORD_CALLS_TO',
} as const;

/**
 * Stands for a distribution where there is none: said and not left out, so that a forgotten
 * variable is still told.
 */
export const NO_DISTRIBUTION = 'none';

/** Stands for an issuer of access tokens where there is none. */
export const NO_ISSUER = 'none';

/** Stands for the queue of deliveries to webhooks where events are off. */
export const NO_EVENTS = 'none';

export type EnvironmentName = (typeof ENVIRONMENT)[keyof typeof ENVIRONMENT];

/** The value of a variable; an Error that names it where the stack didn't set it. */
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

/** Where all of AWS is, on an emulator; undefined in AWS itself. */
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
