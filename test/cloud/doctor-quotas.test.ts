import { generateKeyPairSync, randomInt } from 'node:crypto';
import {
  CloudFormationClient,
  CreateStackCommand,
  DeleteStackCommand,
  waitUntilStackCreateComplete,
} from '@aws-sdk/client-cloudformation';
import {
  CloudFrontClient,
  CreateKeyGroupCommand,
  CreatePublicKeyCommand,
} from '@aws-sdk/client-cloudfront';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runChecks } from '../../admin/checks/run-checks.ts';
import { openQuotaSubject } from '../../admin/doctor/open-quota-subject.ts';
import { openOwnStack } from '../../admin/doctor/own-stack.ts';
import { QUOTA_CHECKS } from '../../admin/doctor/quota-checks.ts';
import type { QuotaSubject } from '../../admin/doctor/quota-subject.ts';
import type { DoctorSubject } from '../../admin/doctor/subject.ts';
import {
  ACCOUNT_QUOTA_NAMES,
  type AccountQuota,
  type AccountQuotaName,
  accountQuota,
} from '../../lib/quotas/account-quotas.ts';
import { neededExecutions } from '../../lib/quotas/executions.ts';
import { amountsOf, resourcesOf } from '../../lib/quotas/stage-needs.ts';
import { PART_NAMES, settingsOf } from '../../lib/quotas/stage-parts.ts';
import { type ServiceQuotas, startServiceQuotas } from '../support/cloud/start-service-quotas.ts';

const STACK = 'imagewell';
const [OTHERS, NOTHING] = ['others', 'nothing-yet'];
const EVERYTHING = settingsOf(PART_NAMES);

const headersPolicy = (Name: string) => ({
  Type: 'AWS::CloudFront::ResponseHeadersPolicy',
  Properties: {
    ResponseHeadersPolicyConfig: {
      Name,
      CustomHeadersConfig: { Items: [{ Header: 'x-a', Value: 'a', Override: true }] },
    },
  },
});
const table = {
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  },
};
const role = {
  Type: 'AWS::IAM::Role',
  Properties: { AssumeRolePolicyDocument: { Version: '2012-10-17', Statement: [] } },
};
const nothingOf = (name: string) => ({ [`${name}Behavior`]: 'none' });
const KEY = {
  EnableAcceptEncodingGzip: false,
  CookiesConfig: nothingOf('Cookie'),
  HeadersConfig: nothingOf('Header'),
  QueryStringsConfig: nothingOf('QueryString'),
};

/** A stack isn't its own resource; the emulator's CloudFormation has no keys of CloudFront. */
type MadeByACall = 'keyGroups' | 'publicKeys' | 'stacks';

/** One of each that an account's quota counts, which the stage has no part in. */
const ONE_OF_EACH: Readonly<Record<Exclude<AccountQuotaName, MadeByACall>, object>> = {
  cachePolicies: {
    Type: 'AWS::CloudFront::CachePolicy',
    Properties: {
      CachePolicyConfig: {
        Name: 'others',
        MinTTL: 0,
        DefaultTTL: 0,
        MaxTTL: 0,
        ParametersInCacheKeyAndForwardedToOrigin: KEY,
      },
    },
  },
  originRequestPolicies: {
    Type: 'AWS::CloudFront::OriginRequestPolicy',
    Properties: { OriginRequestPolicyConfig: { Name: 'others', ...KEY } },
  },
  responseHeadersPolicies: headersPolicy('others'),
  edgeFunctions: {
    Type: 'AWS::CloudFront::Function',
    Properties: {
      Name: 'others',
      FunctionCode: 'function handler(event) { return event.request; }',
      FunctionConfig: { Comment: '', Runtime: 'cloudfront-js-2.0' },
    },
  },
  originAccessControls: {
    Type: 'AWS::CloudFront::OriginAccessControl',
    Properties: {
      OriginAccessControlConfig: {
        Name: 'others',
        OriginAccessControlOriginType: 's3',
        SigningBehavior: 'always',
        SigningProtocol: 'sigv4',
      },
    },
  },
  distributions: {
    Type: 'AWS::CloudFront::Distribution',
    Properties: {
      DistributionConfig: {
        Enabled: true,
        Origins: [
          {
            Id: 'a',
            DomainName: 'a.example',
            CustomOriginConfig: { OriginProtocolPolicy: 'https-only' },
          },
        ],
        DefaultCacheBehavior: { TargetOriginId: 'a', ViewerProtocolPolicy: 'allow-all' },
      },
    },
  },
  tables: table,
  codeStorage: {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Runtime: 'nodejs24.x',
      Handler: 'index.handler',
      Role: { 'Fn::GetAtt': ['roles', 'Arn'] },
      Code: { ZipFile: 'exports.handler = async () => 1;' },
    },
  },
  roles: role,
  eventBuses: { Type: 'AWS::Events::EventBus', Properties: { Name: 'others' } },
  eventRules: {
    Type: 'AWS::Events::Rule',
    Properties: { ScheduleExpression: 'rate(1 day)', State: 'DISABLED' },
  },
  alarms: {
    Type: 'AWS::CloudWatch::Alarm',
    Properties: {
      Namespace: 'a',
      MetricName: 'a',
      ComparisonOperator: 'GreaterThanThreshold',
      EvaluationPeriods: 1,
      Period: 60,
      Statistic: 'Sum',
      Threshold: 1,
    },
  },
  restApis: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'others' } },
  apiDomainNames: {
    Type: 'AWS::ApiGateway::DomainName',
    Properties: {
      DomainName: 'api.others.example',
      RegionalCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/a',
      EndpointConfiguration: { Types: ['REGIONAL'] },
    },
  },
  userPools: { Type: 'AWS::Cognito::UserPool', Properties: { UserPoolName: 'others' } },
  buckets: { Type: 'AWS::S3::Bucket', Properties: {} },
};

