import { Resolver } from 'node:dns/promises';
import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { APIGatewayClient, GetDomainNameCommand } from '@aws-sdk/client-api-gateway';
import { CloudFrontClient, paginateListDistributions } from '@aws-sdk/client-cloudfront';
import { GetTopicAttributesCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetWebACLCommand, WAFV2Client } from '@aws-sdk/client-wafv2';
import { createAwsClient } from '../../adapters/aws-clients/create-client.ts';
import { privateKeyFolder } from '../../lib/private-images/private-image-keys.ts';
import { ORIGIN_SHIELD } from '../../lib/regions/documented-facts.ts';
import { listStoredKeys } from '../private-keys/key-parameters.ts';
import type { OwnStack } from './own-stack.ts';
import { placeOf } from './setting-check.ts';
import type {
  FoundAlias,
  FoundCertificate,
  FoundTopic,
  StageSettings,
  StageSubject,
} from './setting-subject.ts';
import { scopeOf } from './web-acl-checks.ts';

const DNS_TIMEOUT_MS = 3_000;
const DNS_TRIES = 2;
/** Names of errors that mean: there is none. */
const MISSING = [
  'ResourceNotFoundException',
  'NotFoundException',
  'NotFound',
  'WAFNonexistentItemException',
];
const WITHOUT_RECORD = ['ENOTFOUND', 'ENODATA'];

/** The answer, or undefined where AWS knows no such thing. */
async function unlessMissing<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (MISSING.includes((error as Error).name)) return undefined;
    throw error;
  }
}

async function findCertificate(arn: string): Promise<FoundCertificate | undefined> {
  const client = createAwsClient('command', 'ACMClient', ACMClient, {
    region: placeOf(arn).region,
  });
  const describe = client.send(new DescribeCertificateCommand({ CertificateArn: arn }));
  const found = (await unlessMissing(describe))?.Certificate;
  if (!found) return undefined;
  const { DomainName = '', SubjectAlternativeNames = [], Status = '', KeyAlgorithm = '' } = found;
  return {
    names: [DomainName, ...SubjectAlternativeNames],
    status: Status,
    // ACM answers `RSA-2048` too
    keyAlgorithm: KeyAlgorithm.replaceAll('-', '_'),
    expiresAt: found.NotAfter?.getTime(),
    renewal: found.RenewalSummary?.RenewalStatus,
  };
}

async function listAliases(): Promise<FoundAlias[]> {
  const found: FoundAlias[] = [];
  for await (const page of paginateListDistributions(
    { client: createAwsClient('command', 'CloudFrontClient', CloudFrontClient) },
    {},
  )) {
    for (const { Id: distributionId = '', Aliases } of page.DistributionList?.Items ?? []) {
      for (const name of Aliases?.Items ?? []) found.push({ name, distributionId });
    }
  }
  return found;
}

async function hasApiDomain(domainName: string): Promise<boolean> {
  const read = createAwsClient('command', 'APIGatewayClient', APIGatewayClient).send(
    new GetDomainNameCommand({ domainName }),
  );
  return (await unlessMissing(read)) !== undefined;
}

async function hasWebAcl(arn: string): Promise<boolean> {
  const [, , Name = '', Id = ''] = (arn.split(':')[5] ?? '').split('/');
  const client = createAwsClient('command', 'WAFV2Client', WAFV2Client, {
    region: placeOf(arn).region,
  });
  const read = client.send(new GetWebACLCommand({ Name, Id, Scope: scopeOf(arn) }));
  return (await unlessMissing(read)) !== undefined;
}

async function findTopic(arn: string): Promise<FoundTopic | undefined> {
  const client = createAwsClient('command', 'SNSClient', SNSClient, {
    region: placeOf(arn).region,
  });
  const read = client.send(new GetTopicAttributesCommand({ TopicArn: arn }));
  const attributes = (await unlessMissing(read))?.Attributes;
  if (!attributes) return undefined;
  return {
    isFifo: attributes.FifoTopic === 'true',
    keyId: attributes.KmsMasterKeyId || undefined,
    policy: attributes.Policy ?? '',
    confirmedSubscriptions: Number(attributes.SubscriptionsConfirmed ?? 0),
  };
}

/** The records of a name; none where the DNS has none. Rejects where the DNS does not answer. */
async function recordsOf<Found>(asked: Promise<readonly Found[]>): Promise<readonly Found[]> {
  try {
    return await asked;
  } catch (error) {
    if (WITHOUT_RECORD.includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

function openDns(): Pick<StageSubject, 'resolveCname' | 'hasAddress' | 'resolveMailServers'> {
  const dns = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  return {
    resolveCname: (name) => recordsOf(dns.resolveCname(name)),
    hasAddress: async (name) =>
      (await recordsOf(dns.resolve4(name))).length > 0 ||
      (await recordsOf(dns.resolve6(name))).length > 0,
    resolveMailServers: async (domain) =>
      (await recordsOf(dns.resolveMx(domain))).map(({ exchange }) => exchange),
  };
}

/** The things that the settings of a stage name, where the AWS SDK finds account and endpoint. */
export function openStageSubject(own: OwnStack, read: StageSettings): StageSubject {
  return {
    read,
    now: Date.now,
    shieldRegions: ORIGIN_SHIELD.regions,
    findCertificate,
    listAliases,
    hasApiDomain,
    hasWebAcl,
    findTopic,
    listOwnResources: own.listResources,
    listPrivateKeys: async () => {
      const keys = await listStoredKeys(privateKeyFolder(own.name));
      return keys.map(({ name }) => name);
    },
    findOutput: async (name) => (await own.find())?.output(name),
    ...openDns(),
  };
}
