import { Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { type BuiltAssets, checkoutAssets } from './assets/checkout-assets.ts';
import { settingsOutputs } from './deployed-settings.ts';
import { hasUserPool } from './has-user-pool.ts';
import { ImageService } from './image-service.ts';
import type { ImageServiceProps, SignInProps } from './image-service-props.ts';
import { CDK } from './service-config.ts';
import { SETTINGS, type Settings, type SingleProp } from './settings.ts';

export interface ImageServiceStackProps extends StackProps, BuiltAssets {
  readonly settings: Settings;
  /** The project's folder. */
  readonly root: string;
}

function signInOf(settings: Settings): SignInProps {
  const { tokenIssuer, tokenKeysUrl, tokenAudiences, signUp, signUpDomains } = settings;
  if (hasUserPool(settings)) {
    return { kind: 'own-user-pool', signUp, signUpDomains, mfa: settings.signInMfa };
  }
  if (!tokenIssuer || !tokenKeysUrl || !tokenAudiences) return { kind: 'none' };
  return {
    kind: 'issuer',
    url: tokenIssuer,
    keysUrl: tokenKeysUrl,
    audiences: tokenAudiences,
    audienceClaim: settings.tokenAudienceClaim,
    userInfoUrl: settings.tokenUserInfoUrl,
    consoleClientId: settings.consoleClientId,
  };
}

function domainsOf(scope: Construct, settings: Settings) {
  const { apiDomainName, apiCertificateArn, cdnDomainNames, cdnCertificateArn } = settings;
  const certificate = (id: string, arn: string) => Certificate.fromCertificateArn(scope, id, arn);
  return {
    apiDomain:
      apiDomainName && apiCertificateArn
        ? {
            domainName: apiDomainName,
            certificate: certificate('ApiCertificate', apiCertificateArn),
          }
        : undefined,
    cdnDomain: cdnCertificateArn
      ? {
          domainNames: cdnDomainNames,
          certificate: certificate('CdnCertificate', cdnCertificateArn),
        }
      : undefined,
  };
}

/** The props that one setting makes, of these settings. */
export function singlePropsOf(settings: Settings): Pick<ImageServiceProps, SingleProp> {
  const values: Readonly<Record<string, unknown>> = settings;
  const props = SETTINGS.flatMap(({ name, prop }) =>
    typeof prop === 'string' ? [] : [[prop.name, prop.toProp(values[name], CDK)]],
  );
  return Object.fromEntries(props);
}

/** The props of a service with these settings. */
function propsOf(scope: Construct, settings: Settings): ImageServiceProps {
  const { target, cdnUrl, recordCallsTo, alarmTopicArn } = settings;
  return {
    ...singlePropsOf(settings),
    ...domainsOf(scope, settings),
    signIn: signInOf(settings),
    alarmTopic: alarmTopicArn ? Topic.fromTopicArn(scope, 'AlarmTopic', alarmTopicArn) : undefined,
    emulator: target === 'aws' ? undefined : { name: target, cdnUrl, recordCallsTo },
  };
}

/** The image service in its own stack, by the settings of a stage; owns no resource. */
export class ImageServiceStack extends Stack {
  constructor(scope: Construct, id: string, props: ImageServiceStackProps) {
    super(scope, id, props);
    const { settings, root } = props;
    const assets = checkoutAssets(root, props);
    // no part of logical ids: those of deployed tables and buckets have no other name in them
    const service = new ImageService(this, 'Default', propsOf(this, settings), assets);
    service.tell(settingsOutputs(settings));
  }
}
