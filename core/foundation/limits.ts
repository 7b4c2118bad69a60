/**
 * AWS Lambda Developer Guide, "Response streaming": at most 200 MB; the first 6 MB as fast as they
 * go, the rest at 2 MB a second at most. The bound is what a function can send in the time that its
 * timeout leaves behind the deadline of work.
 */
export const STREAMING = {
  maxBytes: 200_000_000,
  uncappedBytes: 6_000_000,
  bytesPerSecond: 2_000_000,
} as const;
const DELIVERY_WORK_MS = 15_000;
const DELIVERY_FUNCTION_MS = 60_000;
const WIRE_SECONDS = (DELIVERY_FUNCTION_MS - DELIVERY_WORK_MS) / 1000;
const MAX_DELIVERED_BYTES = Math.min(
  STREAMING.maxBytes,
  STREAMING.uncappedBytes + STREAMING.bytesPerSecond * WIRE_SECONDS,
);

/**
 * THE table of limits: every number that the service holds its callers or itself to, its unit in
 * its name.
 */
export const LIMITS = {
  /**
   * In base64, with the event around it, still within Lambda's maxLambdaEventBytes
   * (uploads.max-size).
   */
  maxUploadBytes: 4_500_000,
  maxDirectUploadBytes: 25_000_000,
  /**
   * How long the form of a direct upload may be used, and how long after that its bytes are waited
   * for (uploads.direct-form).
   */
  directUploadFormMs: 600_000,
  directUploadMarginMs: 300_000,
  /** (errors.payload-too-large) */
  maxJsonBytes: 65_536,
  /** Of a problem's body, and how many faults it tells (errors.bounded, security.linear-work). */
  maxProblemBytes: 65_536,
  maxToldFaults: 100,
  /**
   * Of what a problem says in words, code points: twice as much as our longest, which lists all
   * settings.
   */
  maxDetailLength: 1_000,
  /** Of a caller's own words in an answer, code points: twice our longest name. */
  maxToldNameLength: 60,
  /** AWS Lambda quotas, "Invocation payload (request and response)", synchronous: 6 MB. */
  maxLambdaEventBytes: 6_291_456,
  /** Amazon API Gateway quotas for REST APIs, "Payload size". */
  maxGatewayPayloadBytes: 10_485_760,
  /**
   * Locally (security.slow-clients): the floor for bodies, below any telephone's; silence is borne
   * for so long.
   */
  minBodyBytesPerSecond: 5_000,
  bodyPatienceMs: 15_000,

  /** Over all frames (security.bounds-from-header). */
  maxInputPixels: 50_000_000,
  maxInputSide: 16_384,
  maxInputFrames: 500,
  /** One full decode proves the file whole within this time (uploads.full-decode). */
  proofDeadlineMs: 8_000,

  /** Of a direct upload's bytes (uploads.validation-timeout). */
  maxKilledJudgings: 3,

  /** (uploads.rate-limit, uploads.own-rate-limit, uploads.temporary-limits) */
  maxUploadsPerMinute: 20,
  maxOwnUploadsPerMinute: 120,
  maxLiveTemporaryImages: 200,
  maxLiveTemporaryBytes: 500_000_000,

  /** (temporary.lifetime) */
  temporaryLifeMs: 24 * 3_600_000,
  /** What a project may give its own in place of that (temporary.lifetime). */
  minTemporaryLifeHours: 1,
  maxTemporaryLifeHours: 168,
  temporaryGraceMs: 30 * 24 * 3_600_000,
  maxTemporaryRenditions: 10,
  /** How long the receipt of a deletion is kept (deletion.steps). */
  deletionReceiptMs: 30 * 24 * 3_600_000,
  /**
   * docs/decisions/0029: images of a project that one purge has the CDN forget by their own tags,
   * half a cent each; of more it forgets the project.
   */
  maxImageTagsOfProject: 20,
  /** docs/decisions/0029: what delete-images takes, or finds by its metadata, at once. */
  maxImagesDeletedAtOnce: 100,

  /** Code points (uploads.file-name). */
  maxFilenameLength: 255,

  /** Lengths in Unicode code points (metadata.keys). */
  maxMetadataKeys: 10,
  maxMetadataKeyLength: 30,
  maxMetadataValueLength: 100,

  /** (calls.list-images) */
  maxListedImages: 100,
  defaultListedImages: 50,

  /** The renderer answers `busy` then and its process ends (security.deadline-kills). */
  renderDeadlineMs: 12_000,
  /**
   * The deadline of work (security.deletion-final). Later no request for a picture stores anything
   * or begins its answer; deletions lean on it.
   */
  deliveryWorkMs: DELIVERY_WORK_MS,
  /** The delivery function's timeout: what is left behind the deadline of work is for the wire. */
  deliveryFunctionMs: DELIVERY_FUNCTION_MS,
  maxDeliveredBytes: MAX_DELIVERED_BYTES,
  /**
   * A stored picture up to the largest upload is read whole before its answer begins, so that a
   * fault of the store can't cut it.
   */
  maxReadAheadBytes: 25_000_000,
  apiTimeoutMs: 15_000,
  /**
   * An upload is answered `busy` by then, stores and all: the function's timeout, which gives no
   * answer, is the second wall.
   */
  uploadDeadlineMs: 13_000,
  purgeTimeoutMs: 60_000,
  /** Amazon SQS quotas, "Message timers": the longest delay of a message. */
  maxQueueDelayMs: 900_000,
  /**
   * Runs of a project's purge that follow one from the other, half a minute of work in each; then
   * the schedule of lost purges goes on with it.
   */
  maxPurgeRunsInARow: 240,
  /**
   * How late a delivery may be before it counts as lost on the way: a worker that fails has it
   * again ten times within five minutes.
   */
  deliveryOverdueMs: 600_000,
  maxDeliveriesRequeued: 500,
  /**
   * A file of access logs: a hundred thousand pictures are looked up in 25 s at 5 ms each, twenty
   * at a time.
   */
  meteringTimeoutMs: 300_000,
  /**
   * Whoever asks for a picture stands in the logs by address: they are kept no longer than a mishap
   * takes to be mended.
   */
  accessLogDays: 7,
  /** 25 MB in and out again beside the proof. */
  acceptTimeoutMs: 60_000,
  /**
   * How long a request waits for another that makes the same rendition, and when it takes over from
   * one that died.
   */
  renditionWaitMs: 5_000,
  renditionLeaseMs: 15_000,
  /**
   * docs/decisions/0027: how long a picture whose rendition timed out backs off, doubled by each
   * further time-out, and at most.
   */
  firstBackOffMs: 15_000,
  maxBackOffMs: 24 * 3_600_000,
  /** Seconds that a refused caller is asked to wait when the renderer was busy. */
  busyRetryAfterSeconds: 5,
  /** The same where the disk has no room: somebody has to make some. */
  storageFullRetryAfterSeconds: 60,

  /** (delivery.cache-lifetime) */
  browserMaxAgeSeconds: 86_400,
  edgeMaxAgeSeconds: 2_592_000,
  /** (delivery.error-lifetime) */
  errorMaxAgeSeconds: 10,
  /** (temporary.lifetime) */
  temporaryMaxAgeSeconds: 300,

  /**
   * What `auto` serves while an AVIF is made in the background; and the pixels up to which AVIF is
   * made at once, docs/decisions/0008.
   */
  forNowMaxAgeSeconds: 60,
  maxQuickAvifPixels: 1_000_000,

  /** Of one project (signing.secrets, sizes.allowed). */
  maxSigningSecrets: 2,
  maxAllowedSizes: 100,
  maxPresets: 100,
  /** Unicode code points. */
  maxProjectNameLength: 100,
  /**
   * How long a deleted project can be restored; and how long after the purge its receipt is kept.
   */
  projectRestoreMs: 7 * 24 * 3_600_000,
  projectReceiptMs: 30 * 24 * 3_600_000,
  /**
   * Of one page of export-account: with the most presets, members and keys still below
   * maxLambdaEventBytes.
   */
  maxExportedProjects: 10,
  /** Who destroys something for good has signed in no longer ago. */
  freshSignInMs: 5 * 60_000,
  /**
   * How long the stored picture stands in for a rendition that the plan doesn't hold
   * (quotas.over-limit).
   */
  overQuotaMaxAgeSeconds: 60,

  /**
   * docs/decisions/0017: how long an invitation may be taken up, and how many of a project may be
   * open.
   */
  invitationLifeMs: 7 * 24 * 3_600_000,
  maxOpenInvitations: 100,

  /**
   * Beside free and unlimited: all of them are told to each function in a variable, of 4 KB with
   * the rest (AWS Lambda quotas).
   */
  maxConfiguredPlans: 10,

  /**
   * Of one project (origins.list); the length of a name in DNS with a scheme and a port around it.
   */
  maxAllowedOrigins: 100,
  maxOriginLength: 270,
  preflightMaxAgeSeconds: 600,
  /** How long what was done is kept, and how much of it is answered at once. */
  auditMs: 90 * 24 * 3_600_000,
  maxListedEvents: 100,
  defaultListedEvents: 50,
  /**
   * Live keys of each kind in a project; a rotation may pass it, up to twice as many while the old
   * ones live on.
   */
  maxKeys: 100,
  maxKeysInOverlap: 200,
  /** How long a key that ended is still listed, and how many of them at most. */
  endedKeyMs: 30 * 24 * 3_600_000,
  maxEndedKeys: 100,
  maxKeyNameLength: 100,
  /** (keys.rotation) */
  defaultOverlapHours: 24,
  maxOverlapHours: 168,
  /** `lastUsedAt` is written at most this often (keys.last-used). */
  lastUsedGranularityMs: 3_600_000,
  /** Of a suspension or a take-down, code points. */
  maxReasonLength: 500,

  /** Webhooks of one project; each event is sent to all that want it. */
  maxWebhooks: 10,
  maxWebhookUrlLength: 2_048,
  /** From the look-up of the name to the answer's status. */
  webhookTimeoutMs: 5_000,
  /** How long a delivery can be looked at and sent again. */
  webhookDeliveryLifeMs: 30 * 24 * 3_600_000,
  maxListedDeliveries: 100,
  defaultListedDeliveries: 50,
} as const;
