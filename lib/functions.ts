import { lastStoreAt } from '../core/foundation/in-flight-time.ts';
import { LIMITS } from '../core/foundation/limits.ts';
import { PAUSES_MS } from '../core/webhooks/delivery.ts';

/** The entry, memory and timeout of a function. */
export interface FunctionFacts {
  /** The handler's file. */
  readonly entry: string;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** Runs with the layer of sharp, which has the font of text overlays. */
  readonly hasSharp: boolean;
  /** Takes uploads or their types: has the decoders of AVIF and SVG, and of HEIC by a setting. */
  readonly takesUploads?: true;
  /**
   * For a function that queues work for itself, the end of its chain of runs. AWS Lambda Developer
   * Guide, "Recursive loop detection": any other chain is stopped after 16 runs.
   */
  readonly chain?: { readonly maxRuns: number; readonly maxMs: number };
}

/**
 * AWS Lambda Developer Guide, "Configure function memory": at 1,769 MB a function has one whole
 * processor.
 */
const ONE_PROCESSOR_MB = 1769;
/** AWS Lambda quotas: a new account gets no more memory than this without a request. */
const MOST_OF_A_NEW_ACCOUNT_MB = 3008;
/**
 * A start is mostly loading code, which a third of a processor does three times as fast as the
 * smallest size.
 */
const QUICK_START_MB = 512;

const CALLS_NOTHING_HEAVY = {
  timeoutMs: LIMITS.apiTimeoutMs,
  memoryMb: QUICK_START_MB,
  hasSharp: false,
};

