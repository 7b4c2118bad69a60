import { LIMITS } from '../core/foundation/limits.ts';
import { MAX_IMAGES_COUNTED_TOGETHER } from '../core/ports/projects/usage-store.ts';

/** The usage of a month, for an estimate of its cost. */
export interface MonthlyWork {
  /** Images shown, from the CDN or the origin. */
  readonly views: number;
  /** The number of them that the CDN answers itself. */
  readonly hitRatio: number;
  /** Average bytes of a shown image. */
  readonly bytesPerView: number;
  readonly uploads: number;
  readonly newRenditions: number;
  /** Stored at the month's end, originals and renditions. */
  readonly storedBytes: number;
  /** Requests that the edge function refuses. */
  readonly refusedAtEdge: number;
  /** Requests for well-formed ids without an image: each reaches the origin. */
  readonly unknownIds: number;
  /** Images stored at the month's end. */
  readonly images: number;
  readonly deletions: number;
  /** Users who sign in to the user pool in the month. */
  readonly users: number;
}

/**
 * List prices in US dollars, us-east-1, as published in November 2025. Free tiers are left out
 * except CloudFront's and Cognito's, which have no end. Check them before you rely on them.
 */
export const PRICES = {
  cdnGigabyte: 0.085, // CloudFront, North America and Europe, first 10 TB
  cdnFreeGigabytes: 1000,
  cdnTenThousandRequests: 0.01, // HTTPS, North America
  cdnFreeRequests: 10_000_000,
  edgeFunctionMillion: 0.1,
  edgeFunctionFree: 2_000_000,
  invalidationPath: 0.005,
  freeInvalidationPaths: 1000,
  apiMillion: 3.5, // API Gateway REST
  lambdaMillion: 0.2,
  lambdaGigabyteSecond: 0.0000133334, // arm64
  storageGigabyte: 0.023, // S3 Standard
  putThousand: 0.005,
  getThousand: 0.0004,
  readMillion: 0.125, // DynamoDB on demand
  writeMillion: 0.625,
  // Cognito, plan Lite, to 50,000 users; free for 10,000 of an account, without an end
  user: 0.0055,
  freeUsers: 10_000,
  alarm: 0.1,
  logGigabyte: 0.5,
  keptLogGigabyte: 0.03,
  recordGigabyte: 0.25 + 0.2, // DynamoDB's standard tables, and their point-in-time recovery
  traceMillion: 5, // AWS X-Ray, recorded
  freeTraces: 100_000,
  eventMillion: 1.0, // EventBridge, custom events of up to 64 KB
  queueMillion: 0.4, // SQS, standard
  // a call of DetectModerationLabels, DetectFaces or DetectLabels, the first million of a month
  // (Amazon Rekognition pricing, Image, group 2)
  rekognitionThousand: 1,
} as const;

/** The number of the stack's alarms; a test counts them. */
export const ALARMS = 54;

/** The number of additional ones with events; a test counts them too. */
export const EVENT_ALARMS = 7;

/** The number of additional ones with Amazon Rekognition; a test counts them. */
export const REKOGNITION_ALARMS = 3;

/** Dollars for a thousand messages, each an image that is sent to Amazon Rekognition once. */
const THOUSAND_EXAMINED =
  (PRICES.eventMillion + PRICES.queueMillion * 3 + PRICES.lambdaMillion) / 1000 +
  1000 * 1.5 * 1.73 * PRICES.lambdaGigabyteSecond; // a decode, and the wait for the answer

/** Dollars for a thousand images that Amazon Rekognition classifies. */
export const THOUSAND_CLASSIFIED =
  PRICES.rekognitionThousand +
  THOUSAND_EXAMINED +
  (PRICES.readMillion * 4 + PRICES.writeMillion * 4) / 1000;

/**
 * Dollars for a thousand images whose focal points Amazon Rekognition finds, by `calls` calls each,
 * without the purge of the CDN.
 */
export const thousandPointed = (calls: 1 | 2): number =>
  PRICES.rekognitionThousand * calls +
  THOUSAND_EXAMINED +
  (PRICES.queueMillion * 3 + PRICES.lambdaMillion) / 1000 + // the worker of purges
  (PRICES.readMillion * 8 + PRICES.writeMillion * 16) / 1000; // record and index, three times

