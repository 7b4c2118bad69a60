import { LIMITS } from '../../foundation/limits.ts';
import type { Project } from '../../projects/project.ts';
import type { ClientAddress } from '../access/client-address.ts';
import { limitRate, networkOf } from '../access/limit-rate.ts';

type Needs = Parameters<typeof limitRate>[0];

/** Counts an upload of a key from an address; throws rate_limited over the limit by the minute. */
export function limitUploadRate(
  services: Needs,
  keyId: string,
  address: ClientAddress,
): Promise<void> {
  const most = LIMITS.maxUploadsPerMinute;
  const detail = `An upload key accepts ${most} uploads per minute from one IP address; wait before the next.`;
  return limitRate(services, { counter: `upload/${keyId}/${networkOf(address)}`, most, detail });
}

/**
 * The same of who uploads to their own project, by the id of the API key or of the account,
 * wherever they are (uploads.own-rate-limit). The operator may have raised the limit of the project
 * for a time (operator.upload-limit).
 */
export function limitOwnUploadRate(
  services: Needs,
  callerId: string,
  { raisedUploads }: Pick<Project, 'raisedUploads'>,
): Promise<void> {
  const isRaised = raisedUploads !== undefined && services.clock() < raisedUploads.until;
  const most = isRaised ? raisedUploads.perMinute : LIMITS.maxOwnUploadsPerMinute;
  const detail = `You may upload ${most} images per minute; wait before the next.`;
  return limitRate(services, { counter: `upload/${callerId}`, most, detail });
}
