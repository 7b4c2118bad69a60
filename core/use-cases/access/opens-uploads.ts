import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import { findLivingKey } from './authenticate.ts';
import { recogniseUser } from './authenticate-user.ts';
import { authorizeMember } from './authorize-member.ts';

type KeyNeeds = Pick<Services, 'clock' | 'keys' | 'projects'>;
type Needs = KeyNeeds & Pick<Services, 'accessTokens' | 'accounts' | 'memberships' | 'randomBytes'>;

/** What a caller shows of themselves before an upload of bytes. */
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
    await authorizeMember(services, user, projectId, { asked: 'editor', reachesDeleted: false });
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

/**
 * Whether an upload may be let in by what its caller shows, without noting a use: for who stands
 * before the function and must decide what to hold for it. The function itself decides.
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