/** Dollars for a million new images of projects without a setting of Amazon Rekognition. */
export const MILLION_LEFT_ALONE =
  PRICES.queueMillion * 3 +
  PRICES.lambdaMillion +
  PRICES.readMillion * 2 +
  1e6 * 0.05 * 1.73 * PRICES.lambdaGigabyteSecond; // two reads

/** Dollars for a million events, each sent to one webhook that accepts it at the first attempt. */
export const MILLION_EVENTS =
  PRICES.eventMillion +
  PRICES.queueMillion * 3 + // in, out and gone
  PRICES.lambdaMillion * 1.1 + // a run for ten events, and one for a delivery
  1e6 * 0.3 * 0.5 * PRICES.lambdaGigabyteSecond + // half a gigabyte waits for the receiver
  PRICES.readMillion * 6 + // plan or webhooks; webhooks and delivery
  PRICES.writeMillion * 8; // a delivery and its attempt, transacted, and in the index

/** The maximum for a million requests of which each is the only one for its image in a log. */
export const MILLION_COUNTED_ALONE =
  PRICES.writeMillion * 2 * (1 + 1 / MAX_IMAGES_COUNTED_TOGETHER);

/** Dollars for a million answers that the function of `tellIgnored` sees, beyond the free tier. */
export const MILLION_EXTENDED_ANSWERS = PRICES.edgeFunctionMillion;

/** The work of the stack for a request; measured function seconds, rounded up. */
const PER = {
  hitlessSeconds: 0.05, // a stored rendition, 512 MB of it billed as the renderer's memory
  renderSeconds: 1.0,
  rendererGigabytes: 3,
  uploadSeconds: 0.6,
  uploadGigabytes: 1.73,
  callSeconds: 0.05,
  callGigabytes: 0.5,
  // record, project; then record, account, counter, and three items of the rendition (decision 121)
  readsOfDelivery: 8,
  readsOfUnknownId: 1,
  writesOfDelivery: 1, // the note of a response in flight: docs/decisions/0029
  readsOfCall: 6,
  writesOfUpload: 12,
  writesOfSave: 17, // two pairs of metadata, and the count of the day
  writesOfTerms: 12, // five words, their beginnings, the format and the bytes
  writesOfRendition: 9, // one of them is the count of the day
  pathsOfDeletion: 1, // the tag of image and temporary image
  logBytes: 320, // one line of ours, and what CloudWatch adds to each
  recordBytes: 6_000, // an image's record, four renditions, two pairs, its terms, the indexes
  accessLogBytes: 150, // of a request, packed
  // of many hits; with few hits a file is written anyway, some times an hour
  requestsOfAccessLog: 5000,
  imagesOfAccessLog: 200,
  writesOfAccessLog: 50, // account and project with a hundred images each, in a transaction
  // a write an image, and a mark for each fifty of them, in transactions; none for unknown ids
  writesOfLoggedImages: 2 * (200 + 4),
  secondsOfAccessLog: 2,
  alarms: ALARMS,
} as const;

/**
 * The maximum cost of a deletion at the CDN, in dollars, if no response with its image was in
 * flight.
 */
export const DELETION = PER.pathsOfDeletion * PRICES.invalidationPath;

const GIGABYTE = 1e9;
/** The share of a month's access logs that is stored at a time. */
const LOGS_KEPT = LIMITS.accessLogDays / 30;
const MONTH_SECONDS = 30 * 86_400;
/**
 * AWS X-Ray Developer Guide, "Configuring sampling rules": the first request of each second, and a
 * twentieth of the others.
 */
const sampled = (requests: number) =>
  Math.min(requests, MONTH_SECONDS) + 0.05 * Math.max(0, requests - MONTH_SECONDS);
const over = (count: number, free: number) => Math.max(0, count - free);

