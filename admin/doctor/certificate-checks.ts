import type { Settings } from '../../lib/settings.ts';
import { failed, type Outcome, passed, warned } from '../checks/run-checks.ts';
import { coversName } from './covers-name.ts';
import { type CheckedStage, checkOfSettings, describeMisplaced } from './setting-check.ts';
import type { FoundCertificate } from './setting-subject.ts';

/** AWS Certificate Manager User Guide, "Prerequisites for importing ACM certificates". */
const KEYS_OF_CLOUDFRONT = ['RSA_1024', 'RSA_2048', 'RSA_3072', 'RSA_4096', 'EC_prime256v1'];

const DAY_MS = 86_400_000;
/**
 * AWS Certificate Manager User Guide, "Managed certificate renewal": ACM renews earlier than this,
 * so such a certificate was imported, or its renewal waits.
 */
const EXPIRES_SOON_DAYS = 30;
/** States of a renewal that waits for the owner of the domain. */
const STUCK_RENEWALS = ['PENDING_VALIDATION', 'FAILED'];

interface Terms {
  readonly arn: string;
  readonly names: readonly string[];
  readonly region: string | undefined;
  /** Undefined: all of ACM. */
  readonly keys?: readonly string[];
}

type Findings = readonly [faults: readonly string[], warnings: readonly string[]];

function checkLife(certificate: FoundCertificate, now: number): Findings {
  const { expiresAt = Number.POSITIVE_INFINITY, renewal = '' } = certificate;
  const days = Math.floor((expiresAt - now) / DAY_MS);
  if (days < 0) return [['It has expired.'], []];
  return [
    [],
    [
      ...(days < EXPIRES_SOON_DAYS ? [`It expires in ${days} days.`] : []),
      ...(STUCK_RENEWALS.includes(renewal) ? [`Its renewal is ${renewal}.`] : []),
    ],
  ];
}

function checkCertificate(
  certificate: FoundCertificate,
  { names, keys }: Terms,
  now: number,
): Findings {
  const missing = names.filter(
    (name) => !certificate.names.some((presented) => coversName(presented, name)),
  );
  const [faults, warnings] = checkLife(certificate, now);
  return [
    [
      ...(certificate.status === 'ISSUED' ? [] : [`Its status is ${certificate.status}.`]),
      ...(missing.length > 0 ? [`It does not cover ${missing.join(', ')}.`] : []),
      ...(keys && !keys.includes(certificate.keyAlgorithm)
        ? [`CloudFront does not support its key, ${certificate.keyAlgorithm}.`]
        : []),
      ...faults,
    ],
    warnings,
  ];
}

async function outcomeOf(stage: CheckedStage, terms: Terms): Promise<Outcome> {
  const misplaced = await describeMisplaced(stage, 'The certificate', terms);
  if (misplaced !== undefined) return failed(misplaced);
  const certificate = await stage.findCertificate(terms.arn);
  if (!certificate) return failed(`The certificate ${terms.arn} does not exist.`);
  const [faults, warnings] = checkCertificate(certificate, terms, stage.now());
  if (faults.length > 0) return failed(faults.join(' '));
  if (warnings.length > 0) return warned(warnings.join(' '));
  return passed(`It is issued and covers ${terms.names.join(', ')}.`);
}

const FAILURE_MEANS =
  'The deploy would fail late, or browsers would refuse the domain. Validate or renew the certificate in the console of ACM, or request one with all names.';

const NEEDS = ['credentials', 'settings'];

/** Certificates of the custom domains. */
export const CERTIFICATE_CHECKS = [
  checkOfSettings({
    name: 'cdn-certificate',
    title: 'The certificate of the CDN is issued and covers its domain names',
    failureMeans: FAILURE_MEANS,
    needs: NEEDS,
    otherwise: 'The CDN has no custom domain.',
    async run(stage) {
      const { cdnCertificateArn: arn, cdnDomainNames: names }: Settings = stage.settings;
      if (!arn) return undefined;
      return outcomeOf(stage, { arn, names, region: 'us-east-1', keys: KEYS_OF_CLOUDFRONT });
    },
  }),
  checkOfSettings({
    name: 'api-certificate',
    title: 'The certificate of the API is issued and covers its domain name',
    failureMeans: FAILURE_MEANS,
    needs: NEEDS,
    otherwise: 'The API has no custom domain.',
    async run(stage) {
      const { apiCertificateArn: arn, apiDomainName: name }: Settings = stage.settings;
      if (!arn || !name) return undefined;
      return outcomeOf(stage, { arn, names: [name], region: stage.account.region });
    },
  }),
];
