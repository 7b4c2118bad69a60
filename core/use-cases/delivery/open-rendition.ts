import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { unlessStorageFails } from '../../foundation/storage-fault.ts';
import { RENDITION_VERSION, renditionObjectKey } from '../../images/object-keys.ts';
import type { ClaimOutcome, RenditionClaim, Revision } from '../../ports/images/rendition-store.ts';
import type { Services } from '../../ports/services.ts';
import { monthOf, secondsToMonthEnd } from '../../projects/plans.ts';
import type { Project } from '../../projects/project.ts';
import { operatorHints } from '../access/operator-hints.ts';
import { BEYOND_QUOTA, mayExceedQuota } from '../usage/may-exceed-quota.ts';
import type { OpenedImage, PlannedRendition } from './delivery.ts';
import { notFound } from './find-served-image.ts';
import { backingOff, busyError, makeRendition, OutdatedError } from './make-rendition.ts';
import { openedOriginal, openedRendition } from './open-served-image.ts';
import { openProven } from './read-stored-object.ts';
import type { ServedImage } from './served-image.ts';

/** The ports that finding or making a rendition needs. */
export type RenditionNeeds = Pick<
  Services,
  | 'clock'
  | 'projects'
  | 'renditions'
  | 'objects'
  | 'imageEngine'
  | 'abandonProcess'
  | 'usage'
  | 'log'
  | 'operatorCommands'
>;

const POLL_MS = 50;

async function findProject({ projects }: RenditionNeeds, image: ServedImage): Promise<Project> {
  const project = await projects.getProject(image.projectId);
  if (!project) throw notFound(image.id);
  return project;
}

function claimFor(
  now: number,
  project: Project,
  { image, owner, plan: { key, price, isFree } }: PlannedRendition,
): RenditionClaim {
  return {
    imageId: image.id,
    accountId: project.accountId,
    projectId: image.projectId,
    renditionKey: key,
    ...revisionOf(image),
    owner,
    isCostly: price > LIMITS.costlyRenditionPriceMs,
    now,
    leaseMs: LIMITS.renditionLeaseMs,
    month: monthOf(now),
    maxTransformations: project.plan.maxTransformationsPerMonth,
    maxRenditions: image.expiresAt === null ? null : LIMITS.maxTemporaryRenditions,
    isSmall: price < LIMITS.smallRenditionPriceMs,
    isFree: isFree === true,
  };
}

/** The response in place of a rendition that exceeds the plan. */
function overQuota(
  { objects, operatorCommands }: Pick<RenditionNeeds, 'objects' | 'operatorCommands'>,
  project: Project,
  image: ServedImage,
  { maxTransformations, now }: RenditionClaim,
): OpenedImage {
  if (project.settings.overQuota === 'original' && image.facts.watermark === null) {
    return { ...openedOriginal({ objects }, image), isStandIn: true };
  }
  throw new ServiceError('transformation_quota_exceeded', {
    detail: `The plan ${project.plan.name} includes ${maxTransformations} new renditions per month. Existing renditions are still served.`,
    ...operatorHints(operatorCommands, {
      pick: ({ liftPlan }) => liftPlan(project),
      run: (command) =>
        `Use sizes that exist already, wait for the next month, or change the plan: ${command}`,
      ask: 'Use sizes that exist already, wait for the next month, or ask who runs this service for a larger plan.',
      hasApiKey: false,
    }),
    headers: { 'Retry-After': String(secondsToMonthEnd(now)) },
  });
}

function renditionLimitExceeded({ expiresAt }: ServedImage, now: number): ServiceError {
  return new ServiceError('upload_limit_exceeded', {
    detail: `A temporary image may have at most ${LIMITS.maxTemporaryRenditions} renditions; save it first.`,
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(((expiresAt ?? now) - now) / 1000))) },
  });
}

/** The properties that a rendition must have to be served for this image. */
function revisionOf({ generation }: ServedImage): Revision {
  return { version: RENDITION_VERSION, generation };
}