let quotas: ServiceQuotas;
let cloudFormation: CloudFormationClient;
const before = { ...process.env };

async function create(StackName: string, Resources: object): Promise<void> {
  const TemplateBody = JSON.stringify({ Resources });
  const Capabilities = ['CAPABILITY_IAM' as const];
  await cloudFormation.send(new CreateStackCommand({ StackName, TemplateBody, Capabilities }));
  const wait = { client: cloudFormation, maxWaitTime: 100, minDelay: 1, maxDelay: 1 };
  await waitUntilStackCreateComplete(wait, { StackName });
}

async function createKeyGroup(): Promise<void> {
  const client = new CloudFrontClient({});
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const EncodedKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const ofKey = { CallerReference: OTHERS, Name: OTHERS, EncodedKey };
  const create = new CreatePublicKeyCommand({ PublicKeyConfig: ofKey });
  const { PublicKey } = await client.send(create);
  const KeyGroupConfig = { Name: OTHERS, Items: [PublicKey?.Id ?? ''] };
  await client.send(new CreateKeyGroupCommand({ KeyGroupConfig }));
}

beforeAll(async () => {
  quotas = await startServiceQuotas();
  // the emulator takes a key of twelve digits for an account: one that no other test uses
  process.env.AWS_ACCESS_KEY_ID = `${randomInt(1e11, 1e12 / 4)}`;
  process.env.AWS_ENDPOINT_URL_SERVICE_QUOTAS = quotas.endpoint;
  cloudFormation = new CloudFormationClient({});
  await create(OTHERS, ONE_OF_EACH);
  await createKeyGroup();
  await create(STACK, { First: headersPolicy('one'), Second: headersPolicy('two'), Table: table });
});
afterAll(async () => {
  for (const StackName of [OTHERS, STACK]) {
    await cloudFormation.send(new DeleteStackCommand({ StackName }));
  }
  Object.assign(process.env, before);
  delete process.env.AWS_ENDPOINT_URL_SERVICE_QUOTAS;
  await quotas.stop();
});

type Amounts = Record<AccountQuotaName, number>;

/** Quotas of these amounts: in Service Quotas, or beside it where AWS has no code for one. */
function setQuotas(amounts: Amounts): Pick<QuotaSubject, 'findQuota'> {
  const withoutCode = new Map<unknown, number>();
  for (const name of ACCOUNT_QUOTA_NAMES) {
    const facts = accountQuota(name);
    const { code, factor = 1 } = facts;
    if (code) quotas.applied.set(code.join('/'), amounts[name] / factor);
    else withoutCode.set(facts, amounts[name]);
  }
  const { findQuota } = openQuotaSubject(openOwnStack(STACK));
  return {
    findQuota: async (asked) =>
      asked.code ? findQuota(asked) : withoutCode.get(asked as AccountQuota),
  };
}

