import { ACMClient, type CertificateDetail, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { APIGatewayClient, GetDomainNameCommand } from '@aws-sdk/client-api-gateway';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  ListStackResourcesCommand,
} from '@aws-sdk/client-cloudformation';
import { CloudFrontClient, ListDistributionsCommand } from '@aws-sdk/client-cloudfront';
import { GetTopicAttributesCommand, SNSClient } from '@aws-sdk/client-sns';
import { DescribeParametersCommand, GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { GetWebACLCommand, WAFV2Client } from '@aws-sdk/client-wafv2';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type CheckResult, runChecks } from '../../../../admin/checks/run-checks.ts';
import { selectChecks } from '../../../../admin/checks/select-checks.ts';
import { DOCTOR_CHECKS } from '../../../../admin/doctor/checks.ts';
import { coversName } from '../../../../admin/doctor/covers-name.ts';
import { DOCTOR_ACTIONS } from '../../../../admin/doctor/doctor-actions.ts';
import { mayCloudWatchPublish } from '../../../../admin/doctor/may-publish.ts';
import { openStageSubject } from '../../../../admin/doctor/open-stage-subject.ts';
import { openDoctorSubject } from '../../../../admin/doctor/open-subject.ts';
import { openOwnStack } from '../../../../admin/doctor/own-stack.ts';
import type { StageSubject } from '../../../../admin/doctor/setting-subject.ts';
import { parseSettings } from '../../../../lib/parse-settings.ts';
import { privateImageKeyName } from '../../../../lib/private-images/private-image-keys.ts';
import { EXAMPLE_KEYS } from '../../../../lib/quotas/stage-parts.ts';

const REGION = 'eu-west-1';
const ACCOUNT = '111122223333';
const NOW = Date.parse('2026-11-26T00:00:00Z');
const DAY_MS = 86_400_000;
const STACK = 'imagewell';
const CDN_CERTIFICATE = `arn:aws:acm:us-east-1:${ACCOUNT}:certificate/1`;
const API_CERTIFICATE = `arn:aws:acm:${REGION}:${ACCOUNT}:certificate/2`;
const CDN_ACL = `arn:aws:wafv2:us-east-1:${ACCOUNT}:global/webacl/cdn/1`;
const API_ACL = `arn:aws:wafv2:${REGION}:${ACCOUNT}:regional/webacl/api/2`;
const TOPIC = `arn:aws:sns:${REGION}:${ACCOUNT}:alarms`;
const GOOD = {
  cdnDomainNames: ['images.example.com', 'pics.example.com'],
  cdnCertificateArn: CDN_CERTIFICATE,
  apiDomainName: 'api.example.com',
  apiCertificateArn: API_CERTIFICATE,
  wafAclArn: CDN_ACL,
  apiWafAclArn: API_ACL,
  alarmTopicArn: TOPIC,
  formerCdnHosts: ['old.example.com'],
  originShieldRegion: REGION,
  privateImageKeys: EXAMPLE_KEYS,
};
const CERTIFICATE = {
  DomainName: 'example.com',
  SubjectAlternativeNames: ['*.example.com'],
  Status: 'ISSUED',
  KeyAlgorithm: 'RSA-2048' as 'RSA_2048', // as ACM answers
  NotAfter: new Date(NOW + 100 * DAY_MS),
} satisfies CertificateDetail;
/** The policy of a topic as AWS makes it. */
const POLICY = {
  Effect: 'Allow',
  Principal: { AWS: '*' },
  Action: ['SNS:Publish', 'SNS:Subscribe'],
  Condition: { StringEquals: { 'AWS:SourceOwner': ACCOUNT } },
};
const ATTRIBUTES = {
  Policy: JSON.stringify({ Statement: [POLICY] }),
  SubscriptionsConfirmed: '1',
};

