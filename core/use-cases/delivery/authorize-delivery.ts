import type { ProblemCode } from '../../foundation/problems.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { textToSign } from '../../images/canonical-address.ts';
import type { Services } from '../../ports/services.ts';
import { applyProjectRules } from '../../projects/apply-project-rules.ts';
import { isSignedBy } from '../../projects/signing-secrets.ts';
import type { OutputFormat } from '../../transform/formats.ts';
import type { Parameters } from '../../transform/parameters.ts';
import { type ServedImage, tagHeaders } from './served-image.ts';

type Needs = Pick<Services, 'clock' | 'projects' | 'signingSecrets'>;

/** What a URL asks of a picture, as it was sent. */
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
  { id, projectId }: ServedImage,
  { format, parameters }: Asked,
): Promise<Refusal | undefined> {
  const { signature, expires } = parameters;
  if (signature === undefined || expires === undefined) {
    const detail = 'Sign the URL: it must end with `expires` and `signature`.';
    return { code: 'signature_required', detail };
  }
  const secrets = await signingSecrets.listSecrets(projectId);
  // first the signature: only who has signed a URL is told that it has ended
  if (!isSignedBy(secrets, textToSign(id, format, parameters), signature)) {
    return { code: 'signature_invalid' };
  }
  return clock() >= expires * 1000 ? { code: 'url_expired' } : undefined;
}

/**
 * The transformation that a request comes to by its project's word: signed where it has to be, the
 * preset put in its place, the size a listed one. Throws project_suspended, signature_required,
 * signature_invalid, url_expired, invalid_parameter; undefined where the project is gone.
 */
export async function admitRequest(
  services: Needs,
  picture: ServedImage,
  requested: Asked,
): Promise<Parameters | undefined> {
  const refuse = ({ code, ...reported }: Refusal) => {
    // with tags: when the project thinks otherwise, the edge forgets the refusal too
    throw new ServiceError(code, { ...reported, headers: tagHeaders(picture) });
  };
  const settings = await services.projects.getSettings(picture.projectId);
  if (!settings) return undefined;
  if (settings.suspension) return refuse({ code: 'project_suspended' });
  if (settings.requireSignature) {
    const fault = await findSignatureFault(services, picture, requested);
    if (fault) return refuse(fault);
  }
  const ruled = applyProjectRules(requested.parameters, requested.format, settings);
  return ruled.fault ? refuse(ruled.fault) : ruled.parameters;
}
