import type { ProblemCode } from '../../foundation/problems.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { type ImageId, isImageId } from '../../images/ids.ts';
import { isPrivate } from '../../images/image-states.ts';
import type { Services } from '../../ports/services.ts';
import { THUMBNAIL } from '../../projects/thumbnail-address.ts';
import { admitRequest } from './authorize-delivery.ts';
import type { AdmittedDelivery, NotedDelivery, RequestedDelivery } from './delivery.ts';
import { findServedImage, notFound } from './find-served-image.ts';
import { type FoundThumbnail, findThumbnail } from './find-thumbnail.ts';
import { noteThatAnswered, whileNoting } from './note-answer.ts';
import type { FoundImage } from './served-image.ts';

type Needs = Parameters<typeof whileNoting>[0] &
  Pick<
    Services,
    'clock' | 'images' | 'directUploads' | 'projects' | 'signingSecrets' | 'thumbnailSecrets'
  >;

/** The refusals that a fallback replaces. A refused key or signature is none of them. */
const REPLACED: readonly ProblemCode[] = [
  'image_not_found',
  'temporary_image_not_found',
  'url_expired',
];

/**
 * Whether an image is at this kind of path (private.path). A private one is at the private path of
 * its project, any other one at the public path. While a decision is pending, only its reviewers'
 * public address shows it.
 */
function isAt(
  { privateProjectId }: RequestedDelivery,
  { isPrivate: isHidden, projectId, reviewSecret }: FoundImage,
): boolean {
  return privateProjectId === (isHidden && reviewSecret === null ? projectId : undefined);
}

async function findAdmitted(services: Needs, requested: RequestedDelivery): Promise<NotedDelivery> {
  // only reviewers sign the address of a pending image, which admitRequest checks
  const isForReview = requested.parameters.signature !== undefined;
  const image = await findServedImage(services, requested.id, isForReview);
  if (!isAt(requested, image)) throw notFound(requested.id);
  const admitting = admitRequest(services, { ...requested, image });
  const { admitted, isNoted } = await whileNoting(services, image, admitting);
  if (!admitted) throw notFound(requested.id);
  return { ...admitted, isNoted };
}

/** The thumbnail of an image that waits for a decision is kept by no browser either. */
function admitThumbnail(
  requested: RequestedDelivery,
  { image: found, project }: FoundThumbnail,
): AdmittedDelivery {
  const image = { ...found, facts: { ...found.facts, overlay: null, watermark: null } };
  const viewers = found.reviewSecret === null ? 'members' : 'one';
  const thumbnail = { admitted: THUMBNAIL, viewers, isThumbnail: true } as const;
  return { ...requested, ...thumbnail, project, image, missing: undefined };
}

/** The project of an image that may be deleted, expired or blocked; undefined without a record. */
async function projectOf(
  { images }: Needs,
  { id }: RequestedDelivery,
): Promise<string | undefined> {
  if (!isImageId(id)) return (await images.getTemporaryImage(id))?.projectId;
  const image = await images.getImage(id);
  // a private image is as unknown as one that doesn't exist
  return image && !isPrivate(image) ? image.projectId : undefined;
}

async function fallbackOf(
  { projects }: Needs,
  { parameters: { fallback } }: RequestedDelivery,
  projectId: string | undefined,
): Promise<ImageId | undefined> {
  if (fallback !== undefined) return fallback as ImageId;
  const project = projectId === undefined ? undefined : await projects.getOpenProject(projectId);
  return project?.settings.fallbackImage ?? undefined;
}

/**
 * The fallback under the rules of its own project, which must be the missing image's if that is
 * known. Its URL is signed as the requested one; only the expiry is past. Undefined if there is
 * none.
 */
async function findFallback(
  services: Needs,
  requested: RequestedDelivery,
  missing: ProblemCode,
): Promise<NotedDelivery | undefined> {
  const projectId = await projectOf(services, requested);
  const id = await fallbackOf(services, requested, projectId);
  if (id === undefined) return undefined;
  const image = await findServedImage(services, id);
  if (image.isPrivate) return undefined;
  if (projectId !== undefined && image.projectId !== projectId) return undefined;
  const { clock, images, projects, signingSecrets } = services;
  const at = missing === 'url_expired' ? () => 0 : clock;
  const admitting = admitRequest(
    { clock: at, images, projects, signingSecrets },
    { ...requested, image },
  );
  const { admitted, isNoted } = await whileNoting(services, image, admitting);
  return admitted && { ...admitted, isNoted, missing };
}

/**
 * The delivery of the requested image, or of its fallback (delivery.fallback). Throws the errors of
 * findThumbnail, or those of findServedImage and admitRequest for the requested image, also where
 * its fallback is refused.
 */
export async function findRequestedImage(
  services: Needs,
  requested: RequestedDelivery,
): Promise<NotedDelivery> {
  // a private path has neither a thumbnail nor a fallback
  if (requested.privateProjectId !== undefined) return findAdmitted(services, requested);
  const thumbnail = await findThumbnail(services, requested);
  if (thumbnail) {
    const admitted = admitThumbnail(requested, thumbnail);
    return { ...admitted, isNoted: await noteThatAnswered(services, admitted.image) };
  }
  try {
    return await findAdmitted(services, requested);
  } catch (thrown) {
    if (!(thrown instanceof ServiceError) || !REPLACED.includes(thrown.code)) throw thrown;
    const found = findFallback(services, requested, thrown.code);
    const fallback = await found.catch((cause) => {
      if (cause instanceof ServiceError) return undefined;
      throw cause;
    });
    if (!fallback) throw thrown;
    return fallback;
  }
}