/** The subject of a stack, whose counts are read once. */
function openOnce(stack: string): QuotaSubject {
  const subject = openQuotaSubject(openOwnStack(stack));
  const counts = new Map<AccountQuotaName, Promise<number>>();
  const countUsed: QuotaSubject['countUsed'] = (name) => {
    const known = counts.get(name) ?? subject.countUsed(name, Number.POSITIVE_INFINITY);
    counts.set(name, known);
    return known;
  };
  return { ...subject, countUsed };
}

async function examine(quotaSubject: QuotaSubject) {
  const stage = { read: { settings: EVERYTHING, path: 'settings/prod.json' } };
  const subject = { stage, quotas: quotaSubject } as unknown as DoctorSubject;
  const checks = QUOTA_CHECKS.map(({ needs: _, ...check }) => check);
  const [lambda, account] = await runChecks(checks, subject, { now: () => performance.now() });
  if (!lambda || !account) throw new Error('a check is missing');
  return { lambda, account };
}

/** The smallest quotas for a deploy of every part: the used amount, and the missing one. */
async function amountsFor(subject: QuotaSubject): Promise<Amounts> {
  const [needed, existing] = [
    amountsOf(resourcesOf(EVERYTHING)),
    amountsOf(await subject.countResources()),
  ];
  const enough = ACCOUNT_QUOTA_NAMES.map(async (name) => {
    const used = await subject.countUsed(name, Number.POSITIVE_INFINITY);
    return [name, used + needed[name] - existing[name]] as const;
  });
  return Object.fromEntries(await Promise.all(enough)) as Amounts;
}

describe('doctor, about the quotas of an account with things of others', () => {
  it('counts each thing that a quota is about', async () => {
    const subject = openQuotaSubject(openOwnStack(NOTHING));
    for (const name of ACCOUNT_QUOTA_NAMES) {
      const used = await subject.countUsed(name, Number.POSITIVE_INFINITY);
      expect([name, used > 0]).toEqual([name, true]);
    }
  });

  it.each([NOTHING, STACK])(
    'of %s, says each that is one short, and passes with enough',
    async (stack) => {
      const subject = openOnce(stack);
      const enough = await amountsFor(subject);
      const passing = await examine({ ...subject, ...setQuotas(enough) });
      expect(passing.account).toMatchObject({ state: 'passed' });
      const needed = ACCOUNT_QUOTA_NAMES.filter((name) => stack === NOTHING || name !== 'stacks');
      for (const name of needed) {
        const short = { ...enough, [name]: enough[name] - 1 };
        const { account } = await examine({ ...subject, ...setQuotas(short) });
        const lacking = ACCOUNT_QUOTA_NAMES.filter((one) =>
          account.detail.includes(accountQuota(one).title),
        );
        expect([name, account.state, lacking]).toEqual([name, 'failed', [name]]);
      }
    },
  );

  it('fails at 19 of 20 response headers policies, and needs two less where two exist', async () => {
    const used = { countUsed: async () => 19 };
    const { title } = accountQuota('responseHeadersPolicies');
    quotas.applied.clear();
    quotas.usual.set('cloudfront/L-CF0D4FC5', 20);
    const first = await examine({ ...openQuotaSubject(openOwnStack(NOTHING)), ...used });
    expect(first.account.detail).toContain(`${title}: 4 more needed, 19 of 20 used;`);
    const upgrade = await examine({ ...openQuotaSubject(openOwnStack(STACK)), ...used });
    expect(upgrade.account.detail).toContain(`${title}: 2 more needed, 19 of 20 used;`);
    expect(quotas.calls).toContain('GetAWSDefaultServiceQuota cloudfront/L-CF0D4FC5');
  });

  it('fails one execution below the need, by Service Quotas too, and not at it', async () => {
    const needed = neededExecutions(EVERYTHING);
    const subject = { ...openOnce(NOTHING), countUsed: async () => 0 };
    quotas.applied.set('lambda/L-B99A9384', needed - 1);
    const { lambda } = await examine(subject);
    expect(lambda).toMatchObject({ state: 'failed' });
    expect(lambda.detail).toContain('lambda L-B99A9384');
    quotas.applied.set('lambda/L-B99A9384', needed);
    expect((await examine(subject)).lambda.state).toBe('warned');
  });
});