const acm = mockClient(ACMClient);
const gateway = mockClient(APIGatewayClient);
const cloudFormation = mockClient(CloudFormationClient);
const cloudFront = mockClient(CloudFrontClient);
const sns = mockClient(SNSClient);
const ssm = mockClient(SSMClient);
const sts = mockClient(STSClient);
const waf = mockClient(WAFV2Client);

const fault = (name: string, message = name) => Object.assign(new Error(message), { name });

function holdKeys(keys: readonly string[]): void {
  const folder = `/imagewell/${STACK}/private-image-keys/`;
  const Parameters = keys.map((key) => ({ Name: `${folder}${privateImageKeyName(key)}` }));
  ssm.on(DescribeParametersCommand).resolves({ Parameters });
}

function holdAliases(...aliases: readonly (readonly [string, string])[]): void {
  const Items = aliases.map(([Id, name]) => ({ Id, Aliases: { Quantity: 1, Items: [name] } }));
  cloudFront.on(ListDistributionsCommand).resolves({ DistributionList: { Items } as never });
}

/** The stack has a distribution, a domain of the API, and their outputs. */
function holdStack(): void {
  const resources = [
    ['AWS::CloudFront::Distribution', 'OWN'],
    ['AWS::ApiGateway::DomainName', 'api.example.com'],
  ].map(([ResourceType, PhysicalResourceId]) => ({ ResourceType, PhysicalResourceId }));
  const outputs = {
    DistributionDomain: 'own.cloudfront.net',
    ApiDomainTarget: 'd-own.execute-api.eu-west-1.amazonaws.com',
  };
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({
    OutputKey,
    OutputValue,
  }));
  const Stacks = [{ StackName: STACK, StackStatus: 'CREATE_COMPLETE', Outputs }];
  cloudFormation.on(DescribeStacksCommand).resolves({ Stacks } as never);
  cloudFormation
    .on(ListStackResourcesCommand)
    .resolves({ StackResourceSummaries: resources } as never);
}

beforeEach(() => {
  vi.stubEnv('AWS_REGION', REGION);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  for (const mock of [acm, gateway, cloudFormation, cloudFront, sns, ssm, sts, waf]) mock.reset();
  sts.on(GetCallerIdentityCommand).resolves({ Account: ACCOUNT, Arn: 'arn:1' });
  acm.on(DescribeCertificateCommand).resolves({ Certificate: CERTIFICATE });
  gateway.on(GetDomainNameCommand).rejects(fault('NotFoundException'));
  cloudFormation
    .on(DescribeStacksCommand)
    .rejects(fault('ValidationError', `Stack with id ${STACK} does not exist`));
  holdAliases(['OTHER', 'shop.example.com']);
  waf.on(GetWebACLCommand).resolves({ WebACL: { Name: 'x' } as never });
  sns.on(GetTopicAttributesCommand).resolves({ Attributes: ATTRIBUTES });
  holdKeys(EXAMPLE_KEYS);
});

const DNS: Pick<StageSubject, 'resolveCname' | 'hasAddress' | 'resolveMailServers'> = {
  resolveCname: async () => [],
  hasAddress: async () => true,
  resolveMailServers: async () => ['mx.example.com'],
};

/** Runs one check over settings; a setting that is undefined is left out of the good ones. */
async function check(
  name: string,
  changed: Readonly<Record<string, unknown>> = {},
  subject: Partial<StageSubject> = {},
): Promise<CheckResult> {
  const given = Object.entries({ ...GOOD, ...changed }).filter(([, value]) => value !== undefined);
  const read = { settings: parseSettings({}, { file: Object.fromEntries(given) }), path: 'x.json' };
  const own = openOwnStack(STACK);
  const stage = { ...openStageSubject(own, read), ...DNS, now: () => NOW, ...subject };
  const account = openDoctorSubject(own, REGION, { stage });
  const results = await runChecks(selectChecks(DOCTOR_CHECKS, name), account, { now: () => 0 });
  const found = results.find((result) => result.name === name);
  if (!found) throw new Error(`${name} did not run`);
  return found;
}

