import { MAX_ROUTE_PATH_BYTES } from './numbers/route-bounds.ts';

/**
 * AWS Lambda Developer Guide, "Response streaming": at most 200 MB. The first 6 MB have no limit,
 * the rest has 2 MB a second at most. The bound is the size that a function can send between the
 * deadline of work and its timeout.
 */
export const STREAMING = {
  maxBytes: 200_000_000,
  uncappedBytes: 6_000_000,
  bytesPerSecond: 2_000_000,
} as const;
const RENDER_DEADLINE_MS = 12_000;
const DELIVERY_WORK_MS = 15_000;
const DELIVERY_FUNCTION_MS = 60_000;
const WIRE_SECONDS = (DELIVERY_FUNCTION_MS - DELIVERY_WORK_MS) / 1000;
const MAX_DELIVERED_BYTES = Math.min(
  STREAMING.maxBytes,
  STREAMING.uncappedBytes + STREAMING.bytesPerSecond * WIRE_SECONDS,
);

/**
 * THE table of limits: every number that the service enforces or observes, its unit in its name.
 */
export const LIMITS = {
  /**
   * In base64, with the event around it, still within Lambda's maxLambdaEventBytes
   * (uploads.max-size).
   */
  maxUploadBytes: 4_500_000,
  maxDirectUploadBytes: 25_000_000,
  /**
   * (uploads.from-url) The time covers all redirects; validation, stores and the response come
   * after it, within API Gateway's 29 s.
   */
  maxSourceBytes: 25_000_000,
  maxSourceUrlLength: 2_048,
  maxSourceRedirects: 3,
  sourceTimeoutMs: 10_000,
  uploadFromUrlTimeoutMs: 25_000,
  /**
   * The lifetime of a direct upload's form, and how long after that its bytes are expected
   * (uploads.direct-form).
   */
  directUploadFormMs: 600_000,
  directUploadMarginMs: 300_000,
  /** (errors.payload-too-large) */
  maxJsonBytes: 65_536,
  /** Of a problem's body, and the number of its faults (errors.bounded, security.linear-work). */
  maxProblemBytes: 65_536,
  maxReportedFaults: 100,
  /**
   * Of the texts of a problem, code points: twice as much as our longest, which lists all settings.
   */
  maxDetailLength: 1_000,
  /** Of a caller's own words in a response, code points: twice our longest name. */
  maxReportedNameLength: 60,
  /** AWS Lambda quotas, "Invocation payload (request and response)", synchronous: 6 MB. */
  maxLambdaEventBytes: 6_291_456,
  /** Amazon API Gateway quotas for REST APIs, "Payload size". */
  maxGatewayPayloadBytes: 10_485_760,
  /**
   * Locally (security.slow-clients): the minimum rate of bodies, below any telephone's, and the
   * permitted silence.
   */
  minBodyBytesPerSecond: 5_000,
  bodyPatienceMs: 15_000,

  /** Over all frames (security.bounds-from-header). */
  maxInputPixels: 50_000_000,
  maxInputSide: 16_384,
  maxInputFrames: 500,
  /** One full decode proves the complete file within this time (uploads.full-decode). */
  proofDeadlineMs: 8_000,

  /** Of a direct upload's bytes (uploads.validation-timeout). */
  maxKilledValidations: 3,

  /** (uploads.rate-limit, uploads.own-rate-limit, uploads.temporary-limits) */
  maxUploadsPerMinute: 20,
  maxOwnUploadsPerMinute: 120,
  /** (operator.upload-limit) */
  maxRaisedUploadsPerMinute: 3_000,
  maxRaisedUploadMs: 7 * 24 * 3_600_000,
  maxLiveTemporaryImages: 200,
  maxLiveTemporaryBytes: 500_000_000,

  /** (temporary.lifetime) */
  temporaryLifeMs: 24 * 3_600_000,
  /** The range of a project's own setting for that (temporary.lifetime). */
  minTemporaryLifeHours: 1,
  maxTemporaryLifeHours: 168,
  temporaryGraceMs: 30 * 24 * 3_600_000,
  maxTemporaryRenditions: 10,
  /** How long the receipt of a deletion is kept (deletion.steps). */
  deletionReceiptMs: 30 * 24 * 3_600_000,
  /** Of a project's choice: as long as the record of a former temporary image (keeping.days). */
  maxKeepDays: 30,
  /** docs/decisions/0135: how often a worker looks whether kept bytes have ended. */
  keptVisitMs: 24 * 3_600_000,
  /** docs/decisions/0135: former originals of one image that are kept; the oldest end first. */
  maxKeptVersions: 100,
  /** Former originals of one image that a call lists, kept ones and receipts. */
  maxListedVersions: 200,
  /**
   * docs/decisions/0029: images of a project that one purge invalidates by their own tags, half a
   * cent each; for more it uses the project's tag.
   */
  maxImageTagsOfProject: 20,
  /**
   * docs/decisions/0029: the maximum that one call of delete-images takes, or finds by metadata.
   */
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
  /** (calls.search) Of one call: pairs of metadata, and the words and length of a search. */
  maxListedPairs: 5,
  maxSearchedWords: 5,
  maxSearchLength: 200,
  /** A longer word is found by its first letters, in code points. */
  maxWordLength: 40,
  /** The rows by which an image is found: of its words, its format and its bytes. */
  maxTermsOfImage: 40,
  /** Rows of the index and records that one call reads at the most. */
  maxSearchRows: 1_000,

  /** The renderer answers `busy` then and its process ends (security.deadline-kills). */
  renderDeadlineMs: RENDER_DEADLINE_MS,
  /**
   * (security.bounded-price) CPU of one rendition: half of the deadline, for a processor that is
   * half as fast or half taken.
   */
  maxRenditionPriceMs: RENDER_DEADLINE_MS / 2,
  /**
   * The deadline of work (security.deletion-final). After it no request for an image stores
   * anything or begins its response; deletions depend on it.
   */
  deliveryWorkMs: DELIVERY_WORK_MS,
  /** The delivery function's timeout: the time after the deadline of work is for sending. */
  deliveryFunctionMs: DELIVERY_FUNCTION_MS,
  maxDeliveredBytes: MAX_DELIVERED_BYTES,
  /**
   * A stored image up to the largest upload is read completely before its response begins, so that
   * a fault of the store can't truncate it.
   */
  maxReadAheadBytes: 25_000_000,
  apiTimeoutMs: 15_000,
  /**
   * The deadline of an upload's `busy` response, stores included: the function's timeout, which
   * gives no response, is the second limit.
   */
  uploadDeadlineMs: 13_000,
  purgeTimeoutMs: 60_000,
  /** Amazon SQS quotas, "Message timers": the longest delay of a message. */
  maxQueueDelayMs: 900_000,
  /**
   * Consecutive runs of a project's purge, half a minute of work in each; then the schedule of lost
   * purges continues it.
   */
  maxPurgeRunsInARow: 240,
  /**
   * The delay after which a delivery counts as lost: a failing worker gets it again ten times
   * within five minutes.
   */
  deliveryOverdueMs: 600_000,
  maxDeliveriesRequeued: 500,
  /**
   * A file of access logs: a hundred thousand images are read in 25 s at 5 ms each, twenty
   * concurrently.
   */
  meteringTimeoutMs: 300_000,
  /**
   * The logs hold the addresses of visitors: they are kept only as long as the correction of a
   * failure takes.
   */
  accessLogDays: 7,
  /** 25 MB in and out again beside the proof. */
  acceptTimeoutMs: 60_000,
  /**
   * How long a request waits for another that makes the same rendition, and when it takes over from
   * a dead one.
   */
  renditionWaitMs: 5_000,
  /**
   * How long a finished response waits until the better one is queued. A message takes some tens of
   * milliseconds, and a rendering may leave less than three seconds of the deadline of work.
   */
  renderOrderMs: 1_000,
  renditionLeaseMs: 15_000,
  /**
   * docs/decisions/0083: how long a rendition that timed out backs off, doubled by each further
   * timeout, and the maximum.
   */
  firstBackOffMs: 15_000,
  maxBackOffMs: 24 * 3_600_000,
  /**
   * The image as a whole backs off with so many different renditions within maxBackOffMs. One that
   * costs less than this, a twelfth of its deadline, suffices too.
   */
  timedOutKeysOfImage: 4,
  smallRenditionPriceMs: RENDER_DEADLINE_MS / 12,
  /**
   * Locally a rendition above it waits for its like, and no other waits behind it. A photograph of
   * 24 megapixels at the width of a screen is below it.
   */
  costlyRenditionPriceMs: RENDER_DEADLINE_MS / 6,
  /** Seconds in `Retry-After` when the renderer was busy. */
  busyRetryAfterSeconds: 5,
  /** The same for a full disk, which the operator must clear. */
  storageFullRetryAfterSeconds: 60,

  /** (delivery.cache-lifetime) */
  browserMaxAgeSeconds: 86_400,
  /** Of a project's choice: a year, the most that HTTP knew for a long time (RFC 2616). */
  maxBrowserMaxAgeSeconds: 31_536_000,
  edgeMaxAgeSeconds: 2_592_000,
  /**
   * Of an access grant. At least a minute, for clocks that differ; at most a day, as a grant can't
   * be revoked alone (private.grants).
   */
  minGrantSeconds: 60,
  grantSeconds: 3_600,
  maxGrantSeconds: 86_400,
  /**
   * Keys that sign or are trusted at the same time: one signs, and the other ends or begins with a
   * rotation. A key group has at most five (Amazon CloudFront quotas, "Quotas on key groups").
   */
  maxGrantKeys: 2,
  /** (delivery.error-lifetime) */
  errorMaxAgeSeconds: 10,
  /** (temporary.lifetime) */
  temporaryMaxAgeSeconds: 300,

  /**
   * The lifetime of a response while an AVIF is made in the background. And the pixels up to which
   * AVIF is made within the request, docs/decisions/0063.
   */
  forNowMaxAgeSeconds: 60,
  maxQuickAvifPixels: 4_000_000,
  /** The missing image may come back (delivery.fallback). */
  fallbackMaxAgeSeconds: 60,

  /** Of one project (signing.secrets, sizes.allowed). */
  maxSigningSecrets: 2,
  maxAllowedSizes: 100,
  maxPresets: 100,
  /** (delivery.old-addresses) */
  maxRoutes: 20_000,
  maxRoutePathBytes: MAX_ROUTE_PATH_BYTES,
  routeMaxAgeSeconds: 3_600,
  maxListedRoutes: 1_000,
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
  /** The maximum age of the sign-in for an act that can't be undone. */
  freshSignInMs: 5 * 60_000,
  /** How long the stored image replaces a rendition that exceeds the plan (quotas.over-limit). */
  overQuotaMaxAgeSeconds: 60,

  /**
   * docs/decisions/0017: how long an invitation may be accepted, and the maximum of a project's
   * open ones.
   */
  invitationLifeMs: 7 * 24 * 3_600_000,
  maxOpenInvitations: 100,
  /** docs/decisions/0116: characters of an inviter's name, and reads from one network. */
  maxInviterNameLength: 100,
  maxInvitationReadsPerMinute: 30,

  /**
   * Beside free and unlimited: each function gets all of them in a variable, of 4 KB with the rest
   * (AWS Lambda quotas).
   */
  maxConfiguredPlans: 10,

  /**
   * Of one project (origins.list); the length of a name in DNS with a scheme and a port around it.
   */
  maxAllowedOrigins: 100,
  maxOriginLength: 270,
  preflightMaxAgeSeconds: 600,
  /** The retention of audit events, and the maximum of one page. */
  auditMs: 90 * 24 * 3_600_000,
  maxListedEvents: 100,
  defaultListedEvents: 50,
  /**
   * Active keys of each kind in a project; a rotation may exceed it, up to twice as many while the
   * old ones overlap.
   */
  maxKeys: 100,
  maxKeysInOverlap: 200,
  /** How long an ended key is still listed, and the maximum of them. */
  endedKeyMs: 30 * 24 * 3_600_000,
  maxEndedKeys: 100,
  maxKeyNameLength: 100,
  /** (keys.rotation) */
  defaultOverlapHours: 24,
  maxOverlapHours: 168,
  /** `lastUsedAt` is written at most this often (keys.last-used). */
  lastUsedGranularityMs: 3_600_000,
  /** Of a suspension, a takedown or a review, code points. */
  maxReasonLength: 500,
  /** How long an address shows a pending image to its reviewers. */
  reviewUrlSeconds: 3_600,
  /** An address of a thumbnail is the same for so long, and valid for as long again after that. */
  thumbnailUrlSeconds: 3_600,

  /** Webhooks of one project; each event is sent to all matching ones. */
  maxWebhooks: 10,
  maxWebhookUrlLength: 2_048,
  /** From the resolution of the name to the response's status. */
  webhookTimeoutMs: 5_000,
  /** How long a delivery can be viewed and resent. */
  webhookDeliveryLifeMs: 30 * 24 * 3_600_000,
  /** (origins.refused-list) */
  maxRefusedOrigins: 20,
  refusedOriginPauseMs: 60_000,
  refusedOriginLifeMs: 7 * 24 * 3_600_000,
  /** (calls.get-usage-by-day): two months, and at least as long as the report looks back. */
  usageDays: 31,
  dayCountLifeMs: 62 * 24 * 3_600_000,
  /** (webhooks.test) */
  webhookTestPauseMs: 10_000,
  maxListedDeliveries: 100,
  defaultListedDeliveries: 50,
} as const;
