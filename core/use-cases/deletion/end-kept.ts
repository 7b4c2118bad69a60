import { LIMITS } from '../../foundation/limits.ts';
import type { Image } from '../../images/image-states.ts';
import { endOfKeeping, nextVisit } from '../../images/kept/keeping.ts';
import { originalObjectKey } from '../../images/object-keys.ts';
import type { ImageVersion } from '../../ports/images/image-versions.ts';
import type { Services } from '../../ports/services.ts';

type Needs = Pick<Services, 'clock' | 'images' | 'objects' | 'projects'>;

/** Whether a purge removed all of a former original but the original itself. */
function isOnlyOriginal({ steps }: ImageVersion): boolean {
  return steps.temporary_ended !== undefined && steps.original_removed === undefined;
}

/** Removes the original of a version whose keeping has ended; no request can store it again. */
async function eraseVersion({ clock, images, objects }: Needs, version: ImageVersion) {
  await objects.remove(originalObjectKey(version.originalId));
  await images.recordVersionSteps(version, ['original_removed', 'swept'], clock());
}

/**
 * Ends the keeping of a version if it is over, or plans the next look at it. One that the image's
 * purge still works on is erased by a later run.
 */
async function visitVersion(services: Needs, version: ImageVersion, end: number): Promise<void> {
  const { clock, images } = services;
  const now = clock();
  if (version.kept && now < end) {
    const isNew = now < version.kept.since + LIMITS.keptVisitMs;
    if (!isNew) await images.visitLater(version, nextVisit(version.kept, now));
    return;
  }
  // it may have been restored since it was read
  if (version.kept && !(await images.endVersion(version, now))) return;
  if (isOnlyOriginal(version)) await eraseVersion(services, version);
}

/** The former originals, oldest first, each with the end of its keeping; surplus ones end now. */
function endsOf(versions: readonly ImageVersion[], keepDays: number) {
  const surplus = versions.filter(({ kept }) => kept).length - LIMITS.maxKeptVersions;
  let place = 0;
  return versions.map((version) => {
    if (version.kept) place += 1;
    const isKept = version.kept && place > surplus;
    return { version, end: isKept ? endOfKeeping(version.kept, keepDays) : 0 };
  });
}

/**
 * Ends the keeping of an image's former originals, and of the image itself in the bin. Both end
 * where that is over by the project's present setting (keeping.end). `versions` are those that
 * aren't erased. Answers false if the image is a deleted one from now on.
 */
export async function endKept(
  services: Needs,
  image: Image,
  versions: readonly ImageVersion[],
): Promise<boolean> {
  const { clock, images, projects } = services;
  if (image.kept === undefined && versions.length === 0) return true;
  const keepDays = (await projects.getProject(image.projectId))?.settings.keepDays ?? 0;
  if (image.kept) {
    const now = clock();
    if (endOfKeeping(image.kept, keepDays) <= now) {
      return !(await images.markDeleting(image.imageId, now));
    }
    await images.visitLater(image, nextVisit(image.kept, now));
  }
  for (const { version, end } of endsOf(versions, keepDays)) {
    await visitVersion(services, version, end);
  }
  return true;
}