const NAMES = Object.keys(DOCTOR_ACTIONS).slice(Object.keys(DOCTOR_ACTIONS).indexOf('settings'));
const WITHOUT_ISSUER = NAMES.filter(
  (name) => !['token-issuer', 'token-keys', 'alarm-email'].includes(name),
);

describe('the settings of a stage, at doctor', () => {
  it('pass where everything that they name is as it must be', async () => {
    for (const name of WITHOUT_ISSUER) {
      expect([name, (await check(name)).state]).toEqual([name, 'passed']);
    }
  });

  it('pass where the names are those of the deployed stack', async () => {
    holdStack();
    holdAliases(['OWN', 'images.example.com'], ['OTHER', 'shop.example.com']);
    gateway.on(GetDomainNameCommand).resolves({ domainName: 'api.example.com' });
    const resolveCname = async (name: string) =>
      name.startsWith('api')
        ? ['d-own.execute-api.eu-west-1.amazonaws.com']
        : ['OWN.cloudfront.net.'];
    for (const name of ['cdn-domains', 'api-domain', 'dns-records']) {
      expect([name, (await check(name, {}, { resolveCname })).state]).toEqual([name, 'passed']);
    }
  });

  it('are skipped one by one where they are not set', async () => {
    const none = Object.fromEntries(Object.keys(GOOD).map((name) => [name, undefined]));
    for (const name of NAMES.filter((one) => one !== 'settings')) {
      expect([name, (await check(name, none)).state]).toEqual([name, 'skipped']);
    }
  });

  it('fail with each of their faults, and nothing that needs them runs', async () => {
    const own = openOwnStack(STACK);
    const stage = openStageSubject(own, { faults: ['alarmEmail: bad', 'stage: bad'] });
    const account = openDoctorSubject(own, REGION, { stage });
    const checks = selectChecks(DOCTOR_CHECKS, 'origin-shield,settings');
    const results = await runChecks(checks, account, { now: () => 0 });
    expect(results.map(({ name, state, detail }) => [name, state, detail])).toEqual([
      ['settings', 'failed', 'alarmEmail: bad; stage: bad'],
      ['origin-shield', 'skipped', 'The check requires settings, which did not pass.'],
    ]);
  });

  it('are skipped in words where none were read', async () => {
    const account = openDoctorSubject(openOwnStack(STACK), REGION);
    const results = await runChecks(selectChecks(DOCTOR_CHECKS, 'settings'), account, {
      now: () => 0,
    });
    expect(results).toMatchObject([
      { state: 'skipped', detail: expect.stringContaining('works in a clone') },
    ]);
  });
});

type Fault = readonly [
  title: string,
  name: string,
  plant: () => void,
  state: 'failed' | 'warned',
  detail: RegExp,
];

const certificate = (change: object) => () => {
  acm.on(DescribeCertificateCommand).resolves({ Certificate: { ...CERTIFICATE, ...change } });
};
const topic = (change: object) => () => {
  sns.on(GetTopicAttributesCommand).resolves({ Attributes: { ...ATTRIBUTES, ...change } });
};
const FOREIGN = JSON.stringify({ Statement: { ...POLICY, Principal: { Service: 's3' } } });

