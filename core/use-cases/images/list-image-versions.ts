import type { InputOf, ResultOf } from '../../api/call-types.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { endOfKeeping } from '../../images/kept/keeping.ts';
import type { ImageVersion } from '../../ports/images/image-versions.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';
import { isKept, keptFacts, keptUrl } from './describe-kept.ts';
import { describeSteps } from './describe-steps.ts';

type Needs = Pick<Services, 'images' | 'clock' | 'cdnUrl'>;

/**
 * The former originals of an image of the caller's project, saved or in the bin. The last replaced
 * is first. Kept ones are there, and the receipts of erased ones. Throws image_not_found
 * (keeping.versions).
 */
export async function listImageVersions(
  services: Needs,
  caller: Caller,
  { imageId }: InputOf<'listImageVersions'>,
): Promise<ResultOf<'listImageVersions'>> {
  const { projectId, settings } = caller.project;
  const image = await services.images.getImage(imageId);
  const isStored = image?.state === 'saved' || image?.state === 'binned';
  if (image?.projectId !== projectId || !isStored) throw new ServiceError('image_not_found');
  const describe = (version: ImageVersion) => {
    const { originalId, temporaryImageId, facts, replacedAt, kept, steps } = version;
    const keeping = isKept(kept, settings.keepDays, services.clock()) ? kept : undefined;
    const until = keeping && endOfKeeping(keeping, settings.keepDays);
    const isShown = keeping && !image.takenDown;
    return {
      versionId: originalId,
      replacedAt: new Date(replacedAt).toISOString(),
      keptUntil: until === undefined ? null : new Date(until).toISOString(),
      originalUrl: isShown ? keptUrl(services, temporaryImageId, facts.format, keeping) : null,
      ...keptFacts(facts),
      steps: describeSteps(steps),
    };
  };
  const all = await services.images.listVersions(imageId);
  const newest = all.toReversed().slice(0, LIMITS.maxListedVersions);
  return { imageId, versions: newest.map(describe) };
}
