import { App, Stack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { UserPool } from 'aws-cdk-lib/aws-cognito';
import { RegionInfo } from 'aws-cdk-lib/region-info';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ImageServiceProps } from '../../../lib/image-service-props.ts';
import { resolveIn, textsIn } from '../synth/support/resolve-values.ts';
import { addService, synthesizeApp } from '../synth/support/service.ts';
import { all, get, type Template } from '../synth/support/template.ts';

/** Names of services as principals, which are no hosts: they are alike in all partitions. */
const PRINCIPAL = /^[a-z0-9-]+\.amazonaws\.com$/;
/** Suffixes of AWS's hosts in any partition, and beginnings of ARNs. */
const OF_AWS =
  /amazonaws|amazoncognito|amazonwebservices|cloudfront\.net|\.on\.aws|api\.aws|\.gov\b|adc-e|arn:aws/;

/** In us-east-1, as aws-cdk-lib requires of a distribution's. */
const certificateOf = (stack: Stack, id: string) => {
  const place = { service: 'acm', region: 'us-east-1', resource: 'certificate' };
  return Certificate.fromCertificateArn(
    stack,
    id,
    stack.formatArn({ ...place, resourceName: 'a' }),
  );
};

/** Everything that adds a resource or an address to the template. */
function everything(stack: Stack): ImageServiceProps {
  return {
    apiDomain: { domainName: 'api.example.com', certificate: certificateOf(stack, 'ForApi') },
    cdnDomain: {
      domainNames: ['images.example.com'],
      certificate: certificateOf(stack, 'ForCdn'),
    },
    events: true,
    rekognition: true,
    bandwidthMetering: true,
    ignoredParametersHeader: true,
    heicUploads: true,
    alarmEmail: 'ops@example.com',
    originShieldRegion: 'us-east-1',
    parameterPrefix: '/shop/images',
  };
}

const synthesize = (props: (stack: Stack) => ImageServiceProps, region?: string) =>
  synthesizeApp(
    (stack) => void addService(stack, 'Images', props(stack)),
    region === undefined ? {} : { env: { region } },
  );

/** Without a region: each synth takes a second. */
let whole: Template;
beforeAll(() => {
  whole = synthesize(everything);
});

const hostsIn = (value: unknown) =>
  textsIn(value).filter((text) => OF_AWS.test(text) && !PRINCIPAL.test(text));

const issuersOf = (template: Template) =>
  all(template, 'AWS::Lambda::Function').flatMap(
    ([, { Properties }]) => get(Properties, 'Environment.Variables.TOKEN_ISSUER') ?? [],
  );

describe('the hosts in a template', () => {
  it('hold no suffix and no partition: those are the region’s of the deploy', () => {
    // with domains of one's own, and at the hosts of AWS
    for (const { Resources, Outputs } of [whole, synthesize(() => ({}))]) {
      expect(hostsIn(Resources)).toEqual([]);
      expect(hostsIn(Outputs)).toEqual([]);
    }
    const { Resources } = whole;
    expect(textsIn(Resources).filter((text) => PRINCIPAL.test(text)).length).toBeGreaterThan(30);
  });

  it.each(['eusc-de-east-1', 'eu-central-1'])('are of the partition of %s', (region) => {
    const { partition, domainSuffix = '' } = RegionInfo.get(region);
    const inRegion = (stack: Stack) => ({ ...everything(stack), rekognition: false });
    for (const template of [whole, synthesize(inRegion, region)]) {
      expect(hostsIn(template.Resources)).toEqual([]);
      const hosts = hostsIn(resolveIn(region, template, template.Resources));
      expect(hosts.length).toBeGreaterThan(20);
      for (const host of hosts.flatMap((text) => text.match(/[\w.-]*amazonaws[\w.-]*/g) ?? [])) {
        expect(host, host).toMatch(new RegExp(`\\.${domainSuffix.replaceAll('.', '\\.')}$`));
      }
      for (const arn of hosts.flatMap((text) => text.match(/arn:[\w-]+/g) ?? [])) {
        expect(arn).toBe(`arn:${partition}`);
      }
    }
  });

  it('are China’s on an emulator of its region', () => {
    const issuer = (stack: Stack) => ({
      emulator: { name: 'ministack' as const },
      signIn: {
        kind: 'user-pool' as const,
        userPool: UserPool.fromUserPoolId(stack, 'Pool', 'cn-north-1_a'),
        clients: [new UserPool(stack, 'Other').addClient('Client')],
      },
    });
    const template = synthesize(issuer, 'cn-north-1');
    const hosts = hostsIn(resolveIn('cn-north-1', template, template.Resources));
    expect(hosts.length).toBeGreaterThan(20);
    expect(hosts.filter((text) => /amazonaws\.com(?!\.cn)/.test(text))).toEqual([]);
    expect(hosts).toContain('https://cognito-idp.cn-north-1.amazonaws.com.cn/cn-north-1_a');
  });
});

