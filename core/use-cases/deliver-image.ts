import { CLOSED_HEADERS } from '../contract/delivery-headers.ts';
import { ServiceError } from '../contract/service-error.ts';
import { type AnyImageId, isImageId } from '../images/ids.ts';
import { hasEnded, type PictureFacts } from '../images/image-states.ts';
import { parseImagePath } from '../images/image-url.ts';
import { originalObjectKey } from '../images/object-keys.ts';
import type { Rendition, Services, StoredObject } from '../ports.ts';
import { parseCanonicalQuery } from '../transform/canonical-query.ts';
import { FORMATS, type Format } from '../transform/formats.ts';
import type { QueryPairs } from '../transform/query.ts';
import { admitRequest } from './admit-request.ts';
import { type LifeBounds, pictureCacheControl } from './answer-life.ts';
import { openRendition } from './open-rendition.ts';
import { planDelivery } from './plan-delivery.ts';
import { type ServedPicture, tagHeaders } from './served-picture.ts';
import { unlessOutdated } from './unless-outdated.ts';

export interface DeliveryRequest {
  readonly method: string;
  readonly path: string;
  readonly query: QueryPairs;
  readonly ifNoneMatch: string | undefined;
  readonly requestId: string;
}

export interface DeliveryAnswer {
  readonly status: 200 | 304;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: StoredObject['body'] | undefined;
}

type Needs = Omit<
  Services,
  'keys' | 'rates' | 'edge' | 'cdnUrl' | 'isCdnHost' | 'hasRateLimits' | 'randomBytes'
>;

function notFound(id: string): ServiceError {
  return new ServiceError(isImageId(id) ? 'image_not_found' : 'temporary_image_not_found');
}

function parseRequest(request: DeliveryRequest) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new ServiceError('method_not_allowed', { headers: { Allow: 'GET, HEAD, OPTIONS' } });
  }
  const path = parseImagePath(request.path);
  if (path.fault !== undefined) throw new ServiceError(path.fault);
  const query = parseCanonicalQuery(request.query);
  if (query.errors.length > 0) {
    const detail = query.errors.map((error) => error.detail).join('; ');
    throw new ServiceError('invalid_parameter', { detail });
  }
  return { ...path, parameters: query.parameters };
}

/** The picture behind an id while it may be served; throws the 404 of its kind. */
async function findPicture({ images, clock }: Needs, id: AnyImageId): Promise<ServedPicture> {
  if (isImageId(id)) {
    const image = await images.getImage(id);
    if (image?.state !== 'saved') throw notFound(id);
    return {
      id,
      facts: image,
      accountId: image.accountId,
      projectId: image.projectId,
      generation: image.generation,
      expiresAt: null,
    };
  }
  const image = await images.getTemporaryImage(id);
  if (!image || hasEnded(image, clock())) throw notFound(id);
  const { accountId, projectId, expiresAt } = image;
  return { id, facts: image, accountId, projectId, generation: 0, expiresAt };
}

function headersOf(
  picture: ServedPicture,
  format: Format,
  { bytes, sha256 }: Pick<PictureFacts, 'bytes' | 'sha256'>,
  cacheControl: string,
): Record<string, string> {
  return {
    ...Object.fromEntries(CLOSED_HEADERS),
    'content-type': FORMATS[format].contentType,
    'content-length': String(bytes),
    etag: `"${sha256}"`,
    'cache-control': cacheControl,
    ...tagHeaders(picture),
    ...(picture.expiresAt === null ? {} : { 'x-robots-tag': 'noindex' }),
  };
}

/** Whether an If-None-Match header names the entity tag; the comparison is weak (RFC 9110 13.1.2). */
export function namesEntityTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

async function openOriginal({ objects }: Needs, { id }: ServedPicture): Promise<StoredObject> {
  const stored = await objects.get(originalObjectKey(id));
  if (!stored) throw notFound(id); // deleted between the record and the bytes
  return stored;
}

async function deliverOnce(services: Needs, request: DeliveryRequest): Promise<DeliveryAnswer> {
  const { id, format, parameters } = parseRequest(request);
  const picture = await findPicture(services, id);
  const admitted = await admitRequest(services, picture, { format, parameters });
  if (!admitted) throw notFound(id);
  const plan = planDelivery(picture.facts, format, admitted);
  if (plan.kind === 'refused')
    throw new ServiceError(plan.fault.code, { detail: plan.fault.detail });
  let served: Pick<Rendition, 'bytes' | 'sha256'> = picture.facts;
  let open = () => openOriginal(services, picture);
  let isStandIn = false;
  if (plan.kind === 'rendition') {
    const opened = await openRendition(services, picture, plan.transformation, {
      key: plan.key,
      owner: request.requestId,
      mayLeaveClosed: request.method === 'HEAD' || request.ifNoneMatch !== undefined,
    });
    isStandIn = opened.isStandIn ?? false;
    if (!opened.rendition.isOriginal) {
      served = opened.rendition;
      open = opened.open;
    }
  }
  const life: LifeBounds = { urlExpires: parameters.expires, isStandIn };
  const cacheControl = pictureCacheControl(picture, life, services.clock());
  const servedFormat = isStandIn ? picture.facts.format : format;
  const headers = headersOf(picture, servedFormat, served, cacheControl);
  if (namesEntityTag(request.ifNoneMatch, headers.etag as string)) {
    const { 'content-length': _, 'content-type': __, ...kept } = headers;
    return { status: 304, headers: kept, body: undefined };
  }
  if (request.method === 'HEAD') return { status: 200, headers, body: undefined };
  return { status: 200, headers, body: (await open()).body };
}

/** Answers a request for a picture: as stored, or a rendition, found or made (SPECIFICATION 4.5; CONTRACT section 6). */
export function deliverImage(services: Needs, request: DeliveryRequest): Promise<DeliveryAnswer> {
  return unlessOutdated(services.clock, () => deliverOnce(services, request));
}
