import { CfnParameter, Duration, NestedStack, RemovalPolicy, Stack, Tags } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { UserPool } from 'aws-cdk-lib/aws-cognito';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { AccountPrincipal, Role } from 'aws-cdk-lib/aws-iam';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { describe, expect, it } from 'vitest';
import { resolveIn } from './support/resolve-values.ts';
import { addService, synthesizeApp } from './support/service.ts';
import { all, get, only, show, synthesize, type Template } from './support/template.ts';

const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/a';

/** Properties that must be unique in a region or an account, by type. */
const UNIQUE: Readonly<Record<string, string>> = {
  'AWS::CloudFront::Function': 'Name',
  'AWS::CloudFront::OriginAccessControl': 'OriginAccessControlConfig.Name',
  'AWS::CloudFront::CachePolicy': 'CachePolicyConfig.Name',
  'AWS::CloudFront::ResponseHeadersPolicy': 'ResponseHeadersPolicyConfig.Name',
  'AWS::ApiGateway::RestApi': 'Name',
  'AWS::Cognito::UserPoolDomain': 'Domain',
  'AWS::Events::EventBus': 'Name',
  'AWS::Logs::MetricFilter': 'MetricTransformations.0.MetricNamespace',
};
const namesOf = (template: Template, type: string) =>
  all(template, type).map(([, { Properties }]) => show(get(Properties, UNIQUE[type] ?? '')));

