import type { ViewerProtocolPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { FunctionUrlAuthType, InvokeMode } from 'aws-cdk-lib/aws-lambda';

/**
 * Differences between AWS and the emulators for tests and trials. Values of the CDK are named, so
 * that a command which reads settings loads none of it.
 */
export interface Target {
  /** By npm's name. Emulators run functions on this machine's own processor. */
  readonly architecture: 'arm64' | 'x64';
  readonly functionUrlAuth: keyof typeof FunctionUrlAuthType;
  readonly invokeMode: keyof typeof InvokeMode;
  readonly hasCdn: boolean;
  /** Whether functions get their layers; else sharp is bundled with each that needs it. */
  readonly appliesLayers: boolean;
  /** Emulators answer on a plain port of the loopback interface. */
  readonly viewerProtocol: keyof typeof ViewerProtocolPolicy;
  /**
   * Whether uploads are limited by the minute; on an emulator every call comes from one address.
   */
  readonly hasRateLimits: boolean;
  /** A new AWS account lacks the role that access logs need; emulators need none. */
  readonly apiGatewayLogRole: 'create' | 'none';
  /** Whether the stack has a user pool by default. */
  readonly userPool: 'create' | 'none';
}

const EMULATOR = {
  architecture: 'x64',
  // neither signs for origin access control: a Function URL with IAM would answer 403
  functionUrlAuth: 'NONE',
  // ministack's workers can't stream, and LocalStack's Function URLs decode a streamed body as
  // UTF-8
  invokeMode: 'BUFFERED',
  viewerProtocol: 'ALLOW_ALL',
  hasRateLimits: false,
  apiGatewayLogRole: 'none',
  // LocalStack skips it silently without a licence; ministack's trials use their own issuer
  userPool: 'none',
} as const;

export const TARGETS = {
  aws: {
    architecture: 'arm64',
    functionUrlAuth: 'AWS_IAM',
    invokeMode: 'RESPONSE_STREAM',
    hasCdn: true,
    appliesLayers: true,
    viewerProtocol: 'REDIRECT_TO_HTTPS',
    hasRateLimits: true,
    apiGatewayLogRole: 'create',
    userPool: 'create',
  },
  ministack: { ...EMULATOR, hasCdn: true, appliesLayers: true },
  // without a licence it skips CloudFront silently, with every attribute the text `unknown`, and
  // accepts layers but applies none
  localstack: { ...EMULATOR, hasCdn: false, appliesLayers: false },
} as const satisfies Record<string, Target>;

export type TargetName = keyof typeof TARGETS;
