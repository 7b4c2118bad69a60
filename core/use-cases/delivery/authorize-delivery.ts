import type { Viewers } from '../../foundation/delivery-headers.ts';
import type { ProblemCode } from '../../foundation/problems.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { textToSign } from '../../images/canonical-address.ts';
import type { Services } from '../../ports/services.ts';
import { applyProjectRules } from '../../projects/apply-project-rules.ts';
import { isSignedBy, originalTextToSign } from '../../projects/signing-secrets.ts';
import type { OutputFormat } from '../../transform/formats.ts';
import type { Parameters } from '../../transform/parameters.ts';
import { type FoundImage, tagHeaders } from './served-image.ts';

type Needs = Pick<Services, 'clock' | 'projects' | 'signingSecrets'>;

/** The request of a URL for an image, as it was sent. */
export interface Asked {
  readonly format: OutputFormat;
  readonly parameters: Parameters;
}

interface Refusal {
  readonly code: ProblemCode;
  readonly detail?: string;
}

async function findSignatureFault(
  { clock, signingSecrets }: Needs,
  { id, projectId }: FoundImage,
  { format, parameters }: Asked,
): Promise<Refusal | undefined> {
  const { signature, expires } = parameters;
  if (signature === undefined || expires === undefined) {
    const detail = 'Sign the URL: it must end with `expires` and `signature`.';
    return { code: 'signature_required', detail };
  }
  const secrets = await signingSecrets.listSecrets(projectId);
  // the signature first: a caller without one does not learn that the URL has expired
  if (!isSignedBy(secrets, textToSign(id, format, parameters), signature)) {
    return { code: 'signature_invalid' };
  }
  return clock() >= expires * 1000 ? { code: 'url_expired' } : undefined;
}

/** Whether the service itself signed the address for reviewers, and it has not expired. */
function isReviewers(
  { clock }: Pick<Needs, 'clock'>,
  { id, format, parameters }: Asked & Pick<FoundImage, 'id'>,
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
  { id, imageId, projectId, facts }: FoundImage,
  { format, parameters: { signature, expires, ...others } }: Asked,
): Promise<boolean> {
  if (signature === undefined || expires === undefined || clock() >= expires * 1000) return false;
  if (id !== imageId || format !== facts.format || Object.keys(others).length > 0) return false;
  const secrets = await signingSecrets.listSecrets(projectId);
  return isSignedBy(secrets, originalTextToSign(id, format, expires), signature);
}

/** The transformation of a request, and the overlay that its project's rule adds. */
export interface Admitted {
  readonly parameters: Parameters;
  readonly watermark: string | null;
  readonly viewers: Viewers;
}

/**
 * The transformation of a request under its project's rules: signed if required, the preset
 * expanded, the size a listed one. Throws project_suspended, signature_required, signature_invalid,
 * url_expired, invalid_parameter; undefined if the project is gone. A pending image is open to its
 * reviewers' addresses alone, without other rules; a temporary one to none while the project is
 * moderated (moderation.not-served). An address signed as one of an original has no watermark.
 */
export async function admitRequest(
  services: Needs,
  image: FoundImage,
  requested: Asked,
): Promise<Admitted | undefined> {
  const refuse = ({ code, ...reported }: Refusal) => {
    // with tags: a change of the project purges the refusal at the edge too
    throw new ServiceError(code, { ...reported, headers: tagHeaders(image) });
  };
  const settings = await services.projects.getSettings(image.projectId);
  if (!settings) return undefined;
  if (settings.suspension) return refuse({ code: 'project_suspended' });
  const { id, reviewSecret, expiresAt } = image;
  if (reviewSecret !== null) {
    if (!isReviewers(services, { ...requested, id }, reviewSecret)) return undefined;
    const anySize = { ...settings, allowedWidths: null, allowedHeights: null };
    const { parameters } = applyProjectRules(requested.parameters, requested.format, anySize);
    return parameters && { parameters, watermark: null, viewers: 'one' };
  }
  if (expiresAt !== null && settings.moderation !== 'none') return undefined;
  const isClosed = settings.requireSignature || settings.watermark !== null;
  if (isClosed && (await isForOriginal(services, image, requested))) {
    return { parameters: {}, watermark: null, viewers: 'one' };
  }
  if (settings.requireSignature) {
    const fault = await findSignatureFault(services, image, requested);
    if (fault) return refuse(fault);
  }
  const ruled = applyProjectRules(requested.parameters, requested.format, settings);
  if (ruled.fault) return refuse(ruled.fault);
  return { parameters: ruled.parameters, watermark: settings.watermark, viewers: 'everyone' };
}