describe('an image service in another CDK app', () => {
  it('needs no props, and has the resources of its own stack', () => {
    const theirs = synthesizeApp((stack) => addService(stack, 'Images'));
    const count = ({ Resources }: Template) => {
      const types = Object.values(Resources).map(({ Type }) => Type);
      return Object.fromEntries(
        types.map((type) => [type, types.filter((t) => t === type).length]),
      );
    };
    expect(count(theirs)).toEqual(count(synthesize()));
    const named = ({ Outputs }: Template) =>
      Object.keys(Outputs).filter((name) => !/ApiEndpoint|^Settings/.test(name));
    expect(named(theirs)).toEqual(named(synthesize()));
  });

  it('shares a stack with another one: no name is there twice, and each has its own metrics', () => {
    const options = { events: true, apiGatewayLogRole: 'existing' } as const;
    const both = synthesizeApp(
      (stack) => {
        addService(stack, 'Images', options);
        addService(stack, 'Avatars', { ...options, stackOutputs: false });
      },
      {},
      // two services are more than a stack of CloudFormation may hold; here only names count
      { '@aws-cdk/core:stackResourceLimit': 1_000 },
    );
    for (const type of Object.keys(UNIQUE)) {
      const names = namesOf(both, type);
      expect(names.length, type).toBeGreaterThan(1);
      expect(new Set(names).size, `${type}: ${names}`).toBe(names.length);
    }
    const alarms = all(both, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) =>
      JSON.stringify([Properties.MetricName, Properties.Namespace, Properties.Dimensions]),
    );
    expect(alarms.length).toBeGreaterThan(80);
    // a metric has at most the alarms of one service
    const twice = alarms.filter((alarm, at) => alarms.indexOf(alarm) !== at);
    const alone = all(
      synthesizeApp((stack) => addService(stack, 'Images', options)),
      'AWS::CloudWatch::Alarm',
    ).map(([, { Properties }]) =>
      JSON.stringify([Properties.MetricName, Properties.Namespace, Properties.Dimensions]),
    );
    const twiceAlone = alone.filter((alarm, at) => alone.indexOf(alarm) !== at);
    expect(twice.length).toBe(2 * twiceAlone.length);
  });

  it('is deployed beside another one by a nested stack, and tells whose outputs a stack has', () => {
    const parent = synthesizeApp((stack) => {
      addService(stack, 'Images');
      addService(new NestedStack(stack, 'Second'), 'Avatars');
    });
    expect(Object.keys(parent.Resources).length).toBeLessThan(500);
    expect(all(parent, 'AWS::CloudFormation::Stack')).toHaveLength(1);
    const build = (stack: Stack) => {
      addService(stack, 'Images');
      addService(stack, 'Avatars');
    };
    expect(() => synthesizeApp(build)).toThrow(/already has BaseUrl: set stackOutputs: false/);
  });

  it('has custom domains with records in their zone', () => {
    const template = synthesizeApp((stack) => {
      const certificate = Certificate.fromCertificateArn(stack, 'Certificate', CERTIFICATE);
      const attributes = { hostedZoneId: 'Z1', zoneName: 'example.com' };
      const hostedZone = HostedZone.fromHostedZoneAttributes(stack, 'Zone', attributes);
      const service = addService(stack, 'Images', {
        apiDomain: { domainName: 'api.example.com', certificate, hostedZone },
        cdnDomain: { domainNames: ['img.example.com', 'i.example.com'], certificate, hostedZone },
      });
      expect([service.apiUrl, service.cdnUrl]).toEqual([
        'https://api.example.com',
        'https://img.example.com',
      ]);
    });
    // the edge's problems, and the renderer's behind it, name the same address as the calls'
    const codes = all(template, 'AWS::CloudFront::Function').map(([, { Properties }]) =>
      show(Properties.FunctionCode),
    );
    expect(codes).toHaveLength(3);
    for (const code of codes) expect(code).toContain('const u="https://img.example.com";');
    const records = all(template, 'AWS::Route53::RecordSet').map(([, { Properties }]) => [
      Properties.Type,
      Properties.Name,
      show(get(Properties, 'AliasTarget.DNSName')).replace(/\w{8}>/, '>'),
    ]);
    expect(records).toEqual([
      ['A', 'api.example.com.', '<ImagesApiDomain>'],
      ['A', 'img.example.com.', '<ImagesDeliveryDistribution>'],
      ['AAAA', 'img.example.com.', '<ImagesDeliveryDistribution>'],
      ['A', 'i.example.com.', '<ImagesDeliveryDistribution>'],
      ['AAAA', 'i.example.com.', '<ImagesDeliveryDistribution>'],
    ]);
  });

  it('accepts the tokens of a user pool that exists, and makes none', () => {
    const template = synthesizeApp((stack) => {
      const userPool = new UserPool(stack, 'Theirs');
      const [app, consoleClient] = [userPool.addClient('App'), userPool.addClient('Console')];
      const signInUrl = 'https://auth.example.com';
      const signIn = { kind: 'user-pool', userPool, clients: [app], consoleClient, signInUrl };
      addService(stack, 'Images', { signIn: signIn as never });
    });
    expect(all(template, 'AWS::Cognito::UserPool').map(([id]) => id.slice(0, 6))).toEqual([
      'Theirs',
    ]);
    const [, fn] = all(template, 'AWS::Lambda::Function').find(([id]) =>
      id.startsWith('Imagesaccountandteamcalls'),
    ) ?? ['', { Properties: {} }];
    const variable = (name: string) => show(get(fn.Properties, `Environment.Variables.${name}`));
    const issuer = get(fn.Properties, 'Environment.Variables.TOKEN_ISSUER');
    expect(resolveIn('eu-west-1', template, issuer)).toMatch(
      /^https:\/\/<Theirs\w+\.ProviderName>$/,
    );
    expect(variable('TOKEN_AUDIENCES')).toMatch(/^<TheirsApp\w+>,<TheirsConsole\w+>$/);
    expect(variable('TOKEN_AUDIENCE_CLAIM')).toBe('client_id');
    expect(variable('TOKEN_USER_INFO_URL')).toBe('https://auth.example.com/oauth2/userInfo');
    const policies = all(template, 'AWS::CloudFront::ResponseHeadersPolicy').map(([, policy]) =>
      show(get(policy.Properties, 'ResponseHeadersPolicyConfig')),
    );
    expect(policies.some((text) => text.includes('https://auth.example.com'))).toBe(true);
  });

  it('accepts the tokens of an issuer whose addresses only the deploy knows', () => {
    const template = synthesizeApp((stack) => {
      const url = new CfnParameter(stack, 'Issuer').valueAsString;
      const signIn = { kind: 'issuer', url, keysUrl: `${url}/keys`, audiences: ['app'] } as const;
      addService(stack, 'Images', { signIn });
    });
    expect(all(template, 'AWS::Cognito::UserPool')).toEqual([]);
    const policies = all(template, 'AWS::CloudFront::ResponseHeadersPolicy').map(([, policy]) =>
      JSON.stringify(get(policy.Properties, 'ResponseHeadersPolicyConfig')),
    );
    // the scheme and the host of the URL
    const scheme = '{"Fn::Select":[0,{"Fn::Split":["/",{"Ref":"Issuer"}]}]},"//"';
    expect(policies.filter((text) => text.includes(scheme))).toHaveLength(1);
  });

  it('lets a role read the upload key’s parameter, and nothing else', () => {
    let name = '';
    const template = synthesizeApp((stack) => {
      const service = addService(stack, 'Images');
      const role = new Role(stack, 'Back', { assumedBy: new AccountPrincipal('123456789012') });
      service.grantUpload(role).assertSuccess();
      name = service.uploadKeyParameter;
    });
    expect(name).toMatch(/^\/imagewell\/ShopImages\w+\/upload-key$/);
    const { Statement } = only(template, 'AWS::IAM::Policy', 'BackDefaultPolicy').Properties
      .PolicyDocument as { Statement: Record<string, unknown>[] };
    expect(Statement.map(({ Action, Resource }) => [Action, show(Resource)])).toEqual([
      [
        'ssm:GetParameter',
        `arn:<AWS::Partition>:ssm:<AWS::Region>:<AWS::AccountId>:parameter${name}`,
      ],
    ]);
    expect(get(template.Outputs, 'UploadKeyParameter.Value')).toBe(name);
  });

  it('calls a target when an image was saved, of one project or of all; not without events', () => {
    const template = synthesizeApp((stack) => {
      const service = addService(stack, 'Images', { events: true });
      const target = new SqsQueue(new Queue(stack, 'Saved'));
      service.onImageSaved(target);
      service.onEvent('image.deleted', target, 'prj_a');
      expect(() => service.onEvent('image.save', target)).toThrow('did you mean image.saved?');
      const without = addService(new Stack(stack, 'Other'), 'Images');
      expect(() => without.onImageSaved(target)).toThrow('set events: true');
    });
    const patterns = all(template, 'AWS::Events::Rule')
      .map(([, { Properties }]) => Properties.EventPattern)
      .filter((pattern) => pattern !== undefined);
    expect(patterns).toEqual([
      { source: ['imagewell'], 'detail-type': ['image.saved'] },
      {
        source: ['imagewell'],
        'detail-type': ['image.deleted'],
        detail: { projectId: ['prj_a'] },
      },
    ]);
  });

  it('takes limits, topics, web ACLs and removal, writes parameters, and carries tags', () => {
    const acl = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/b';
    const template = synthesizeApp((stack) => {
      const service = addService(stack, 'Images', {
        alarmTopic: new Topic(stack, 'Alarms'),
        apiWebAclArn: acl.replace('global', 'regional'),
        cdnWebAclArn: acl,
        removalPolicy: RemovalPolicy.DESTROY,
        originalVersions: Duration.days(3),
        parameterPrefix: '/shop/images',
        bandwidthMetering: true,
        plans: {
          team: {
            maxImages: 1_000,
            maxTransformationsPerMonth: 5_000,
            maxBandwidthBytesPerMonth: null,
            maxProjects: 10,
          },
        },
      });
      expect(service.alarms['api-faults']?.alarmName).toBeTypeOf('string');
      Tags.of(service).add('team', 'shop');
    });
    for (const type of ['AWS::DynamoDB::Table', 'AWS::S3::Bucket']) {
      for (const [, resource] of all(template, type)) {
        expect(resource.DeletionPolicy).toBe('Delete');
        expect(resource.Properties.Tags).toContainEqual({ Key: 'team', Value: 'shop' });
      }
    }
    for (const [, { Properties }] of all(template, 'AWS::CloudWatch::Alarm')) {
      expect(show((Properties.AlarmActions as unknown[])[0])).toMatch(/^<Alarms\w+>$/);
    }
    const parameters = all(template, 'AWS::SSM::Parameter').map(([, p]) => p.Properties.Name);
    expect(parameters).toContain('/shop/images/base-url');
    expect(parameters).toContain('/shop/images/cdn-url');
    expect(
      get(
        only(template, 'AWS::CloudFront::Distribution').Properties,
        'DistributionConfig.WebACLId',
      ),
    ).toBe(acl);
    expect(all(template, 'AWS::WAFv2::WebACLAssociation')).toHaveLength(1);
    expect(JSON.stringify(template)).toContain('maxTransformationsPerMonth');
  });

  it('lists every fault of its props together', () => {
    const wrong = {
      cdnDomain: { domainNames: [], certificate: {} as never },
      signIn: { kind: 'own-user-pool', signUp: 'domains' },
      plans: { free: {} },
    };
    const build = (stack: Stack) => addService(stack, 'Images', wrong as never);
    expect(() => synthesizeApp(build)).toThrow(
      /Shop\/Images are invalid:\n {2}cdnDomain: .*\n {2}signIn: .*\n {2}plans: /,
    );
  });
});