const FAULTS: readonly Fault[] = [
  ...['PENDING_VALIDATION', 'EXPIRED', 'REVOKED', 'VALIDATION_TIMED_OUT', 'FAILED', 'INACTIVE'].map(
    (Status): Fault => [
      `a certificate that is ${Status}`,
      'cdn-certificate',
      certificate({ Status }),
      'failed',
      new RegExp(`status is ${Status}`),
    ],
  ),
  [
    'a certificate without one of the names',
    'cdn-certificate',
    certificate({ SubjectAlternativeNames: ['images.example.com'] }),
    'failed',
    /does not cover pics\.example\.com\.$/,
  ],
  [
    'a key that CloudFront does not support',
    'cdn-certificate',
    certificate({ KeyAlgorithm: 'EC-secp384r1' }),
    'failed',
    /EC_secp384r1/,
  ],
  [
    'a certificate that has expired',
    'api-certificate',
    certificate({ NotAfter: new Date(NOW - 1) }),
    'failed',
    /has expired/,
  ],
  [
    'a certificate that expires in 29 days',
    'api-certificate',
    certificate({ NotAfter: new Date(NOW + 30 * DAY_MS - 1) }),
    'warned',
    /expires in 29 days/,
  ],
  [
    'a renewal that waits for its records',
    'api-certificate',
    certificate({ RenewalSummary: { RenewalStatus: 'PENDING_VALIDATION' } }),
    'warned',
    /renewal is PENDING_VALIDATION/,
  ],
  [
    'a certificate that does not exist',
    'api-certificate',
    () => acm.on(DescribeCertificateCommand).rejects(fault('ResourceNotFoundException')),
    'failed',
    /certificate\/2 does not exist/,
  ],
  [
    'a name of another distribution',
    'cdn-domains',
    () => {
      holdStack();
      holdAliases(['OWN', 'images.example.com'], ['OTHER', 'PICS.example.com']);
    },
    'failed',
    /^OTHER has PICS\.example\.com\.$/,
  ],
  [
    'a domain of another API before the first deploy',
    'api-domain',
    () => gateway.on(GetDomainNameCommand).resolves({ domainName: 'api.example.com' }),
    'failed',
    /not of this stack/,
  ],
  [
    'a web ACL that does not exist',
    'cdn-web-acl',
    () => waf.on(GetWebACLCommand).rejects(fault('WAFNonexistentItemException')),
    'failed',
    /cdn\/1 does not exist/,
  ],
  [
    'a topic that does not exist',
    'alarm-topic',
    () => sns.on(GetTopicAttributesCommand).rejects(fault('NotFound')),
    'failed',
    /alarms does not exist/,
  ],
  [
    'a key of private images without its private part',
    'private-keys',
    () => holdKeys(EXAMPLE_KEYS.slice(0, 1)),
    'failed',
    /^SSM has no private key of [0-9a-f]{16}\.$/,
  ],
  ['a FIFO topic', 'alarm-topic', topic({ FifoTopic: 'true' }), 'failed', /FIFO/],
  [
    'a topic with the key of AWS',
    'alarm-topic',
    topic({ KmsMasterKeyId: 'alias/aws/sns' }),
    'warned',
    /CloudWatch cannot publish/,
  ],
  [
    'a topic with a key whose policy is unknown',
    'alarm-topic',
    topic({ KmsMasterKeyId: 'arn:aws:kms:eu-west-1:1:key/2' }),
    'warned',
    /must let cloudwatch\.amazonaws\.com use kms:Decrypt/,
  ],
  [
    'a topic whose policy admits others only',
    'alarm-topic',
    topic({ Policy: FOREIGN }),
    'warned',
    /policy does not let CloudWatch publish/,
  ],
  [
    'a topic without a confirmed subscription',
    'alarm-topic',
    topic({ SubscriptionsConfirmed: '0' }),
    'warned',
    /no confirmed subscription/,
  ],
];