describe('the issuer', () => {
  it('is the address that Amazon Cognito gives its pool, for the service’s own pool', () => {
    const issuers = issuersOf(whole);
    expect(issuers.length).toBeGreaterThan(5);
    for (const issuer of issuers) {
      expect(resolveIn('eu-west-1', whole, issuer)).toMatch(
        /^https:\/\/<\w*PeoplePool\w+\.ProviderName>$/,
      );
    }
  });

  it('is the one of a pool in another stack, and of one known by its ID', () => {
    const withPool = (
      find: (stack: Stack) => UserPool | ReturnType<typeof UserPool.fromUserPoolId>,
    ) =>
      synthesize((stack) => {
        const clients = [new UserPool(stack, 'Other').addClient('Client')];
        return { signIn: { kind: 'user-pool', userPool: find(stack), clients } };
      });
    const made = withPool((stack) => new UserPool(stack, 'Pool'));
    const [issuer] = issuersOf(made);
    expect(resolveIn('eu-west-1', made, issuer)).toMatch(/^https:\/\/<Pool\w+\.ProviderName>$/);
    const known = withPool((stack) => UserPool.fromUserPoolId(stack, 'Pool', 'eu-west-1_a'));
    expect(resolveIn('eu-west-1', known, issuersOf(known)[0])).toBe(
      'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_a',
    );
  });
});

describe('the sign-in pages of the own user pool', () => {
  const signInUrl = (region: string) =>
    String(resolveIn(region, whole, get(whole, 'Outputs.SignInUrl.Value')));

  it('have the host that aws-cdk-lib names in the standard partition', () => {
    const stack = new Stack(new App(), 'Shop');
    const domain = new UserPool(stack, 'Pool').addDomain('Domain', {
      cognitoDomain: { domainPrefix: 'a' },
    });
    const named = resolveIn('eu-west-1', {} as Template, stack.resolve(domain.baseUrl()));
    expect(signInUrl('eu-west-1').replace(/<.*>/, '')).toBe(`${named}`.replace(/<.*>/, ''));
  });

  it.each([
    ['eu-west-1', 'auth.eu-west-1.amazoncognito.com'],
    ['us-gov-west-1', 'auth-fips.us-gov-west-1.amazoncognito.com'],
    ['eusc-de-east-1', 'auth.cognito-idp.eusc-de-east-1.on.amazonwebservices.eu'],
  ])('have the parent domain that AWS registered for %s', (region, parent) => {
    expect(signInUrl(region)).toMatch(/^https:\/\/<\w+>\./);
    expect(signInUrl(region).split('>.')[1]).toBe(parent);
  });

  it('are refused by name where a partition has none', () => {
    const literal = { '@aws-cdk/core:enablePartitionLiterals': true };
    const build = (stack: Stack) =>
      void addService(stack, 'Images', {
        emulator: { name: 'ministack' },
        signIn: { kind: 'own-user-pool' },
      });
    expect(() => synthesizeApp(build, { env: { region: 'cn-north-1' } }, literal)).toThrow(
      'Amazon Cognito has no prefix domains in aws-cn',
    );
    const german = synthesizeApp(build, { env: { region: 'eusc-de-east-1' } }, literal);
    expect(JSON.stringify(german)).toContain('.on.amazonwebservices.eu');
    expect(german).not.toHaveProperty('Mappings');
  });
});