/** The parts of the bill in dollars; their sum is the month's. */
export function estimateMonthlyCost(work: MonthlyWork): Readonly<Record<string, number>> {
  const { views, uploads, newRenditions: renders } = work;
  const misses = views * (1 - work.hitRatio);
  const requests = views + work.refusedAtEdge + work.unknownIds;
  const atOrigin = misses + work.unknownIds;
  const calls = uploads * 2 + work.deletions; // each upload is saved
  const seconds =
    (atOrigin * PER.hitlessSeconds + renders * PER.renderSeconds) * PER.rendererGigabytes +
    uploads * PER.uploadSeconds * PER.uploadGigabytes +
    (uploads + work.deletions) * PER.callSeconds * PER.callGigabytes;
  const reads =
    misses * PER.readsOfDelivery + work.unknownIds * PER.readsOfUnknownId + calls * PER.readsOfCall;
  const logGigabytes = ((atOrigin + calls) * PER.logBytes) / GIGABYTE;
  const writes =
    uploads * (PER.writesOfUpload + PER.writesOfSave + PER.writesOfTerms) +
    renders * PER.writesOfRendition +
    misses * PER.writesOfDelivery;
  const logs = requests / PER.requestsOfAccessLog;
  return {
    cdnBytes:
      over((views * work.bytesPerView) / GIGABYTE, PRICES.cdnFreeGigabytes) * PRICES.cdnGigabyte,
    cdnRequests: (over(requests, PRICES.cdnFreeRequests) / 10_000) * PRICES.cdnTenThousandRequests,
    edgeFunction: (over(requests, PRICES.edgeFunctionFree) / 1e6) * PRICES.edgeFunctionMillion,
    invalidations:
      over(work.deletions * PER.pathsOfDeletion, PRICES.freeInvalidationPaths) *
      PRICES.invalidationPath,
    api: (calls / 1e6) * PRICES.apiMillion,
    functions:
      ((atOrigin + calls) / 1e6) * PRICES.lambdaMillion + seconds * PRICES.lambdaGigabyteSecond,
    objects:
      (work.storedBytes / GIGABYTE) * PRICES.storageGigabyte +
      ((uploads * 2 + renders) / 1000) * PRICES.putThousand +
      ((misses + renders) / 1000) * PRICES.getThousand,
    records:
      (reads / 1e6) * PRICES.readMillion +
      (writes / 1e6) * PRICES.writeMillion +
      ((work.images * PER.recordBytes) / GIGABYTE) * PRICES.recordGigabyte,
    users: over(work.users, PRICES.freeUsers) * PRICES.user,
    watching: PER.alarms * PRICES.alarm,
    logs: logGigabytes * (PRICES.logGigabyte + PRICES.keptLogGigabyte),
    traces: (over(sampled(atOrigin + calls), PRICES.freeTraces) / 1e6) * PRICES.traceMillion,
    metering:
      ((requests * PER.accessLogBytes) / GIGABYTE) * PRICES.storageGigabyte * LOGS_KEPT +
      (logs / 1000) * (PRICES.putThousand + PRICES.getThousand) +
      ((logs * PER.imagesOfAccessLog) / 1e6) * PRICES.readMillion +
      ((logs * PER.writesOfAccessLog) / 1e6) * PRICES.writeMillion +
      (views / PER.requestsOfAccessLog / 1e6) * PER.writesOfLoggedImages * PRICES.writeMillion +
      logs * PER.secondsOfAccessLog * PER.callGigabytes * PRICES.lambdaGigabyteSecond,
  };
}

const MONTH = {
  views: 0,
  hitRatio: 0.9,
  bytesPerView: 50_000,
  uploads: 0,
  newRenditions: 0,
  storedBytes: 0,
  refusedAtEdge: 0,
  unknownIds: 0,
  images: 0,
  deletions: 0,
  users: 1,
} as const satisfies MonthlyWork;

/** The months that docs/costs.md shows. */
export const EXAMPLE_MONTHS: Readonly<Record<string, MonthlyWork>> = {
  idle: MONTH,
  '10 thousand views': {
    ...MONTH,
    views: 10_000,
    uploads: 100,
    newRenditions: 400,
    storedBytes: 1e9,
    images: 1_000,
  },
  '1 million views': {
    ...MONTH,
    views: 1e6,
    uploads: 5_000,
    newRenditions: 20_000,
    storedBytes: 30e9,
    deletions: 500,
    users: 200,
    images: 30_000,
  },
  '100 million views': {
    ...MONTH,
    views: 100e6,
    hitRatio: 0.95,
    uploads: 200_000,
    newRenditions: 800_000,
    storedBytes: 1e12,
    deletions: 20_000,
    users: 12_000,
    images: 1e6,
  },
  'a flood of a million bad URLs': { ...MONTH, refusedAtEdge: 1e6 },
  'a flood of a million unknown ids': { ...MONTH, unknownIds: 1e6 },
};