describe('doctor reports, by the check that it concerns', () => {
  it.each(FAULTS)('%s: %s', async (_title, name, plant, state, detail) => {
    plant();
    const found = await check(name);
    expect([found.state, found.detail]).toEqual([state, expect.stringMatching(detail)]);
    expect(found.failureMeans).toMatch(/\.$/);
  });

  const ELSEWHERE = 'arn:aws:acm:us-east-1:999999999999:certificate/1';
  it.each([
    ['cdn-certificate', { cdnCertificateArn: ELSEWHERE }, /account 999999999999/],
    ['api-certificate', { apiCertificateArn: CDN_CERTIFICATE }, /in us-east-1, .* in eu-west-1/],
    ['api-web-acl', { apiWafAclArn: API_ACL.replace(REGION, 'us-east-1') }, /must be in eu-west-1/],
    ['cdn-web-acl', { wafAclArn: CDN_ACL.replace(ACCOUNT, '999999999999') }, /account 9999/],
    ['alarm-topic', { alarmTopicArn: TOPIC.replace(REGION, 'us-east-1') }, /must be in eu-west-1/],
  ])('an ARN of another place at %s', async (name, changed, detail) => {
    const found = await check(name, changed);
    expect([found.state, found.detail]).toEqual(['failed', expect.stringMatching(detail)]);
  });

  it('a web ACL of the other scope, which the form of its setting refuses first', async () => {
    const read = { settings: { ...parseSettings({}), wafAclArn: API_ACL }, path: 'x' };
    const found = await check('cdn-web-acl', {}, { read });
    expect([found.state, found.detail]).toEqual(['failed', expect.stringMatching(/REGIONAL/)]);
  });

  it.each([
    ['images.example.com', 'd1.cloudfront.net'],
    ['api.example.com', 'd-other.execute-api.eu-west-1.amazonaws.com'],
  ])('a DNS record of %s that leads to another owner, as a warning', async (name, target) => {
    holdStack();
    const resolveCname = async (asked: string) => (asked === name ? [target] : []);
    const found = await check('dns-records', {}, { resolveCname });
    expect([found.state, found.detail]).toEqual(['warned', expect.stringContaining(target)]);
  });

  it('former hosts without an address, and one that is a present name', async () => {
    const hasAddress = async (name: string) => name !== 'gone.example.com';
    const formerCdnHosts = ['gone.example.com:8080', 'images.example.com', 'old.example.com'];
    const { state, detail } = await check('former-hosts', { formerCdnHosts }, { hasAddress });
    expect([state, detail]).toEqual([
      'warned',
      'gone.example.com:8080 has no address in the DNS. images.example.com is a present name too.',
    ]);
  });

  it.each([
    ['a domain without mail servers and address', [], false, 'failed'],
    ['a domain that refuses all mail (RFC 7505)', [''], true, 'failed'],
    ['no domain that has an address alone (RFC 5321)', [], true, 'passed'],
    ['no domain with a mail server', ['mx.example.com'], false, 'passed'],
  ] as const)('%s as the address of alarms', async (_title, servers, isThere, state) => {
    const changed = { alarmTopicArn: undefined, alarmEmail: 'ops@example.com' };
    const dns = { resolveMailServers: async () => servers, hasAddress: async () => isThere };
    expect((await check('alarm-email', changed, dns)).state).toBe(state);
  });

  it('a silent DNS as a check that could not be made', async () => {
    const resolveCname = async () =>
      Promise.reject(Object.assign(new Error('x'), { syscall: 'queryCname', code: 'ETIMEOUT' }));
    const found = await check('dns-records', {}, { resolveCname });
    expect([found.state, found.detail]).toEqual(['warned', expect.stringMatching(/ETIMEOUT/)]);
  });

  it('an Origin Shield in another region than the stack', async () => {
    const found = await check('origin-shield', { originShieldRegion: 'us-east-1' });
    expect([found.state, found.detail]).toEqual(['warned', expect.stringMatching(/eu-west-1 has/)]);
  });
});

