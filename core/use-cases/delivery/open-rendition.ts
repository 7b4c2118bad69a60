import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { unlessStorageFails } from '../../foundation/storage-fault.ts';
import { RENDITION_VERSION, renditionObjectKey } from '../../images/object-keys.ts';
import type { ClaimOutcome, RenditionClaim } from '../../ports/images/rendition-store.ts';
import type { Services } from '../../ports/services.ts';
import { secondsToMonthEnd } from '../../projects/plans.ts';
import type { BilledProject } from '../../projects/project.ts';
import { operatorHints } from '../access/operator-hints.ts';
import { BEYOND_QUOTA, mayExceedQuota } from '../usage/may-exceed-quota.ts';
import type { OpenedImage, PlannedRendition } from './delivery.ts';
import { notFound } from './find-served-image.ts';
import { findRendition, findServedRendition, placeOf } from './know-delivery.ts';
import {
  backingOff,
  busyError,
  type MakingNeeds,
  makeRendition,
  readOriginals,
} from './make-rendition.ts';
import { checkImage } from './note-answer.ts';
import { openedOriginal, openedRendition } from './open-served-image.ts';
import { openProven } from './read-stored-object.ts';
import { OutdatedError, type ServedImage } from './served-image.ts';

/** The ports that finding or making a rendition needs. */
export type RenditionNeeds = MakingNeeds & Pick<Services, 'operatorCommands'>;

const POLL_MS = 50;

/** The project with the plan of its account. */
function billedProject({ project, accountPlan }: PlannedRendition): BilledProject {
  return { ...project, plan: accountPlan };
}

function claimFor(services: Pick<Services, 'clock'>, delivery: PlannedRendition): RenditionClaim {
  const { image, owner, plan, accountPlan } = delivery;
  const { price, isFree } = plan;
  return {
    ...placeOf(services, delivery, plan),
    owner,
    isCostly: price > LIMITS.costlyRenditionPriceMs,
    now: services.clock(),
    leaseMs: LIMITS.renditionLeaseMs,
    maxTransformations: accountPlan.maxTransformationsPerMonth,
    maxRenditions: image.expiresAt === null ? null : LIMITS.maxTemporaryRenditions,
    isSmall: price < LIMITS.smallRenditionPriceMs,
    isFree: isFree === true,
  };
}

/**
 * The response in place of a rendition that exceeds the plan. Throws the errors of checkImage: the
 * request may have waited for a renderer.
 */
