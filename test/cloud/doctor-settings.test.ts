import { randomUUID } from 'node:crypto';
import { ACMClient, RequestCertificateCommand } from '@aws-sdk/client-acm';
import {
  APIGatewayClient,
  CreateDomainNameCommand,
  DeleteDomainNameCommand,
} from '@aws-sdk/client-api-gateway';
import { CloudFrontClient, CreateDistributionCommand } from '@aws-sdk/client-cloudfront';
import { CreateTopicCommand, SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { CreateWebACLCommand, WAFV2Client } from '@aws-sdk/client-wafv2';
import { beforeAll, describe, expect, it } from 'vitest';
import { createGrantKeyPair } from '../../adapters/cloudfront/grant-key-pair.ts';
import { runChecks } from '../../admin/checks/run-checks.ts';
import { selectChecks } from '../../admin/checks/select-checks.ts';
import { DOCTOR_CHECKS } from '../../admin/doctor/checks.ts';
import { openStageSubject } from '../../admin/doctor/open-stage-subject.ts';
import { openDoctorSubject } from '../../admin/doctor/open-subject.ts';
import { openOwnStack } from '../../admin/doctor/own-stack.ts';
import { SETTING_CHECKS } from '../../admin/doctor/setting-checks.ts';
import { storeKey } from '../../admin/private-keys/key-parameters.ts';
import { parseSettings } from '../../lib/parse-settings.ts';
import {
  privateImageKeyName,
  privateKeyFolder,
} from '../../lib/private-images/private-image-keys.ts';
import { EXAMPLE_KEYS } from '../../lib/quotas/stage-parts.ts';
import { startIssuer } from '../support/identity/issuer.ts';

const isHere = process.env.AWS_ENDPOINT_URL !== undefined;
const REGION = 'us-east-1';
/** Names of this run, because an emulator may have those of earlier runs. */
const RUN = randomUUID().slice(0, 8);
const DOMAIN = `${RUN}.example.com`;
const STACK = `doctor-${RUN}`;

async function requestCertificate(DomainName: string): Promise<string> {
  const request = new RequestCertificateCommand({ DomainName, ValidationMethod: 'DNS' });
  return (await new ACMClient({ region: REGION }).send(request)).CertificateArn ?? '';
}

async function createAcl(Scope: 'CLOUDFRONT' | 'REGIONAL'): Promise<string> {
  const create = new CreateWebACLCommand({
    Name: `acl-${RUN}`,
    Scope,
    DefaultAction: { Allow: {} },
    VisibilityConfig: {
      SampledRequestsEnabled: false,
      CloudWatchMetricsEnabled: false,
      MetricName: 'acl',
    },
  });
  return (await new WAFV2Client({ region: REGION }).send(create)).Summary?.ARN ?? '';
}

async function createTopic(name: string, Attributes: Record<string, string> = {}) {
  const sns = new SNSClient({ region: REGION });
  const { TopicArn = '' } = await sns.send(
    new CreateTopicCommand({ Name: `${name}-${RUN}`, Attributes }),
  );
  return { sns, TopicArn };
}

async function createSubscribedTopic(): Promise<string> {
  const { sns, TopicArn } = await createTopic('alarms');
  const Endpoint = 'arn:aws:sqs:us-east-1:000000000000:alarms';
  await sns.send(new SubscribeCommand({ TopicArn, Protocol: 'sqs', Endpoint }));
  return TopicArn;
}

/** Another distribution of the account, with an alias. */
async function createDistribution(alias: string): Promise<string> {
  const create = new CreateDistributionCommand({
    DistributionConfig: {
      CallerReference: alias,
      Comment: '',
      Enabled: true,
      Aliases: { Quantity: 1, Items: [alias] },
      Origins: {
        Quantity: 1,
        Items: [{ Id: 'o', DomainName: 'origin.example.com', CustomOriginConfig: undefined }],
      },
      DefaultCacheBehavior: { TargetOriginId: 'o', ViewerProtocolPolicy: 'https-only' },
    },
  });
  return (await new CloudFrontClient({ region: REGION }).send(create)).Distribution?.Id ?? '';
}

/** A stored key of private images; its public part. */
async function storePrivateKey(): Promise<string> {
  const { publicKey, privateKey } = await createGrantKeyPair();
  const name = privateImageKeyName(publicKey);
  await storeKey(privateKeyFolder(STACK), { name, publicKey }, privateKey);
  return publicKey;
}

interface Made {
  readonly good: Readonly<Record<string, unknown>>;
  readonly narrowCertificate: string;
  readonly encryptedTopic: string;
  readonly quietTopic: string;
}

async function makeAll(): Promise<Made> {
  const wildcard = await requestCertificate(`*.${DOMAIN}`);
  const key = { KmsMasterKeyId: 'alias/aws/sns' };
  return {
    good: {
      cdnDomainNames: [`images.${DOMAIN}`],
      cdnCertificateArn: wildcard,
      apiDomainName: `api.${DOMAIN}`,
      apiCertificateArn: wildcard,
      wafAclArn: await createAcl('CLOUDFRONT'),
      apiWafAclArn: await createAcl('REGIONAL'),
      alarmTopicArn: await createSubscribedTopic(),
      originShieldRegion: REGION,
      privateImageKeys: [await storePrivateKey()],
    },
    narrowCertificate: await requestCertificate(`shop.${DOMAIN}`),
    encryptedTopic: (await createTopic('encrypted', key)).TopicArn,
    quietTopic: (await createTopic('quiet')).TopicArn,
  };
}

/** Runs checks over settings; the DNS of the machine is left out of it. */
async function run(given: Readonly<Record<string, unknown>>, names?: readonly string[]) {
  const settings = parseSettings({}, { file: given, region: REGION });
  const dns = {
    resolveCname: async () => [],
    hasAddress: async () => false,
    resolveMailServers: async () => [],
  };
  const own = openOwnStack(STACK);
  const stage = { ...openStageSubject(own, { settings, path: 'x' }), ...dns };
  const subject = openDoctorSubject(own, REGION, { stage });
  const checks = selectChecks(DOCTOR_CHECKS, (names ?? NAMES).join());
  const results = await runChecks(checks, subject, { now: () => 0 });
  return Object.fromEntries(results.map(({ name, state, detail }) => [name, [state, detail]]));
}

const NAMES = SETTING_CHECKS.map(({ name }) => name);
const matching = (state: string, detail: RegExp) => [state, expect.stringMatching(detail)];

describe.skipIf(!isHere)('npx imagewell admin doctor, on settings that name things of AWS', () => {
  let made: Made;
  beforeAll(async () => {
    made = await makeAll();
  });

  it('passes them where they exist and fit', async () => {
    const states = Object.entries(await run(made.good)).map(([name, [state]]) => [name, state]);
    const skipped = ['former-hosts', 'alarm-email', 'token-issuer', 'token-keys'];
    const expected = ['region', 'credentials', ...NAMES].map((name) => [
      name,
      skipped.includes(name) ? 'skipped' : 'passed',
    ]);
    expect(states).toEqual(expected);
  });

  const missing = (arn: unknown) => `${arn}`.replace(/[^/:]+$/, randomUUID());
  const faults: readonly (readonly [
    name: string,
    change: (made: Made) => Readonly<Record<string, unknown>>,
    state: string,
    detail: RegExp,
  ])[] = [
    [
      'private-keys',
      () => ({ privateImageKeys: EXAMPLE_KEYS }),
      'failed',
      /^SSM has no private key of /,
    ],
    [
      'cdn-certificate',
      ({ good }) => ({ cdnCertificateArn: missing(good.cdnCertificateArn) }),
      'failed',
      /does not exist/,
    ],
    [
      'cdn-certificate',
      ({ narrowCertificate }) => ({ cdnCertificateArn: narrowCertificate }),
      'failed',
      /does not cover images\./,
    ],
    [
      'api-certificate',
      ({ narrowCertificate }) => ({ apiCertificateArn: narrowCertificate }),
      'failed',
      /does not cover api\./,
    ],
    [
      'cdn-web-acl',
      ({ good }) => ({ wafAclArn: missing(good.wafAclArn) }),
      'failed',
      /does not exist/,
    ],
    [
      'api-web-acl',
      ({ good }) => ({ apiWafAclArn: missing(good.apiWafAclArn) }),
      'failed',
      /does not exist/,
    ],
    [
      'alarm-topic',
      ({ good }) => ({ alarmTopicArn: missing(good.alarmTopicArn) }),
      'failed',
      /does not exist/,
    ],
    [
      'alarm-topic',
      ({ encryptedTopic }) => ({ alarmTopicArn: encryptedTopic }),
      'warned',
      /CloudWatch cannot publish/,
    ],
    [
      'alarm-topic',
      ({ quietTopic }) => ({ alarmTopicArn: quietTopic }),
      'warned',
      /no confirmed subscription/,
    ],
  ];
  it.each(faults)('%s tells of the fault %#', async (name, change, state, detail) => {
    const found = await run({ ...made.good, ...change(made) }, [name]);
    expect(found[name]).toEqual(matching(state, detail));
  });

  it('names another distribution and another API that have a domain name', async () => {
    const names = ['cdn-domains', 'api-domain'];
    const id = await createDistribution(`taken.${DOMAIN}`);
    const gateway = new APIGatewayClient({ region: REGION });
    const domainName = `api.${DOMAIN}`;
    await gateway.send(new CreateDomainNameCommand({ domainName }));
    const found = await run({ ...made.good, cdnDomainNames: [`taken.${DOMAIN}`] }, names);
    await gateway.send(new DeleteDomainNameCommand({ domainName }));
    expect(found['cdn-domains']).toEqual(matching('failed', new RegExp(`^${id} has taken`)));
    expect(found['api-domain']).toEqual(matching('failed', /not of this stack/));
  });

  it('reads the description and the keys of an issuer', async () => {
    const issuer = await startIssuer();
    const names = ['token-issuer', 'token-keys'];
    const settings = {
      target: 'ministack',
      tokenIssuer: issuer.url,
      tokenKeysUrl: issuer.keysUrl,
      tokenAudiences: [issuer.audience],
    };
    const good = await run(settings, names);
    await issuer.stop();
    const gone = await run(settings, names);
    const states = (found: typeof good) => names.map((name) => found[name]?.[0]);
    expect([states(good), states(gone)]).toEqual([
      ['passed', 'passed'],
      ['failed', 'failed'],
    ]);
  });

  it('finds a bootstrap by its qualifier only', async () => {
    const ssm = new SSMClient({ region: REGION });
    const Name = `/cdk-bootstrap/${RUN}/version`;
    await ssm.send(new PutParameterCommand({ Name, Value: '21', Type: 'String' }));
    const version = (qualifier: string) =>
      openDoctorSubject(openOwnStack(STACK), REGION, { qualifier }).findBootstrapVersion();
    expect([await version(RUN), await version(`no-${RUN}`)]).toEqual([21, undefined]);
  });
});
