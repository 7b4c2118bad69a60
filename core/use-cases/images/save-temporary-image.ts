import type { InputOf } from '../../api/call-types.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { parseFocalPoint } from '../../images/focal-point.ts';
import type { ImageId } from '../../images/ids.ts';
import {
  factsOf,
  hasEnded,
  type Image,
  storedVisibility,
  type TemporaryImage,
  type Visibility,
  visibilityOf,
} from '../../images/image-states.ts';
import { isSameMetadata, metadataFrom } from '../../images/metadata.ts';
import { originalObjectKey } from '../../images/object-keys.ts';
import { savedImagePath } from '../../images/private/private-path.ts';
import { newReview, type ReviewState } from '../../images/review.ts';
import type { SaveOutcome } from '../../ports/images/image-store.ts';
import type { Services } from '../../ports/services.ts';
import type { Project } from '../../projects/project.ts';
import { createSecretText } from '../../projects/signing-secrets.ts';
import type { Caller } from '../access/authenticate.ts';
import { operatorHints } from '../access/operator-hints.ts';
import { countOnDay } from '../usage/count-on-day.ts';
import { BEYOND_QUOTA, mayExceedQuota } from '../usage/may-exceed-quota.ts';
import {
  endedError,
  findArrivedImage,
  takenDownError,
  temporaryNotFound,
} from './find-temporary-image.ts';

type Needs = Pick<
  Services,
  | 'clock'
  | 'randomBytes'
  | 'images'
  | 'directUploads'
  | 'objects'
  | 'cdnUrl'
  | 'log'
  | 'projects'
  | 'operatorCommands'
  | 'usage'
>;

export interface SavedImage {
  readonly imageId: ImageId;
  readonly imageUrl: string;
  readonly review?: ReviewState;
}

/** The facts of an image that its save states. */
interface Wish extends Pick<Image, 'metadata' | 'focalPoint'> {
  /** Undefined: as the project has it. */
  readonly visibility: Visibility | undefined;
}

function wishOf({ metadata, focalPoint, visibility }: InputOf<'saveTemporaryImage'>): Wish {
  const point = (focalPoint && parseFocalPoint(focalPoint)) || null;
  return { metadata: metadataFrom(metadata ?? {}), focalPoint: point, visibility };
}

/** The review of a new image if its project is moderated (moderation.pending). */
function reviewOf({ randomBytes }: Pick<Needs, 'randomBytes'>, { settings }: Project) {
  return settings.moderation === 'none' ? {} : { review: newReview(createSecretText(randomBytes)) };
}

function imageOf(
  services: Pick<Needs, 'randomBytes'>,
  temporary: TemporaryImage,
  project: Project,
  { metadata, focalPoint, visibility = project.settings.defaultVisibility }: Wish,
  now: number,
): Image {
  const { accountId } = project;
  const { imageId, projectId, temporaryImageId } = temporary;
  return {
    ...factsOf(temporary),
    imageId,
    projectId,
    accountId,
    temporaryImageId,
    state: 'saved',
    createdAt: now,
    deletedAt: null,
    metadata,
    savedMetadata: metadata,
    focalPoint,
    savedFocalPoint: focalPoint,
    version: 1,
    generation: 0,
    ...storedVisibility(visibility),
    ...reviewOf(services, project),
  };
}

/** The response to a repeated save: the first save's, if both are equal (saving.idempotent). */
function answerAgain(
  { cdnUrl }: Pick<Needs, 'cdnUrl'>,
  image: Image,
  { metadata, focalPoint, visibility }: Wish,
): SavedImage {
  if (image.state !== 'saved') throw temporaryNotFound();
  if (image.takenDown) throw takenDownError(image);
  const saved = {
    imageId: image.imageId,
    imageUrl: cdnUrl + savedImagePath(image),
    ...(image.review ? { review: image.review.state } : {}),
  };
  const isSamePoint = image.savedFocalPoint === focalPoint;
  const hasSameMetadata = isSameMetadata(image.savedMetadata, metadata);
  const isAsVisible = visibility === undefined || visibility === visibilityOf(image);
  if (hasSameMetadata && isSamePoint && isAsVisible) return saved;
  const other = hasSameMetadata ? 'another focal point' : 'other metadata';
  const detail =
    hasSameMetadata && isSamePoint
      ? 'The image has another visibility; use update-image-visibility to change it.'
      : `The image was saved with ${other}; use update-image-metadata to change it.`;
  throw new ServiceError('already_saved', { detail, members: { ...saved } });
}

