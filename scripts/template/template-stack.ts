import {
  App,
  Aws,
  CfnCondition,
  CfnOutput,
  CfnParameter,
  type CfnResource,
  CfnRule,
  Duration,
  Fn,
  type ICfnConditionExpression,
  type IStackSynthesizer,
  Stack,
} from 'aws-cdk-lib';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import { CfnRecordSet, HostedZone } from 'aws-cdk-lib/aws-route53';
import { CfnSubscription, CfnTopic, CfnTopicPolicy } from 'aws-cdk-lib/aws-sns';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { IConstruct } from 'constructs';
import cdkJson from '../../cdk.json' with { type: 'json' };
import type { ServiceAssets } from '../../lib/assets/service-assets.ts';
import { ImageService } from '../../lib/image-service.ts';
import type { ImageServiceProps } from '../../lib/image-service-props.ts';
import type { Template } from './merge-variants.ts';
import { PARAMETERS, type ParameterName, REQUIRED_TOGETHER } from './parameters.ts';
import { TemplateSynthesizer } from './template-synthesizer.ts';

/** Stands for the name of the stack, which is not known before the deploy. */
export const STACK_NAME = 'IMAGEWELLSTACK';

/** The choices that change more than a property, by the condition of each. */
export const VARIANTS = {
  HasApiDomain: 'ApiDomainName',
  HasCdnDomain: 'CdnDomainName',
  HasIssuer: 'IssuerUrl',
} as const satisfies Record<string, ParameterName>;

export type Variant = Readonly<Record<keyof typeof VARIANTS, boolean>>;

/** The choices of single resources and properties. */
const CHOICES = {
  HasApiHostedZone: 'ApiHostedZoneId',
  HasCdnHostedZone: 'CdnHostedZoneId',
  HasAlarmEmail: 'AlarmEmail',
  HasApiWebAcl: 'ApiWebAclArn',
  HasCdnWebAcl: 'CdnWebAclArn',
  HasConsoleClient: 'ConsoleClient',
} as const satisfies Record<string, ParameterName>;
const MAKES_LOG_ROLE = 'MakesLogRole';
type Choice = keyof typeof CHOICES | typeof MAKES_LOG_ROLE;

export interface TemplateProps {
  readonly assets: ServiceAssets;
  readonly variant: Variant;
  readonly version: string;
  /** For trials, with a URL of the CDN as another parameter. */
  readonly isEmulated: boolean;
  readonly outdir: string;
}

const isGiven = (value: string) => Fn.conditionNot(Fn.conditionEquals(value, ''));

class TemplateStack extends Stack {
  private readonly values: Readonly<Record<ParameterName, CfnParameter>>;

  constructor(app: App, synthesizer: TemplateSynthesizer, props: TemplateProps) {
    super(app, STACK_NAME, {
      // its optional members are not so under exactOptionalPropertyTypes
      synthesizer: synthesizer as IStackSynthesizer,
      description: `imagewell ${props.version}: image hosting and transformation`,
    });
    this.values = this.addParameters();
    this.addRules();
    this.addConditions();
    const cdnUrl = props.isEmulated
      ? new CfnParameter(this, 'EmulatedCdnUrl').valueAsString
      : undefined;
    const service = new ImageService(
      this,
      'Default',
      this.propsOf(props.variant, cdnUrl),
      props.assets,
    );
    for (const construct of service.node.findAll()) this.applyChoice(construct);
    const consoleClient = this.node.tryFindChild('ConsoleClientId');
    if (props.variant.HasIssuer && consoleClient instanceof CfnOutput) {
      consoleClient.condition = this.condition('HasConsoleClient');
      consoleClient.value = this.value('ConsoleClient');
    }
  }

  value(name: ParameterName): string {
    return this.values[name].valueAsString;
  }

  parameter(name: ParameterName): CfnParameter {
    return this.values[name];
  }

  private condition(choice: Choice): CfnCondition {
    return this.node.findChild(choice) as CfnCondition;
  }

  private addParameters(): Record<ParameterName, CfnParameter> {
    const groups = new Map<string, string[]>();
    const added = Object.entries(PARAMETERS).map(([name, { group, ...props }]) => {
      groups.set(group, [...(groups.get(group) ?? []), name]);

      return [name, new CfnParameter(this, name, props)] as const;
    });
    this.templateOptions.metadata = {
      'AWS::CloudFormation::Interface': {
        ParameterGroups: [...groups].map(([label, Parameters]) => ({
          Label: { default: label },
          Parameters,
        })),
      },
    };
    return Object.fromEntries(added) as Record<ParameterName, CfnParameter>;
  }

  private addRules(): void {
    for (const [name, needed] of REQUIRED_TOGETHER) {
      new CfnRule(this, `${name}Complete`, {
        ruleCondition: isGiven(this.value(name)),
        assertions: needed.map((other) => ({
          assert: isGiven(this.value(other)),
          assertDescription: `${name} requires ${other}`,
        })),
      });
    }
  }