async function overQuota(
  services: RenditionNeeds,
  project: BilledProject,
  image: ServedImage,
  { maxTransformations, now }: RenditionClaim,
): Promise<OpenedImage> {
  const { operatorCommands } = services;
  if (project.settings.overQuota === 'original' && image.facts.watermark === null) {
    await checkImage(services, image);
    return { ...openedOriginal(services, image), isOverQuota: true };
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

/** The stored rendition; undefined if the record or the bytes don't exist (any more). */
export async function openStoredRendition(
  services: Pick<RenditionNeeds, 'renditions' | 'objects' | 'clock' | 'images' | 'directUploads'>,
  delivery: PlannedRendition,
): Promise<OpenedImage | undefined> {
  const { image, mayLeaveClosed, found } = delivery;
  const { key } = delivery.plan;
  const { renditions, objects } = services;
  const { id, generation } = image;
  const revision = { version: RENDITION_VERSION, generation };
  const rendition = found.ready;
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
    openedRendition(services, delivery, rendition, { open: opening, kept: undefined });
  if (rendition.isOriginal || mayLeaveClosed) {
    return openedBy(async () => (await open()) ?? Promise.reject(busyError()));
  }
  const stored = await open();
  return stored && openedBy(async () => stored);
}

/**
 * Waits until `end` for another process to make it; undefined if the wait was in vain, or that
 * process gave it back. Throws OutdatedError if that process makes a later generation.
 */
async function awaitOther(
  services: RenditionNeeds,
  delivery: PlannedRendition,
  end: number,
): Promise<OpenedImage | undefined> {
  const { image, plan } = delivery;
  while (services.clock() < end) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const known = await services.renditions.peek(image.id, plan.key);
    if (!known) return undefined;
    if (known.generation !== image.generation) throw new OutdatedError();
    // ready, and its bytes purged since: no process makes it now
    if (known.isReady) return openStoredRendition(services, await findOther(services, delivery));
  }
  return undefined;
}

/** The same delivery with the record of its rendition as it is now. */
async function findAgain(
  services: RenditionNeeds,
  delivery: PlannedRendition,
): Promise<PlannedRendition> {
  return { ...delivery, found: await findRendition(services, delivery, delivery.plan) };
}

/** The same for a rendition that another process made; throws as findServedRendition. */
async function findOther(
  services: RenditionNeeds,
  delivery: PlannedRendition,
): Promise<PlannedRendition> {
  return { ...delivery, found: await findServedRendition(services, delivery) };
}

/** Claims within the plan, or beyond it with quotaMode log; undefined if the storage fails. */
async function claimIfStored(
  services: RenditionNeeds,
  delivery: PlannedRendition,
  claim: RenditionClaim,
): Promise<ClaimOutcome | undefined> {
  const { imageId } = claim;
  const note = () => services.log.info('rendition not claimed', { imageId });
  return unlessStorageFails(claimWithinQuota(services, delivery, claim), note);
}

async function claimWithinQuota(
  { renditions, log }: RenditionNeeds,
  delivery: PlannedRendition,
  claim: RenditionClaim,
): Promise<ClaimOutcome> {
  const result = await renditions.claim(claim, delivery.found);
  if (result.outcome !== 'quota_exceeded') return result;
  if (!mayExceedQuota({ log }, billedProject(delivery), 'maxTransformationsPerMonth'))
    return result;
  return renditions.claim({ ...claim, maxTransformations: BEYOND_QUOTA });
}

/** Throws the refusal of a claim; answers true if it was granted, or the storage fails. */
function isGranted(
  claimed: ClaimOutcome | undefined,
  { imageId, now }: RenditionClaim,
): claimed is Extract<ClaimOutcome, { outcome: 'claimed' }> | undefined {
  if (claimed?.outcome === 'backing_off') throw backingOff(claimed.until, now);
  if (claimed?.outcome === 'image_gone') throw notFound(imageId);
  if (claimed?.outcome === 'outdated') throw new OutdatedError();
  return claimed === undefined || claimed.outcome === 'claimed';
}

/**
 * Waits for the process that makes it, and takes over where that failed, gave it back, or died and
 * its lease expired.
 */
async function waitAndClaim(
  services: RenditionNeeds,
  begun: PlannedRendition,
  endsAt: number,
  waitEnd: number,
): Promise<OpenedImage> {
  for (;;) {
    const opened = await awaitOther(services, begun, waitEnd);
    if (opened) return opened;
    const isLast = services.clock() >= waitEnd;
    const delivery = await findAgain(services, begun);
    const claim = claimFor(services, delivery);
    const claimed = await claimIfStored(services, delivery, claim);
    const make = (held: RenditionClaim | undefined) =>
      makeRendition(services, delivery, { claim: held, endsAt, originals: undefined });
    if (isGranted(claimed, claim)) return make(claimed && claim);
    if (claimed.outcome === 'ready') {
      // without its bytes if they were deleted and no storage can record that
      const known = await findOther(services, delivery);
      return (await openStoredRendition(services, known)) ?? make(undefined);
    }
    if (isLast || claimed.outcome !== 'in_progress') throw busyError();
  }
}

async function claimOrWait(
  services: RenditionNeeds,
  delivery: PlannedRendition,
): Promise<OpenedImage> {
  const { image, found } = delivery;
  const claim = claimFor(services, delivery);
  const originals = found.mayReadAhead ? readOriginals(services, delivery) : undefined;
  originals?.catch(() => undefined); // a claim that isn't granted needs it no more
  const claimed = await claimIfStored(services, delivery, claim);
  // of the whole request: a request that has waited has less time left
  const endsAt = claim.now + LIMITS.renderDeadlineMs;
  if (isGranted(claimed, claim)) {
    return makeRendition(services, delivery, { claim: claimed && claim, endsAt, originals });
  }
  if (claimed.outcome === 'quota_exceeded') {
    return overQuota(services, billedProject(delivery), image, claim);
  }
  if (claimed.outcome === 'rendition_limit_exceeded')
    throw renditionLimitExceeded(image, claim.now);
  return waitAndClaim(services, delivery, endsAt, claim.now + LIMITS.renditionWaitMs);
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
  if (stored) return stored;
  // its record may say that it is ready, though its bytes are gone
  const isLost = delivery.found.ready !== undefined;
  return claimOrWait(services, isLost ? await findAgain(services, delivery) : delivery);
}