/** The error for a temporary image whose bytes another image shows (replacing.save). */
function usedError(imageId?: ImageId): ServiceError {
  return new ServiceError('already_saved', {
    detail: 'The temporary image replaced the bytes of another image; upload it again to save it.',
    ...(imageId ? { members: { imageId } } : {}),
  });
}

/**
 * Saves within the project's plan, and beyond it if the project only logs that. If the project was
 * transferred since the caller was authorized, the plan of its present account applies.
 */
async function saveOnPlan(
  services: Pick<Needs, 'images' | 'projects' | 'log' | 'randomBytes'>,
  project: Project,
  temporary: TemporaryImage,
  wish: Wish,
  now: number,
): Promise<{ done: SaveOutcome; project: Project }> {
  const { images, projects, log } = services;
  const image = imageOf(services, temporary, project, wish, now);
  const done = await images.saveImage(image, { maxImages: project.plan.maxImages }, now);
  if (done.outcome !== 'quota_exceeded') return { done, project };
  const present = await projects.getProject(project.projectId);
  if (!present) throw temporaryNotFound();
  if (present.accountId !== project.accountId) {
    return saveOnPlan(services, present, temporary, wish, now);
  }
  if (!mayExceedQuota({ log }, present, 'maxImages')) return { done, project };
  const beyond = await images.saveImage(image, { maxImages: BEYOND_QUOTA }, now);
  return beyond.outcome === 'quota_exceeded' // transferred at this moment
    ? saveOnPlan(services, present, temporary, wish, now)
    : { done: beyond, project };
}

async function copyAndSave(
  services: Omit<Needs, 'directUploads'>,
  caller: Caller,
  temporary: TemporaryImage,
  wish: Wish,
): Promise<SavedImage> {
  const { clock, objects, cdnUrl } = services;
  const from = originalObjectKey(temporary.temporaryImageId);
  const to = originalObjectKey(temporary.imageId);
  // bytes before the record: a visible image always has its file
  if (!(await objects.copy(from, to))) throw temporaryNotFound();
  const now = clock();
  const { done, project } = await saveOnPlan(services, caller.project, temporary, wish, now);
  if (done.outcome === 'saved') await countOnDay(services, project.projectId, 'images');
  if (done.outcome === 'saved' || done.outcome === 'already_saved') {
    return answerAgain({ cdnUrl }, done.image, wish);
  }
  if (done.outcome === 'ended') throw endedError(temporary, now);
  if (done.outcome === 'deleted') throw temporaryNotFound();
  if (done.outcome === 'taken_down') throw takenDownError({});
  if (done.outcome === 'replaced') throw usedError();
  const { name, maxImages } = project.plan;
  throw new ServiceError('image_quota_exceeded', {
    detail: `The plan ${name} allows ${maxImages} images; delete one and save again.`,
    ...operatorHints(services.operatorCommands, {
      pick: ({ liftPlan }) => liftPlan(project),
      run: (command) => `Delete an image, or change the plan: ${command}`,
      ask: 'Delete an image, or ask who runs this service for a larger plan.',
      hasApiKey: 'keyId' in caller,
    }),
  });
}

/** Makes a temporary image permanent, exactly once for any number of calls (saving.idempotent). */
export async function saveTemporaryImage(
  services: Needs,
  caller: Caller,
  input: InputOf<'saveTemporaryImage'>,
): Promise<SavedImage> {
  const wish = wishOf(input);
  const temporary = await findArrivedImage(services, caller, input.temporaryImageId);
  const existing = await services.images.getImage(temporary.imageId);
  if (existing) return answerAgain(services, existing, wish);
  if (temporary.replacedImageId) throw usedError(temporary.replacedImageId);
  const now = services.clock();
  if (hasEnded(temporary, now)) throw endedError(temporary, now);
  if (temporary.takenDown) throw takenDownError(temporary);
  return copyAndSave(services, caller, temporary, wish);
}