/** THE functions of the cloud, by the name of their file. */
export const FUNCTIONS = {
  'upload-temporary-image': {
    entry: 'lambdas/api/upload-temporary-image.ts',
    timeoutMs: LIMITS.apiTimeoutMs,
    // one full decode on one thread within proofDeadlineMs; 50 megapixels need 371 MiB.
    // A HEIC of 48 megapixels took 2 s of CPU and 650 MB
    memoryMb: ONE_PROCESSOR_MB,
    hasSharp: true,
    takesUploads: true,
  },
  // its own: a slow server holds no other upload
  'upload-from-url': {
    entry: 'lambdas/api/upload-from-url.ts',
    timeoutMs: LIMITS.uploadFromUrlTimeoutMs,
    memoryMb: ONE_PROCESSOR_MB,
    hasSharp: true,
    takesUploads: true,
  },
  // the calls for the form of a direct upload
  'upload-key-calls': {
    entry: 'lambdas/api/upload-key-calls.ts',
    ...CALLS_NOTHING_HEAVY,
    // the decoder's memory is needed only for declared AVIF; otherwise it is never loaded
    hasSharp: true,
    takesUploads: true,
  },
  'save-temporary-image': {
    entry: 'lambdas/api/save-temporary-image.ts',
    ...CALLS_NOTHING_HEAVY,
  },
  'update-image-metadata': {
    entry: 'lambdas/api/update-image-metadata.ts',
    ...CALLS_NOTHING_HEAVY,
  },
  'delete-image': { entry: 'lambdas/api/delete-image.ts', ...CALLS_NOTHING_HEAVY },
  // all later calls with an API key: one function, so that the stack stays well under
  // CloudFormation's 500 resources
  'api-key-calls': { entry: 'lambdas/api/api-key-calls.ts', ...CALLS_NOTHING_HEAVY },
  // users' calls, split by the data that they reach (docs/decisions/0030)
  'account-and-team-calls': {
    entry: 'lambdas/api/account-and-team-calls.ts',
    ...CALLS_NOTHING_HEAVY,
  },
  'project-calls': { entry: 'lambdas/api/project-calls.ts', ...CALLS_NOTHING_HEAVY },
  'project-key-calls': { entry: 'lambdas/api/project-key-calls.ts', ...CALLS_NOTHING_HEAVY },
  'webhook-calls': { entry: 'lambdas/api/webhook-calls.ts', ...CALLS_NOTHING_HEAVY },
  // only with a user pool
  'check-sign-up': {
    entry: 'lambdas/sign-up/check-sign-up.ts',
    timeoutMs: 5_000, // Amazon Cognito's maximum
    memoryMb: 128, // it compares two texts
    hasSharp: false,
  },
  'render-image': {
    entry: 'lambdas/delivery/render-image.ts',
    timeoutMs: LIMITS.deliveryFunctionMs,
    // docs/decisions/0005: the largest AVIF was measured on two processors, half of the deadline
    memoryMb: MOST_OF_A_NEW_ACCOUNT_MB,
    hasSharp: true,
  },
  // the deadline of work itself, because it sends nothing: the last sweep of a deletion waits for
  // renditions in flight
  'render-queued': {
    entry: 'lambdas/background/render-queued.ts',
    timeoutMs: LIMITS.deliveryWorkMs,
    memoryMb: MOST_OF_A_NEW_ACCOUNT_MB,
    hasSharp: true,
  },
  'purge-image': {
    entry: 'lambdas/background/erase-images.ts',
    timeoutMs: LIMITS.purgeTimeoutMs,
    memoryMb: QUICK_START_MB,
    hasSharp: false,
    // of a project: each run queues the next with its number, immediately or when no earlier
    // request can still write
    chain: {
      maxRuns: LIMITS.maxPurgeRunsInARow, // 240
      maxMs: LIMITS.maxPurgeRunsInARow * (LIMITS.purgeTimeoutMs + lastStoreAt(0)), // 5.3 hours
    },
  },
  'accept-direct-upload': {
    entry: 'lambdas/background/accept-direct-upload.ts',
    timeoutMs: LIMITS.acceptTimeoutMs,
    // as upload-temporary-image: 50 megapixels in up to 25 MB took 272 MiB and 2.7 s at most, on
    // one thread of a busy machine
    memoryMb: ONE_PROCESSOR_MB,
    hasSharp: true,
    takesUploads: true,
  },
  'queue-purges': {
    entry: 'lambdas/background/queue-erasures.ts',
    timeoutMs: LIMITS.apiTimeoutMs,
    memoryMb: QUICK_START_MB,
    hasSharp: false,
  },
  'requeue-purges': {
    entry: 'lambdas/background/requeue-erasures.ts',
    timeoutMs: LIMITS.purgeTimeoutMs,
    memoryMb: QUICK_START_MB,
    hasSharp: false,
  },
  'sweep-temporary-images': {
    entry: 'lambdas/background/sweep-temporary-images.ts',
    timeoutMs: LIMITS.purgeTimeoutMs,
    memoryMb: QUICK_START_MB,
    hasSharp: false,
  },
  'publish-events': {
    entry: 'lambdas/background/publish-events.ts',
    timeoutMs: LIMITS.apiTimeoutMs,
    memoryMb: QUICK_START_MB,
    hasSharp: false,
  },
  // only with Rekognition
  'classify-images': {
    entry: 'lambdas/background/classify-images.ts',
    timeoutMs: LIMITS.deliveryWorkMs,
    memoryMb: ONE_PROCESSOR_MB, // one decode of 50 megapixels, as an upload
    hasSharp: true,
  },
  'meter-access-logs': {
    entry: 'lambdas/background/meter-access-logs.ts',
    timeoutMs: LIMITS.meteringTimeoutMs,
    memoryMb: QUICK_START_MB,
    hasSharp: false,
  },
  'deliver-webhooks': {
    entry: 'lambdas/background/deliver-webhooks.ts',
    // a batch concurrently, each for webhookTimeoutMs at most, and its records
    timeoutMs: LIMITS.apiTimeoutMs,
    memoryMb: QUICK_START_MB,
    hasSharp: false,
    // of a delivery: ten attempts by its record, and a run for each quarter of an hour between
    // them, the longest delay of a message
    chain: {
      // 305
      maxRuns: PAUSES_MS.reduce((runs, ms) => runs + Math.ceil(ms / LIMITS.maxQueueDelayMs), 1),
      maxMs: PAUSES_MS.reduce((sum, ms) => sum + ms, 0), // 3 days and 3.6 hours
    },
  },
} as const satisfies Record<string, FunctionFacts>;

export type FunctionName = keyof typeof FUNCTIONS;