describe('a missing permission at doctor', () => {
  const denied = (action = '') =>
    fault(
      'AccessDeniedException',
      action && `User: x is not authorized to perform: ${action} on y`,
    );
  const REFUSALS: readonly (readonly [string, () => void, string])[] = [
    [
      'cdn-certificate',
      () => acm.on(DescribeCertificateCommand).rejects(denied()),
      'acm:DescribeCertificate',
    ],
    [
      'cdn-domains',
      () => cloudFront.on(ListDistributionsCommand).rejects(fault('AccessDenied')),
      'cloudfront:ListDistributions, cloudformation:ListStackResources',
    ],
    [
      'api-domain',
      () => gateway.on(GetDomainNameCommand).rejects(denied('apigateway:GET')),
      'apigateway:GET',
    ],
    ['api-web-acl', () => waf.on(GetWebACLCommand).rejects(denied()), 'wafv2:GetWebACL'],
    [
      'alarm-topic',
      () => sns.on(GetTopicAttributesCommand).rejects(fault('AuthorizationError')),
      'sns:GetTopicAttributes',
    ],
    ['bootstrap', () => ssm.on(GetParameterCommand).rejects(denied()), 'ssm:GetParameter'],
  ];
  it.each(REFUSALS)('is named by the check %s', async (name, plant, action) => {
    plant();
    const { state, detail } = await check(name);
    expect([state, detail]).toEqual(['warned', `It could not be checked: this needs ${action}.`]);
  });

  it('is known of each check', () => {
    expect(Object.keys(DOCTOR_ACTIONS).sort()).toEqual(
      DOCTOR_CHECKS.map(({ name }) => name).sort(),
    );
  });

  it('is not confused with another error, which fails the check', async () => {
    acm.on(DescribeCertificateCommand).rejects(fault('ThrottlingException', 'slower'));
    expect(await check('cdn-certificate')).toMatchObject({
      state: 'failed',
      detail: 'ThrottlingException: slower',
    });
  });
});

describe('the bootstrap at doctor', () => {
  it.each([
    [undefined, '/cdk-bootstrap/hnb659fds/version'],
    ['shop1', '/cdk-bootstrap/shop1/version'],
  ])('is found by the qualifier %s', async (qualifier, Name) => {
    ssm.on(GetParameterCommand, { Name }).resolves({ Parameter: { Value: '21' } });
    const account = openDoctorSubject(openOwnStack(STACK), REGION, { qualifier });
    expect(await account.findBootstrapVersion()).toBe(21);
  });
});

describe('a name of a certificate', () => {
  it.each([
    ['images.example.com', 'images.example.com', true],
    ['Images.Example.com', 'images.example.COM', true],
    ['*.example.com', 'images.example.com', true],
    ['*.example.com', 'a.images.example.com', false],
    ['*.example.com', 'example.com', false],
    ['*.example.com', '.example.com', false],
    ['i*.example.com', 'images.example.com', false],
    ['*', 'images', false],
  ])('%s covers %s: %s', (presented, name, isCovered) => {
    expect(coversName(presented, name)).toBe(isCovered);
  });
});

describe('the policy of a topic', () => {
  const cloudWatch = { Service: 'cloudwatch.amazonaws.com' };
  it.each([
    ['an empty one', [], false],
    ['the one of a new topic', [POLICY], true],
    [
      'CloudWatch among services',
      [{ ...POLICY, Principal: { Service: ['s3', cloudWatch.Service] } }],
      true,
    ],
    ['another service', [{ ...POLICY, Principal: { Service: 's3.amazonaws.com' } }], false],
    ['an account', [{ ...POLICY, Principal: { AWS: 'arn:aws:iam::1:root' } }], false],
    ['everybody by a star', [{ ...POLICY, Principal: '*', Action: 'sns:*' }], true],
    ['another action', [{ ...POLICY, Action: 'SNS:Subscribe' }], false],
    ['a denial of all', [POLICY, { Effect: 'Deny', Principal: '*', Action: 'sns:Publish' }], false],
    [
      'a denial without TLS',
      [POLICY, { Effect: 'Deny', Principal: '*', Action: '*', Condition: { Bool: {} } }],
      true,
    ],
  ])('with %s lets CloudWatch publish: %j', (_title, Statement, may) => {
    expect(mayCloudWatchPublish(JSON.stringify({ Statement }))).toBe(may);
  });
});
