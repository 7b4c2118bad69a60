import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, type AppProps, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Code, Runtime, Function as UsersFunction } from 'aws-cdk-lib/aws-lambda';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { checkoutAssets } from '../../../../lib/assets/checkout-assets.ts';
import type { EdgeFunctionName, ServiceAssets } from '../../../../lib/assets/service-assets.ts';
import { ImageService } from '../../../../lib/image-service.ts';
import type { ImageServiceProps } from '../../../../lib/image-service-props.ts';
import { EXAMPLE_KEYS } from '../../../../lib/quotas/stage-parts.ts';
import { ROOT } from '../../synth/support/template.ts';
import { beStrict, type Product, readProduct } from './product.ts';

const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/a';
const STACK = 'Shop';

const { edgeFunction: buildEdge } = checkoutAssets(ROOT);
const builtEdge = new Map<EdgeFunctionName, string>();

/** Built once for all products. */
function edgeFunction(name: EdgeFunctionName): string {
  const built = builtEdge.get(name) ?? buildEdge(name);
  builtEdge.set(name, built);
  return built;
}

/** Those of the package, with the edge's own code and stand-ins for the rest of it. */
export function publishedAssets(folder: string): ServiceAssets {
  const code = join(folder, 'code');
  mkdirSync(code, { recursive: true });
  writeFileSync(join(code, 'index.mjs'), 'export const handler = () => {};');
  return {
    version: '0.0.0',
    functionCode: () => ({ code: Code.fromAsset(code), handler: 'index.handler' }),
    edgeFunction,
    sharpLayer: () => code,
    decodersLayer: () => code,
    heifLayer: () => code,
    siteWriter: { folder: code },
  };
}

type EveryProp = {
  readonly [Name in keyof Required<ImageServiceProps>]: ImageServiceProps[Name];
};

/** As much as props can add to a service in AWS; a new prop is here, or is left out here. */
export function everyProp(stack: Stack): EveryProp {
  const hostedZone = HostedZone.fromHostedZoneAttributes(stack, 'Zone', {
    hostedZoneId: 'Z1',
    zoneName: 'example.com',
  });
  const certificate = Certificate.fromCertificateArn(stack, 'Certificate', CERTIFICATE);
  return {
    // a topic replaces the one for e-mail; emulators are products of their own
    alarmTopic: undefined,
    emulator: undefined,
    apiDomain: { domainName: 'api.example.com', certificate, hostedZone },
    cdnDomain: { domainNames: ['images.example.com'], certificate, hostedZone },
    formerCdnHosts: ['old.example.com'],
    signIn: { kind: 'own-user-pool', signUp: 'domains', signUpDomains: ['example.com'] },
    apiWebAclArn: 'arn:aws:wafv2:us-east-1:123456789012:regional/webacl/api/a',
    cdnWebAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/images/a',
    originShieldRegion: 'us-east-1',
    removalPolicy: RemovalPolicy.DESTROY,
    originalVersions: Duration.days(30),
    logRetention: 90,
    plans: {
      team: {
        maxImages: 1_000_000,
        maxTransformationsPerMonth: 5_000_000,
        maxBandwidthBytesPerMonth: null,
        maxProjects: 100,
      },
    },
    events: true,
    rekognition: true,
    bandwidthMetering: true,
    ignoredParametersHeader: true,
    heicUploads: true,
    privateImageKeys: EXAMPLE_KEYS,
    fipsEndpoints: true,
    dualStackEndpoints: true,
    reservedConcurrency: 20,
    backgroundConcurrency: 4,
    apiGatewayLogRole: 'create',
    alarmEmail: 'ops@example.com',
    stageName: 'v1',
    parameterPrefix: '/shop/images',
    stackOutputs: true,
  };
}

/** A function of its user, which has the service's keys and is called at each saved image. */
function useService(stack: Stack, service: ImageService): void {
  const backend = new UsersFunction(stack, 'Backend', {
    runtime: Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code: Code.fromInline('exports.handler = async () => "hello";'),
  });
  service.grantUpload(backend);
  if (!service.eventBus) return;
  const deadLetterQueue = new Queue(stack, 'Missed', { enforceSSL: true });
  service.onImageSaved(new LambdaFunction(backend, { deadLetterQueue }));
}

export interface ForeignApp {
  /** Below this folder are code and output. */
  readonly folder: string;
  readonly props?: (stack: Stack) => ImageServiceProps;
  /** The feature flags of its user. */
  readonly context?: AppProps['context'];
  readonly env?: StackProps['env'];
}

/** The published construct in an app of its user, who acknowledges nothing. */
export function synthesizeForeign({ folder, props, context = {}, env }: ForeignApp): Product {
  beStrict();
  const outdir = mkdtempSync(join(folder, 'cdk.out-'));
  const app = new App({ outdir, context: { 'aws:cdk:bundling-stacks': [], ...context } });
  const stack = new Stack(app, STACK, env ? { env } : {});
  const service = new ImageService(stack, 'Images', props?.(stack) ?? {}, publishedAssets(folder));
  useService(stack, service);
  return readProduct(app, STACK, `${STACK}/Images`);
}
