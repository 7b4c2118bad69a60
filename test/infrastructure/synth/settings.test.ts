import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { describe, expect, it } from 'vitest';
import { NO_DISTRIBUTION, NO_ISSUER } from '../../../lambdas/environment.ts';
import { singlePropsOf } from '../../../lib/image-service-stack.ts';
import { parseSettings } from '../../../lib/parse-settings.ts';
import { settingsOfProps } from '../../../lib/service-config.ts';
import { RETENTION_DAYS, SETTINGS } from '../../../lib/settings.ts';
import { everySetting } from './support/every-setting.ts';
import { functionsOf, SITE_WRITER } from './support/rights.ts';
import { all, get, listAt, only, synthesize, type Template } from './support/template.ts';

const CDN_CERTIFICATE =
  'arn:aws:acm:us-east-1:111122223333:certificate/12345678-1234-1234-1234-123456789012';
const API_CERTIFICATE = CDN_CERTIFICATE.replace('us-east-1', 'eu-central-1');
const faultsOf = (context: Record<string, unknown>): string[] => {
  try {
    parseSettings(context);
    return [];
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
};
const variablesOf = (template: Template, name: string) =>
  get(
    functionsOf(template).find(([candidate]) => candidate === name)?.[1],
    'Properties.Environment.Variables',
  );

const SINGLE = SETTINGS.flatMap(({ name, prop }) =>
  typeof prop === 'string' ? [] : [{ name, prop: prop.name }],
);

describe('settings', () => {
  it('needs none', () => {
    expect(parseSettings({})).toMatchObject({
      stage: 'prod',
      target: 'aws',
      removalPolicy: 'retain',
      logRetentionDays: 30,
      originalVersionDays: 7,
    });
  });

  it('leaves what CDK keeps in the context alone', () => {
    const ofTheCommandLine = { 'cli-telemetry': false, 'acknowledged-issue-numbers': [34892] };
    const context = { '@aws-cdk/core:x': true, 'aws:cdk:bundling-stacks': [] };
    expect(faultsOf({ ...context, ...ofTheCommandLine })).toEqual([]);
  });

  it('takes text, as -c gives it, and values, as cdk.json does', () => {
    const asText = parseSettings({ logRetentionDays: '7', formerCdnHosts: 'a.example,b.example' });
    const asValues = parseSettings({
      logRetentionDays: 7,
      formerCdnHosts: ['a.example', 'b.example'],
    });
    expect(asText).toEqual(asValues);
  });

  it('reports all faults together', () => {
    const faults = faultsOf({
      stage: 'Prod!',
      target: 'azure',
      logRetentionDays: '8',
      originalVersionDays: 0,
      removalPolicy: 'snapshot',
      cdnDomainNames: 'cdn.example.com',
      cdnCertificateArn: API_CERTIFICATE,
      apiDomainName: 'api.example.com',
      wafAclArn: 'arn:aws:wafv2:eu-west-1:111122223333:regional/webacl/a/b',
      originShieldRegion: 'eu-north-1',
      reservedConcurrency: '0',
      alarmEmail: 'nobody',
      alarmTopicArn: 'arn:aws:sns:eu-west-1:111122223333:alarms',
      cdnUrl: 'https://cdn.example.com/',
      logRetentionsDay: 3,
    });
    const named = faults.map((fault) => fault.split(/[: ]/)[0]);
    expect(new Set(named)).toEqual(
      new Set([
        'stage',
        'target',
        'logRetentionDays',
        'originalVersionDays',
        'removalPolicy',
        'cdnCertificateArn',
        'wafAclArn',
        'originShieldRegion',
        'reservedConcurrency',
        'alarmEmail',
        'cdnUrl',
        'logRetentionsDay',
        'apiDomainName',
      ]),
    );
    expect(faults.join('\n')).toContain('did you mean logRetentionDays?');
    expect(faults.join('\n')).toContain('us-east-1');
  });

  it.each([
    [{ apiDomainName: 'api.example.com' }],
    [{ cdnCertificateArn: CDN_CERTIFICATE }],
    [{ cdnDomainNames: 'cdn.example.com' }],
    [{ target: 'localstack' }],
    [{ cdnUrl: 'https://cdn.example.com' }],
    [{ recordCallsTo: '/tmp/calls' }],
  ])('refuses half of a pair: %j', (context) => {
    expect(faultsOf(context)).toHaveLength(1);
  });
});

describe('the resources that settings change', () => {
  it('own domains, with TLS 1.2 and up, and the names before them still in references', () => {
    const template = synthesize({
      apiDomainName: 'api.example.com',
      apiCertificateArn: API_CERTIFICATE,
      cdnDomainNames: 'cdn.example.com,img.example.com',
      cdnCertificateArn: CDN_CERTIFICATE,
      formerCdnHosts: 'old.example.com',
    });
    const config = only(template, 'AWS::CloudFront::Distribution').Properties.DistributionConfig;
    expect(get(config, 'Aliases')).toEqual(['cdn.example.com', 'img.example.com']);
    expect(get(config, 'ViewerCertificate.MinimumProtocolVersion')).toBe('TLSv1.2_2021');
    expect(get(template.Outputs, 'BaseUrl.Value')).toBe('https://api.example.com');
    expect(get(template.Outputs, 'CdnUrl.Value')).toBe('https://cdn.example.com');
    const target = { 'Fn::GetAtt': [expect.stringMatching('ApiDomain'), 'RegionalDomainName'] };
    expect(get(template.Outputs, 'ApiDomainTarget.Value')).toEqual(target);
    const variables = variablesOf(template, 'savetemporaryimage');
    expect(get(variables, 'CDN_URL')).toBe('https://cdn.example.com');
    const former = JSON.stringify(get(variables, 'FORMER_CDN_HOSTS'));
    expect(former).toContain(',cdn.example.com,img.example.com,old.example.com');
  });

  it('destroy lets everything go', () => {
    const { Resources } = synthesize({ removalPolicy: 'destroy' });
    const kept = Object.entries(Resources)
      .filter(([, { DeletionPolicy }]) => DeletionPolicy?.startsWith('Retain'))
      .map(([id]) => id.replace(/[0-9A-F]{8}$/, ''));
    // the role of the account's APIs is not only ours
    expect(kept.sort()).toEqual(['ApiAccount', 'ApiCloudWatchRole']);
  });

  it('an address, a web ACL, a shield, a reservation', () => {
    const template = synthesize({
      alarmEmail: 'ops@example.com',
      wafAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/a/b',
      apiWafAclArn: 'arn:aws:wafv2:eu-west-1:111122223333:regional/webacl/a/b',
      originShieldRegion: 'eu-west-1',
      reservedConcurrency: '20',
    });
    const topic = only(template, 'AWS::SNS::Topic', 'MonitoringTopic');
    expect(topic).toBeDefined();
    for (const [id, { Properties }] of all(template, 'AWS::CloudWatch::Alarm')) {
      expect(listAt(Properties, 'AlarmActions'), id).toHaveLength(1);
    }
    const policy = JSON.stringify(only(template, 'AWS::SNS::TopicPolicy').Properties);
    expect(policy).toContain('cloudwatch.amazonaws.com');
    const config = only(template, 'AWS::CloudFront::Distribution').Properties.DistributionConfig;
    expect(get(config, 'WebACLId')).toContain('global/webacl');
    expect(get(config, 'Origins.0.OriginShield.OriginShieldRegion')).toBe('eu-west-1');
    expect(all(template, 'AWS::WAFv2::WebACLAssociation')).toHaveLength(1);
    const reserved = functionsOf(template).filter(
      ([, fn]) => fn.Properties.ReservedConcurrentExecutions,
    );
    expect(reserved.map(([name]) => name)).toEqual(['renderimage']);
  });

  it('nothing turns the limit by the minute off in AWS', () => {
    const variables = variablesOf(synthesize(), 'uploadtemporaryimage');
    expect(get(variables, 'RATE_LIMITS')).toBeUndefined();
  });

  it('an account that has its log role, or wants none', () => {
    const existing = synthesize({ apiGatewayLogRole: 'existing' });
    expect(all(existing, 'AWS::ApiGateway::Account')).toHaveLength(0);
    const { Properties } = only(existing, 'AWS::ApiGateway::Stage');
    expect(get(Properties, 'AccessLogSetting')).toBeDefined();
    const none = synthesize({ apiGatewayLogRole: 'none' });
    expect(
      get(only(none, 'AWS::ApiGateway::Stage').Properties, 'AccessLogSetting'),
    ).toBeUndefined();
  });
});

const ISSUER = {
  tokenIssuer: 'https://issuer.example',
  tokenKeysUrl: 'https://issuer.example/jwks',
  tokenAudiences: 'imagewell,other',
};

describe('the users who may sign in', () => {
  const poolsOf = (template: Template) => all(template, 'AWS::Cognito::UserPool');
  const issuerOf = (template: Template) =>
    get(variablesOf(template, 'accountandteamcalls'), 'TOKEN_ISSUER');

  it.each([
    [{ ...ISSUER, tokenKeysUrl: undefined }, 'tokenIssuer, tokenKeysUrl and tokenAudiences'],
    [{ tokenAudiences: 'a' }, 'tokenIssuer, tokenKeysUrl and tokenAudiences'],
    [{ ...ISSUER, tokenIssuer: 'http://issuer.example' }, 'must use https in AWS'],
    [{ ...ISSUER, tokenUserInfoUrl: 'http://issuer.example/me' }, 'must use https in AWS'],
    [{ tokenUserInfoUrl: 'https://issuer.example/me' }, 'requires tokenIssuer'],
    [{ ...ISSUER, tokenAudienceClaim: 'azp' }, 'tokenAudienceClaim'],
    [{ ...ISSUER, tokenIssuer: 'https://issuer.example?x=1' }, 'tokenIssuer'],
    [{ ...ISSUER, userPool: 'create' }, 'one issuer'],
    [{ ...ISSUER, signUp: 'open' }, 'require a user pool'],
    [{ userPool: 'none', signInMfa: 'required' }, 'require a user pool'],
    [{ signUp: 'domains' }, 'signUpDomains: must be set together'],
    [{ signUpDomains: 'example.com' }, 'signUpDomains: must be set together'],
    [{ signUp: 'domains', signUpDomains: 'https://example.com' }, 'signUpDomains'],
    [{ signUp: 'anybody' }, 'signUp'],
  ])('a conflict of settings is reported once: %j', (context, told) => {
    const given = Object.entries(context).filter(([, value]) => value !== undefined);
    const faults = faultsOf(Object.fromEntries(given));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(told);
  });

  it('an issuer of one’s own takes the place of the user pool', () => {
    const template = synthesize({ ...ISSUER, tokenUserInfoUrl: 'https://issuer.example/me' });
    expect(poolsOf(template)).toEqual([]);
    expect(functionsOf(template).map(([name]) => name)).not.toContain('checksignup');
    expect(variablesOf(template, 'accountandteamcalls')).toMatchObject({
      TOKEN_ISSUER: ISSUER.tokenIssuer,
      TOKEN_KEYS_URL: ISSUER.tokenKeysUrl,
      TOKEN_AUDIENCES: 'imagewell,other',
      TOKEN_AUDIENCE_CLAIM: 'aud',
      TOKEN_USER_INFO_URL: 'https://issuer.example/me',
    });
    expect(get(template.Outputs, 'TokenIssuer.Value')).toBe(ISSUER.tokenIssuer);
  });

  it.each([
    { userPool: 'none' },
    { target: 'ministack', cdnUrl: 'http://127.0.0.1:4566' },
    { target: 'localstack', cdnUrl: 'http://localhost:8081' },
  ])('without either no user signs in: %j', (context) => {
    const template = synthesize(context);
    expect(poolsOf(template)).toEqual([]);
    expect(issuerOf(template)).toBe(NO_ISSUER);
    expect(get(template.Outputs, 'TokenIssuer')).toBeUndefined();
  });

  it('an emulator has a user pool on request', () => {
    const emulated = { target: 'ministack', cdnUrl: 'http://127.0.0.1:4566', userPool: 'create' };
    expect(poolsOf(synthesize(emulated))).toHaveLength(1);
  });

  it('domains and open let users sign themselves up, and the trigger receives the choice', () => {
    const ruleOf = (context: Record<string, unknown>) => {
      const template = synthesize(context);
      const { Properties: pool } = only(template, 'AWS::Cognito::UserPool');
      expect(get(pool, 'AdminCreateUserConfig.AllowAdminCreateUserOnly')).toBe(false);
      return variablesOf(template, 'checksignup');
    };
    expect(ruleOf({ signUp: 'domains', signUpDomains: 'a.example,b.example' })).toMatchObject({
      SIGN_UP: 'domains',
      SIGN_UP_DOMAINS: 'a.example,b.example',
    });
    expect(ruleOf({ signUp: 'open' })).toMatchObject({ SIGN_UP: 'open' });
  });

  it('a second factor can be required', () => {
    const { Properties: pool } = only(
      synthesize({ signInMfa: 'required' }),
      'AWS::Cognito::UserPool',
    );
    expect(pool.MfaConfiguration).toBe('ON');
  });
});

describe('emulators', () => {
  it('ministack: this processor, an open and buffered Function URL, its own CDN', () => {
    const template = synthesize({ target: 'ministack', cdnUrl: 'http://127.0.0.1:4566' });
    const url = only(template, 'AWS::Lambda::Url').Properties;
    expect(url).toMatchObject({ AuthType: 'NONE', InvokeMode: 'BUFFERED' });
    for (const [, fn] of functionsOf(template)) {
      expect(fn.Properties.Architectures).toEqual(['x86_64']);
    }
    expect(get(variablesOf(template, 'uploadtemporaryimage'), 'RATE_LIMITS')).toBe('off');
    const controls = all(template, 'AWS::CloudFront::OriginAccessControl').map(([id]) => id);
    expect(controls).toEqual([expect.stringMatching(/^Site/)]); // none of the Function URL
    expect(all(template, 'AWS::CloudFront::Distribution')).toHaveLength(1);
    expect(get(template.Outputs, 'CdnUrl.Value')).toBe('http://127.0.0.1:4566');
  });

  it('ministack: every function records its calls, on request', () => {
    const cdnUrl = 'http://127.0.0.1:4566';
    const pathsIn = (template: Template) =>
      functionsOf(template)
        .filter(([name]) => name !== SITE_WRITER)
        .map(([name]) => get(variablesOf(template, name), 'RECORD_CALLS_TO'));
    const recording = { target: 'ministack', cdnUrl, recordCallsTo: '/tmp/calls' };
    expect(new Set(pathsIn(synthesize(recording)))).toEqual(new Set(['/tmp/calls']));
    expect(new Set(pathsIn(synthesize({ target: 'ministack', cdnUrl })))).toEqual(
      new Set([undefined]),
    );
  });

  it('localstack: no CDN but the one that is said', () => {
    const template = synthesize({ target: 'localstack', cdnUrl: 'http://localhost:8081' });
    const types = Object.values(template.Resources).map(({ Type }) => Type);
    expect(types.filter((type) => type.startsWith('AWS::CloudFront::'))).toEqual([]);
    expect(get(variablesOf(template, 'deleteimage'), 'CDN_URL')).toBe('http://localhost:8081');
    expect(get(variablesOf(template, 'purgeimage'), 'DISTRIBUTION_ID')).toBe(NO_DISTRIBUTION);
  });
});

it('the periods of retention are those of the CDK', () => {
  const periods = Object.values(RetentionDays).filter((days) => typeof days === 'number');
  expect([...RETENTION_DAYS, RetentionDays.INFINITE]).toEqual(periods);
});

describe('the prop of a setting', () => {
  it('is of this setting alone', () => {
    expect(new Set(SINGLE.map(({ prop }) => prop)).size).toBe(SINGLE.length);
  });

  it.each([
    ['every setting given', everySetting()],
    ['none given', {}],
  ])('is the setting again, with %s', (_, context) => {
    const settings: Readonly<Record<string, unknown>> = parseSettings(context);
    const own = Object.fromEntries(SINGLE.map(({ name }) => [name, settings[name]]));
    expect(settingsOfProps(singlePropsOf(parseSettings(context)))).toEqual(own);
  });

  it('left out is the default of the setting', () => {
    const usual = SETTINGS.filter(({ prop }) => typeof prop !== 'string');
    const defaults = usual.map(({ name, whenMissing }) => [name, whenMissing]);
    expect(settingsOfProps({})).toEqual(Object.fromEntries(defaults));
  });
});
