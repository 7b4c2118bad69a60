import { ServiceError } from '../contract/service-error.ts';
import { textToSign } from '../images/canonical-address.ts';
import type { AnyImageId } from '../images/ids.ts';
import type { Services } from '../ports.ts';
import { applyProjectRules } from '../projects/apply-project-rules.ts';
import { isSignedBy } from '../projects/signing-secrets.ts';
import type { Format } from '../transform/formats.ts';
import type { Parameters } from '../transform/parameters.ts';

type Needs = Pick<Services, 'clock' | 'projects' | 'signingSecrets'>;

/** What a URL under the image path asks for, as it was sent. */
export interface AskedPicture {
  readonly id: AnyImageId;
  readonly format: Format;
  readonly parameters: Parameters;
}

async function checkSignature(
  { clock, signingSecrets }: Needs,
  projectId: string,
  { id, format, parameters }: AskedPicture,
): Promise<void> {
  const { signature, expires } = parameters;
  if (signature === undefined || expires === undefined) {
    const detail = 'The URLs of this project end in expires and signature.';
    throw new ServiceError('signature_required', { detail });
  }
  const secrets = await signingSecrets.listSecrets(projectId);
  // first the signature: only who has signed a URL is told that it has ended
  if (!isSignedBy(secrets, textToSign(id, format, parameters), signature)) {
    throw new ServiceError('signature_invalid');
  }
  if (clock() >= expires * 1000) throw new ServiceError('url_expired');
}

/**
 * The transformation that a request comes to by its project's word: signed where it has to be, the preset put in its place, the size a listed one.
 * Throws signature_required, signature_invalid, url_expired, invalid_parameter; undefined where the project is gone.
 */
export async function admitRequest(
  services: Needs,
  projectId: string,
  asked: AskedPicture,
): Promise<Parameters | undefined> {
  const settings = await services.projects.getSettings(projectId);
  if (!settings) return undefined;
  if (settings.requireSignature) await checkSignature(services, projectId, asked);
  const ruled = applyProjectRules(asked.parameters, asked.format, settings);
  if (ruled.fault) throw new ServiceError(ruled.fault.code, { detail: ruled.fault.detail });
  return ruled.parameters;
}
