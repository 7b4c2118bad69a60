import type { InputOf, ResultOf } from '../../api/call-types.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { ImageId } from '../../images/ids.ts';
import { isPrivate } from '../../images/image-states.ts';
import { PRIVATE_PATH_PREFIX, savedImagePath } from '../../images/private/private-path.ts';
import type { SignedPolicy } from '../../ports/images/access-grants.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';
import { findImage } from './find-image.ts';

type Needs = Pick<Services, 'clock' | 'images' | 'cdnUrl' | 'accessGrants' | 'log'>;

/** The path of a private image; throws image_not_found, image_public. */
async function pathOfPrivate(services: Needs, caller: Caller, imageId: ImageId): Promise<string> {
  const image = await findImage(services, caller, imageId);
  if (!isPrivate(image)) throw new ServiceError('image_public');
  return savedImagePath(image);
}

function cookiesOf(signed: SignedPolicy, folder: string, secure: boolean) {
  const cookie = (name: string, value: string) =>
    ({ name, value, path: folder, secure, httpOnly: true, sameSite: 'Lax' }) as const;
  return [
    cookie('CloudFront-Policy', signed.policy),
    cookie('CloudFront-Signature', signed.signature),
    cookie('CloudFront-Key-Pair-Id', signed.keyPairId),
  ];
}

/**
 * Signs a grant for one private image of the caller's project, or for all of them. Its end is a
 * whole second. Throws image_not_found,
 * image_public, private_images_disabled (private.grants).
 */
export async function createAccessGrant(
  services: Needs,
  caller: Caller,
  { imageId, lifeSeconds = LIMITS.grantSeconds }: InputOf<'createAccessGrant'>,
): Promise<ResultOf<'createAccessGrant'>> {
  const { clock, cdnUrl, accessGrants, log } = services;
  const { projectId } = caller.project;
  const folder = `${PRIVATE_PATH_PREFIX}${projectId}/`;
  const path = imageId === undefined ? undefined : await pathOfPrivate(services, caller, imageId);
  if (!accessGrants.isOn) throw new ServiceError('private_images_disabled');
  const resource = path === undefined ? `${folder}*` : `${folder}${imageId}.*`;
  const expiresAt = (Math.floor(clock() / 1000) + lifeSeconds) * 1000;
  const signed = await accessGrants.sign(cdnUrl + resource, { expiresAt });
  const { policy, signature, keyPairId } = signed;
  const queryString = `Policy=${policy}&Signature=${signature}&Key-Pair-Id=${keyPairId}`;
  const by = 'keyId' in caller ? { keyId: caller.keyId } : {};
  log.info('access granted', { projectId, imageId, expiresAt, ...by });
  return {
    cookies: cookiesOf(signed, folder, cdnUrl.startsWith('https:')),
    queryString,
    imageUrl: path === undefined ? null : `${cdnUrl}${path}?${queryString}`,
    expiresAt: new Date(expiresAt).toISOString(),
  };
}