  private addConditions(): void {
    const add = (id: string, expression: ICfnConditionExpression) =>
      new CfnCondition(this, id, { expression });
    for (const [id, name] of Object.entries({ ...VARIANTS, ...CHOICES })) {
      add(id, isGiven(this.value(name)));
    }
    add(MAKES_LOG_ROLE, Fn.conditionEquals(this.value('ApiGatewayLogRole'), 'create'));
  }

  /** The value of the parameter of a choice; no value where it isn't given. */
  private ifGiven(choice: keyof typeof CHOICES): string {
    return Fn.conditionIf(choice, this.value(CHOICES[choice]), Aws.NO_VALUE).toString();
  }

  private propsOf(variant: Variant, cdnUrl: string | undefined): ImageServiceProps {
    const value = (name: ParameterName) => this.value(name);
    const zone = (id: string, of: ParameterName, zoneName: string) =>
      HostedZone.fromHostedZoneAttributes(this, id, { hostedZoneId: value(of), zoneName });
    const certificate = (id: string, of: ParameterName) =>
      Certificate.fromCertificateArn(this, id, value(of));
    const apiDomainName = value('ApiDomainName');
    const cdnDomainName = value('CdnDomainName');
    return {
      ...(variant.HasApiDomain
        ? {
            apiDomain: {
              domainName: apiDomainName,
              certificate: certificate('ApiCertificate', 'ApiCertificateArn'),
              hostedZone: zone('ApiZone', 'ApiHostedZoneId', apiDomainName),
            },
          }
        : {}),
      ...(variant.HasCdnDomain
        ? {
            cdnDomain: {
              domainNames: [cdnDomainName],
              certificate: certificate('CdnCertificate', 'CdnCertificateArn'),
              hostedZone: zone('CdnZone', 'CdnHostedZoneId', cdnDomainName),
            },
          }
        : {}),
      ...(variant.HasIssuer
        ? {
            signIn: {
              kind: 'issuer',
              url: value('IssuerUrl'),
              keysUrl: value('IssuerKeysUrl'),
              audiences: [value('Audiences')],
              audienceClaim: value('AudienceClaim') as 'aud',
              userInfoUrl: value('IssuerUserInfoUrl'),
              consoleClientId: this.ifGiven('HasConsoleClient'),
            },
          }
        : {}),
      apiWebAclArn: value('ApiWebAclArn'),
      cdnWebAclArn: this.ifGiven('HasCdnWebAcl'),
      originalVersions: Duration.days(this.parameter('OriginalVersionDays').valueAsNumber),
      logRetention: this.parameter('LogRetentionDays').valueAsNumber,
      events: true,
      alarmEmail: value('AlarmEmail'),
      ...(cdnUrl === undefined ? {} : { emulator: { name: 'ministack', cdnUrl } }),
    };
  }

  /** Makes a resource, or a property, depend on a parameter. */
  private applyChoice(construct: IConstruct): void {
    const under = (resource: CfnResource, choice: Choice) => {
      resource.cfnOptions.condition = this.condition(choice);
    };
    const isLogRole =
      construct instanceof CfnRole && construct.node.path.includes('/CloudWatchRole/');
    const isOfEmail = [CfnTopic, CfnTopicPolicy, CfnSubscription].some(
      (kind) => construct instanceof kind,
    );
    if (construct instanceof CfnAccount || isLogRole) under(construct, MAKES_LOG_ROLE);
    else if (isOfEmail) under(construct as CfnTopic, 'HasAlarmEmail');
    else if (construct instanceof CfnWebACLAssociation) under(construct, 'HasApiWebAcl');
    else if (construct instanceof CfnRecordSet) {
      const isApi = construct.node.path.includes('/ApiAlias/');
      under(construct, isApi ? 'HasApiHostedZone' : 'HasCdnHostedZone');
    } else if (construct instanceof CfnAlarm) {
      const [topic] = this.resolve(construct.alarmActions);
      const action = { 'Fn::If': ['HasAlarmEmail', topic, { Ref: 'AWS::NoValue' }] };
      construct.addPropertyOverride('AlarmActions', [action]);
    }
  }
}

export interface SynthesizedTemplate {
  readonly app: App;
  readonly template: Template;
  /** The assets, by hash: a folder, or the archive of a layer. */
  readonly paths: ReadonlyMap<string, string>;
}

/** The template of one variant, as the CDK makes it. */
export function synthesizeVariant(props: TemplateProps): SynthesizedTemplate {
  const { outdir } = props;
  const app = new App({
    outdir,
    analyticsReporting: false,
    context: {
      ...cdkJson.context,
      'aws:cdk:disable-logicalId-metadata': true,
      'aws:cdk:enable-path-metadata': false,
    },
  });
  const synthesizer = new TemplateSynthesizer();
  const stack = new TemplateStack(app, synthesizer, props);
  const template: Template = app.synth().getStackByName(stack.stackName).template;
  const found = [...synthesizer.paths].map(([hash, name]) => [hash, `${outdir}/${name}`] as const);
  return { app, template, paths: new Map(found) };
}
