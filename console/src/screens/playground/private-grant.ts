import type { CreateAccessGrantResult } from 'imagewell-client';
import type { Image } from '../../images/image.ts';
import { imagewell } from '../../state/imagewell.ts';
import { mayCall } from '../../state/projects.ts';

/** A grant that ends sooner is replaced, since a request takes a while. */
const MARGIN_MS = 60_000;

/** The last grant; each is in the audit trail, so a page asks for one alone. */
let last: { readonly imageId: string; readonly grant: CreateAccessGrantResult } | undefined;

/**
 * The address with a grant where the image is private and the member may make one; else as it is.
 * Throws as the client does.
 */
export async function grantedUrl(
  projectId: string,
  { imageId, visibility }: Image,
  url: string,
): Promise<string> {
  if (visibility === 'public' || !mayCall('createAccessGrant')) return url;
  const ends = last?.imageId === imageId ? Date.parse(last.grant.expiresAt) : 0;
  if (!last || ends - MARGIN_MS < Date.now()) {
    last = { imageId, grant: await imagewell().createAccessGrant({ projectId, imageId }) };
  }
  return `${url}${url.includes('?') ? '&' : '?'}${last.grant.queryString}`;
}