/** The stored rendition; undefined if the record or the bytes don't exist (any more). */
export async function openStoredRendition(
  { renditions, objects }: RenditionNeeds,
  delivery: PlannedRendition,
): Promise<OpenedImage | undefined> {
  const { image, mayLeaveClosed } = delivery;
  const { key } = delivery.plan;
  const { id, generation } = image;
  const revision = revisionOf(image);
  const rendition = await renditions.getRendition(id, key, revision);
  if (!rendition) return undefined;
  const open = async () => {
    const get = () => objects.get(renditionObjectKey(id, key, generation), rendition.bytes);
    const stored = await openProven(get, rendition);
    if (stored) return stored;
    // the lifecycle rule deleted the bytes, a full disk had no room for them, or a power cut tore
    // them: it is made again
    await unlessStorageFails(renditions.forget(id, key, revision), () => undefined);
    return undefined;
  };
  const openedBy = (opening: OpenedImage['open']) =>
    openedRendition({ objects }, delivery, rendition, opening);
  if (rendition.isOriginal || mayLeaveClosed) {
    return openedBy(async () => (await open()) ?? Promise.reject(busyError()));
  }
  const stored = await open();
  return stored && openedBy(async () => stored);
}

/**
 * Waits for another process to make it; undefined if the wait was in vain. Throws OutdatedError if
 * that process makes a later generation.
 */
async function awaitOther(
  services: RenditionNeeds,
  delivery: PlannedRendition,
): Promise<OpenedImage | undefined> {
  const { image, plan } = delivery;
  const end = services.clock() + LIMITS.renditionWaitMs;
  while (services.clock() < end) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const known = await services.renditions.peek(image.id, plan.key);
    if (known && known.generation !== image.generation) throw new OutdatedError();
    // ready, and its bytes purged since: no process makes it now
    if (known?.isReady) return openStoredRendition(services, delivery);
  }
  return undefined;
}

/** Claims within the plan, or beyond it with quotaMode log; undefined if the storage fails. */
async function claimIfStored(
  services: RenditionNeeds,
  project: Project,
  claim: RenditionClaim,
): Promise<ClaimOutcome | undefined> {
  const { imageId } = claim;
  const note = () => services.log.info('rendition not claimed', { imageId });
  return unlessStorageFails(claimWithinQuota(services, project, claim), note);
}

async function claimWithinQuota(
  { renditions, log }: RenditionNeeds,
  project: Project,
  claim: RenditionClaim,
): Promise<ClaimOutcome> {
  const result = await renditions.claim(claim);
  const isOver = result.outcome === 'quota_exceeded';
  if (!isOver || !mayExceedQuota({ log }, project, 'maxTransformationsPerMonth')) return result;
  return renditions.claim({ ...claim, maxTransformations: BEYOND_QUOTA });
}

async function claimOrWait(
  services: RenditionNeeds,
  delivery: PlannedRendition,
): Promise<OpenedImage> {
  const { image } = delivery;
  const project = await findProject(services, image);
  const claim = claimFor(services.clock(), project, delivery);
  const claimed = await claimIfStored(services, project, claim);
  if (claimed?.outcome === 'backing_off') throw backingOff(claimed.until, claim.now);
  const outcome = claimed?.outcome;
  if (outcome === 'image_gone') throw notFound(image.id);
  if (outcome === 'outdated') throw new OutdatedError();
  if (outcome === 'quota_exceeded') return overQuota(services, project, image, claim);
  if (outcome === 'rendition_limit_exceeded') throw renditionLimitExceeded(image, claim.now);
  // of the whole request: a request that has waited has less time left
  const endsAt = claim.now + LIMITS.renderDeadlineMs;
  const make = (held: RenditionClaim | undefined) =>
    makeRendition(services, delivery, held, endsAt);
  if (outcome === undefined) return make(undefined);
  if (outcome === 'claimed') return make(claim);
  const opened = await awaitOther(services, delivery);
  if (opened) return opened;
  // one more attempt: it failed, was given back, or its process died and the lease has expired
  const second = claimFor(services.clock(), project, delivery);
  const last = await claimIfStored(services, project, second);
  if (last?.outcome === 'backing_off') throw backingOff(last.until, second.now);
  const atLast = last?.outcome;
  if (atLast === 'outdated') throw new OutdatedError();
  if (atLast === undefined) return make(undefined);
  // without its bytes if they were deleted and no storage can record that
  if (atLast === 'ready') {
    return (await openStoredRendition(services, delivery)) ?? make(undefined);
  }
  if (atLast !== 'claimed') throw busyError();
  return make(second);
}

/**
 * The rendition of an image: the stored one, or a new one that exactly one of several concurrent
 * requests makes. Throws transformation_quota_exceeded, upload_limit_exceeded, busy, and the 404 of
 * a deleted image.
 */
export async function openRendition(
  services: RenditionNeeds,
  delivery: PlannedRendition,
): Promise<OpenedImage> {
  const stored = await openStoredRendition(services, delivery);
  return stored ?? claimOrWait(services, delivery);
}
