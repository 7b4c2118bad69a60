import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import { findLivingKey } from './authenticate.ts';
import { recogniseUser } from './authenticate-user.ts';
import { authorizeMember } from './authorize-member.ts';

type KeyNeeds = Pick<Services, 'clock' | 'keys' | 'projects'>;
type Needs = KeyNeeds & Pick<Services, 'accessTokens' | 'accounts' | 'memberships' | 'randomBytes'>;

/** The credentials of an upload of bytes. */
export interface UploadCredentials {
  readonly uploadKey: string | undefined;
  readonly apiKey: string | undefined;
  readonly authorization: string | undefined;
  readonly projectId: string | undefined;
}

async function isUploader(
  services: Needs,
  { authorization, projectId = '' }: UploadCredentials,
): Promise<boolean> {
  try {
    const user = await recogniseUser(services, authorization);
    await authorizeMember(services, user, projectId, {
      requiredRole: 'editor',
      reachesDeleted: false,
    });
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

/**
 * Whether the credentials permit an upload, without recording a use. For the code before the
 * function that decides how much of a body to hold; the function itself authorizes the call.
 */
export async function opensUploads(services: Needs, sent: UploadCredentials): Promise<boolean> {
  const { uploadKey, apiKey } = sent;
  const now = services.clock();
  if (uploadKey !== undefined) {
    return (await findLivingKey(services, 'upload', uploadKey, now)) !== undefined;
  }
  if (apiKey) return (await findLivingKey(services, 'api', apiKey, now)) !== undefined;
  return isUploader(services, sent);
}
