import type { Viewers } from '../../foundation/delivery-headers.ts';
import type { ProblemCode } from '../../foundation/problems.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { textToSign } from '../../images/canonical-address.ts';
import { endOfKeeping } from '../../images/kept/keeping.ts';
import type { Services } from '../../ports/services.ts';
import { applyProjectRules } from '../../projects/apply-project-rules.ts';
import { refusesImages } from '../../projects/over-bandwidth.ts';
import { monthOf, secondsToMonthEnd } from '../../projects/plans.ts';
import type { OpenProject } from '../../projects/project.ts';
import { isSignedBy, originalTextToSign } from '../../projects/signing-secrets.ts';
import type { Parameters } from '../../transform/parameters.ts';
import type { AdmittedDelivery, FoundDelivery } from './delivery.ts';
import { findOverlays } from './find-overlays.ts';
import { type FoundImage, type ServedImage, tagHeaders } from './served-image.ts';

type Needs = Pick<Services, 'clock' | 'images' | 'projects' | 'signingSecrets'>;

interface Refusal {
  readonly code: ProblemCode;
  readonly detail?: string;
  readonly retryAfterSeconds?: number;
}

/**
 * Of a project whose bandwidth was used up in some month. The plan is read in that month alone: the
 * project may have another by now.
 */
async function findBandwidthFault(
  { clock, projects }: Pick<Needs, 'clock' | 'projects'>,
  project: OpenProject,
): Promise<Refusal | undefined> {
  const now = clock();
  if (project.spentBandwidth?.month !== monthOf(now)) return undefined;
  const plan = await projects.getPlan(project.accountId);
  if (!refusesImages({ ...project, plan }, now)) return undefined;
  const detail = `The plan ${plan.name} includes ${plan.maxBandwidthBytesPerMonth} bytes per month. Images are served again with the next month.`;
  return {
    code: 'bandwidth_quota_exceeded',
    detail,
    retryAfterSeconds: secondsToMonthEnd(now),
  };
}

async function findSignatureFault(
  { clock, signingSecrets }: Needs,
  { id, format, parameters, image }: FoundDelivery,
): Promise<Refusal | undefined> {
  const { signature, expires } = parameters;
  if (signature === undefined || expires === undefined) {
    const detail = 'Sign the URL: it must end with `expires` and `signature`.';
    return { code: 'signature_required', detail };
  }
  const secrets = await signingSecrets.listSecrets(image.projectId);
  // the signature first: a caller without one does not learn that the URL has expired
  if (!isSignedBy(secrets, textToSign(id, format, parameters), signature)) {
    return { code: 'signature_invalid' };
  }
  return clock() >= expires * 1000 ? { code: 'url_expired' } : undefined;
}

/** Whether the service itself signed the address for reviewers, and it has not expired. */
function isReviewers(
  { clock }: Pick<Needs, 'clock'>,
  { id, format, parameters }: FoundDelivery,
  secret: string,
): boolean {
  const { signature, expires } = parameters;
  if (signature === undefined || expires === undefined) return false;
  const text = textToSign(id, format, parameters);
  return isSignedBy([{ secret }], text, signature) && clock() < expires * 1000;
}

/**
 * Whether a secret of the project signed the request as one for an original (signing.originals).
 * The address of a missing image names another one than its fallback, which is no original.
 */
async function isForOriginal(
  { clock, signingSecrets }: Needs,
  { id, format, parameters: { signature, expires, ...others }, image }: FoundDelivery,
): Promise<boolean> {
  const { imageId, projectId, facts } = image;
  if (signature === undefined || expires === undefined || clock() >= expires * 1000) return false;
  if (id !== imageId || format !== facts.format || Object.keys(others).length > 0) return false;
  const secrets = await signingSecrets.listSecrets(projectId);
  return isSignedBy(secrets, originalTextToSign(id, format, expires), signature);
}

/** The image with the overlays of a request and of its project's rule. */
export async function withOverlays(
  services: Pick<Needs, 'images'>,
  image: FoundImage,
  overlay: string | undefined,
  watermark: string | null,
): Promise<ServedImage> {
  const { projectId, isPrivate: mayShowPrivate } = image;
  const rule = { projectId, watermark, mayShowPrivate };
  const overlays = await findOverlays(services, rule, overlay);
  return { ...image, facts: { ...image.facts, ...overlays } };
}

async function admitByProject(
  services: Needs,
  found: FoundDelivery,
  project: OpenProject,
): Promise<AdmittedDelivery | undefined> {
  const { image, format, parameters } = found;
  const { settings, suspension } = project;
  const refuse = ({ code, retryAfterSeconds, ...reported }: Refusal) => {
    const retry = retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {};
    // with tags: a change of the project purges the refusal at the edge too
    throw new ServiceError(code, { ...reported, headers: { ...tagHeaders(image), ...retry } });
  };
  const admit = async (admitted: Parameters, watermark: string | null, viewers: Viewers) => {
    const served = await withOverlays(services, image, admitted.overlay, watermark);
    const rules = { project, admitted, viewers, missing: undefined, isThumbnail: false };
    return { ...found, ...rules, image: served };
  };
  if (suspension) return refuse({ code: 'project_suspended' });
  const { reviewSecret, expiresAt, kept } = image;
  if (reviewSecret !== null) {
    if (!isReviewers(services, found, reviewSecret)) return undefined;
    if (kept && services.clock() >= endOfKeeping(kept, settings.keepDays)) return undefined;
    const anySize = { ...settings, allowedWidths: null, allowedHeights: null };
    const reviewed = applyProjectRules(parameters, format, anySize).parameters;
    return reviewed && admit(reviewed, null, 'one');
  }
  const spent = project.spentBandwidth && (await findBandwidthFault(services, project));
  if (spent) return refuse(spent);
  if (expiresAt !== null && settings.moderation !== 'none') return undefined;
  // a grant stands in place of a signature
  if (image.isPrivate) {
    const granted = applyProjectRules(parameters, format, settings);
    return granted.fault
      ? refuse(granted.fault)
      : admit(granted.parameters, settings.watermark, 'granted');
  }
  const isClosed = settings.requireSignature || settings.watermark !== null;
  if (isClosed && (await isForOriginal(services, found))) return admit({}, null, 'one');
  if (settings.requireSignature) {
    const fault = await findSignatureFault(services, found);
    if (fault) return refuse(fault);
  }
  const ruled = applyProjectRules(parameters, format, settings);
  if (ruled.fault) return refuse(ruled.fault);
  return admit(ruled.parameters, settings.watermark, 'everyone');
}

/**
 * The delivery under the rules of its image's project: signed if required, the preset expanded, the
 * size a listed one. Throws project_suspended, bandwidth_quota_exceeded, signature_required,
 * signature_invalid, url_expired, invalid_parameter; undefined if the project is gone. A pending
 * image is open to its reviewers' addresses alone, without other rules; a temporary one to none
 * while the project is moderated (moderation.not-served). An address signed as one of an original
 * has no watermark.
 */
export async function admitRequest(
  services: Needs,
  found: FoundDelivery,
): Promise<AdmittedDelivery | undefined> {
  const project = await services.projects.getOpenProject(found.image.projectId);
  return project && admitByProject(services, found, project);
}
