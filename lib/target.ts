import { ViewerProtocolPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { FunctionUrlAuthType, InvokeMode } from 'aws-cdk-lib/aws-lambda';

/** Differences between AWS and the emulators for tests and trials. */
export interface Target {
  /** By npm's name. Emulators run functions on this machine's own processor. */
  readonly architecture: 'arm64' | 'x64';
  readonly functionUrlAuth: FunctionUrlAuthType;
  readonly invokeMode: InvokeMode;
  readonly hasCdn: boolean;
  /** Whether functions get their layers; else sharp is bundled with each that needs it. */
  readonly appliesLayers: boolean;
  /** Emulators answer on a plain port of the loopback interface. */
  readonly viewerProtocol: ViewerProtocolPolicy;
  /**
   * Whether uploads are limited by the minute; on an emulator every call comes from one address.
   */
  readonly hasRateLimits: boolean;
  /** A fresh AWS account lacks the role that access logs need; emulators have no such thing. */
  readonly apiGatewayLogRole: 'create' | 'none';
  /** Whether people have a user pool unless a setting says otherwise. */
  readonly userPool: 'create' | 'none';
}

const EMULATOR = {
  architecture: 'x64',
  // neither signs for origin access control: a Function URL with IAM would answer 403
  functionUrlAuth: FunctionUrlAuthType.NONE,
  // ministack's workers can't stream, and LocalStack's Function URLs take what is streamed for
  // UTF-8
  invokeMode: InvokeMode.BUFFERED,
  viewerProtocol: ViewerProtocolPolicy.ALLOW_ALL,
  hasRateLimits: false,
  apiGatewayLogRole: 'none',
  // LocalStack skips it in silence without a licence; ministack's trials bring an issuer of their
  // own
  userPool: 'none',
} as const;

export const TARGETS = {
  aws: {
    architecture: 'arm64',
    functionUrlAuth: FunctionUrlAuthType.AWS_IAM,
    invokeMode: InvokeMode.RESPONSE_STREAM,
    hasCdn: true,
    appliesLayers: true,
    viewerProtocol: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    hasRateLimits: true,
    apiGatewayLogRole: 'create',
    userPool: 'create',
  },
  ministack: { ...EMULATOR, hasCdn: true, appliesLayers: true },
  // without a licence it skips CloudFront in silence, every attribute the text `unknown`, and takes
  // layers but applies none
  localstack: { ...EMULATOR, hasCdn: false, appliesLayers: false },
} as const satisfies Record<string, Target>;

export type TargetName = keyof typeof TARGETS;
