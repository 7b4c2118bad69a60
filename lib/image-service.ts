import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { EventBus, IRuleTarget, Rule } from 'aws-cdk-lib/aws-events';
import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { API_FUNCTIONS } from '../core/api/endpoints.ts';
import { EVENT_TYPE_NAMES } from '../core/events/event-types.ts';
import { TABLE_NAMES, tableOutput } from '../core/foundation/dynamodb-tables.ts';
import { nearestName } from '../core/foundation/nearest-name.ts';
import { ENVIRONMENT, NO_EVENTS, NO_PRIVATE_IMAGES } from '../lambdas/environment.ts';
import { acknowledgeFindings } from './acknowledge-findings.ts';
import type { ServiceAssets } from './assets/service-assets.ts';
import { BandwidthMetering } from './constructs/bandwidth-metering.ts';
import { ConsoleSite } from './constructs/console-site.ts';
import { DirectUploads } from './constructs/direct-uploads.ts';
import { addAliases } from './constructs/dns-records.ts';
import { Events } from './constructs/events.ts';
import { bucketHostOf, setEndpointKinds } from './constructs/function-endpoints.ts';
import { ImageApi } from './constructs/image-api.ts';
import { ImageDelivery } from './constructs/image-delivery.ts';
import { ImageStorage } from './constructs/image-storage.ts';
import { ImageClassification } from './constructs/moderation/image-classification.ts';
import { Monitoring } from './constructs/monitoring/monitoring.ts';
import { PrivateImages } from './constructs/private-images.ts';
import { Purge } from './constructs/purge.ts';
import { QueuedRenders } from './constructs/queued-renders.ts';
import { type FunctionDefaults, ServiceFunction } from './constructs/service-function.ts';
import { ServiceTables } from './constructs/service-tables.ts';
import {
  NO_LIBRARIES,
  provideDecoders,
  provideHeif,
  provideSharp,
} from './constructs/sharp-layer.ts';
import { SiteFiles } from './constructs/site-files.ts';
import { Sweeper } from './constructs/sweeper.ts';
import { grantTokenIssuer, grantUserInfo, TAKING_TOKENS } from './constructs/token-issuer.ts';
import { UploadKey } from './constructs/upload-key.ts';
import { CognitoUserPool } from './constructs/user-pool.ts';
import { FUNCTIONS, type FunctionName } from './functions.ts';
import type { ImageServiceProps } from './image-service-props.ts';
import { functionsLeftOut, type OptionalFunctionName } from './optional-functions.ts';
import { privateKeyFolder } from './private-images/private-image-keys.ts';
import { configOf, type ServiceConfig, type TokenIssuer } from './service-config.ts';
import { serviceNameOf } from './service-name.ts';
import { siteOrigins } from './site-origins.ts';
import { TARGETS } from './target.ts';

/** Those that answer or read image URLs. */
const KNOW_THE_CDN = new Set<FunctionName>([...API_FUNCTIONS, 'publish-events']);

/** Those that count uploads by the minute. */
const RATE_LIMITED = ['upload-temporary-image', 'upload-from-url', 'upload-key-calls'] as const;

/**
 * The functions that queue work for the purge worker: deletions of projects, revocations of signing
 * secrets, and refusals for the bandwidth of a plan.
 */
const QUEUEING_PURGES = [
  'project-calls',
  'project-key-calls',
  'sweep-temporary-images',
  'meter-access-logs',
] as const;

interface SiteNeeds {
  readonly assets: ServiceAssets;
  readonly config: ServiceConfig;
  readonly delivery: ImageDelivery;
  readonly api: ImageApi;
  readonly incomingHost: string;
  readonly userPool: CognitoUserPool | undefined;
}

type Functions = Readonly<Record<Exclude<FunctionName, OptionalFunctionName>, ServiceFunction>> &
  Readonly<Partial<Record<OptionalFunctionName, ServiceFunction>>>;

interface OutputParts {
  readonly config: ServiceConfig;
  readonly tables: ServiceTables;
  readonly storage: ImageStorage;
  readonly delivery: ImageDelivery;
  readonly api: ImageApi;
  readonly issuer: TokenIssuer;
  readonly userPool: CognitoUserPool | undefined;
  readonly site: ConsoleSite | undefined;
  readonly events: Events | undefined;
}

/** Addresses and names of resources, by the names of the stack outputs. */
function addressesAndNames(parts: OutputParts): Readonly<Record<string, string>> {
  const { config, tables, storage, delivery, api, issuer, userPool, site, events } = parts;
  const { distribution } = delivery; // the targets of the custom domains' DNS records
  const ofTables = TABLE_NAMES.map((name) => [tableOutput(name), tables.tables[name].tableName]);
  return {
    BaseUrl: api.baseUrl,
    CdnUrl: delivery.cdnUrl,
    RenderUrl: delivery.functionUrl.url,
    ...(distribution
      ? {
          DistributionDomain: distribution.distributionDomainName,
          DistributionId: distribution.distributionId,
        }
      : {}),
    ...(api.domainTarget ? { ApiDomainTarget: api.domainTarget } : {}),
    ...(Object.fromEntries(ofTables) as Record<string, string>),
    OriginalsBucket: storage.originals.bucketName,
    RenditionsBucket: storage.renditions.bucketName,
    AccessLogsBucket: storage.accessLogs.bucketName,
    ...(issuer.tokenIssuer ? { TokenIssuer: issuer.tokenIssuer } : {}),
    ...(userPool?.outputs ?? {}),
    ...(config.consoleClientId ? { ConsoleClientId: config.consoleClientId } : {}),
    ...(site ? { SiteBucket: site.bucket.bucketName } : {}),
    ...(events ? { EventBus: events.bus.eventBusName } : {}),
    ...(config.plans ? { Plans: JSON.stringify(config.plans) } : {}),
  };
}

/** The image service as a construct: wires the others, owns no resource with data. */
export class ImageService extends Construct {
  /** `{base_url}` of the API, without a slash at the end. */
  readonly apiUrl: string;
  /** `{cdn_url}` of images and console, without a slash at the end. */
  readonly cdnUrl: string;
  /** The bus of events; undefined without `events`. */
  readonly eventBus: EventBus | undefined;
  /** The alarms, by name. */
  readonly alarms: Readonly<Record<string, Alarm>>;
  /** Addresses and names of resources, by the names of the stack outputs. */
  readonly outputs: Readonly<Record<string, string>>;

  private readonly functions: Functions;
  private readonly events: Events | undefined;
  private readonly hasStackOutputs: boolean;
  private uploadKey: UploadKey | undefined;

  constructor(scope: Construct, id: string, props: ImageServiceProps, assets: ServiceAssets) {
    super(scope, id);
    const config = configOf(this, props);
    this.functions = this.createFunctions(config, assets);
    const functions = Object.values(this.functions);
    const tables = new ServiceTables(this, 'Tables', config);
    const storage = new ImageStorage(this, 'Storage', config);
    const renderer = this.functions['render-image'];
    const { accessLogs } = storage;
    const privateImages = this.createPrivateImages(config);
    const keyGroup = privateImages?.keyGroup;
    const ofDelivery = { assets, renderer, accessLogs, keyGroup, config };
    const delivery = new ImageDelivery(this, 'Delivery', ofDelivery);
    const byName = new Map<string, ServiceFunction>(Object.entries(this.functions));
    const api = new ImageApi(this, 'Api', { functions: byName, cdnUrl: delivery.cdnUrl, config });
    const purge = this.createPurge(tables);
    new Sweeper(this, 'Sweeper', { sweeper: this.functions['sweep-temporary-images'] });
    const worker = this.functions['render-queued'];
    const queuedRenders = new QueuedRenders(this, 'QueuedRenders', { worker, renderer });
    const incomingHost = bucketHostOf(storage.incoming, config);
    const directUploads = new DirectUploads(this, 'DirectUploads', {
      bucket: storage.incoming,
      host: incomingHost,
      signer: this.functions['upload-key-calls'],
      validate: this.functions['accept-direct-upload'],
    });
    const events = this.createEvents(tables);
    const classification = this.createClassification(events);
    const meter = this.functions['meter-access-logs'];
    const metering = new BandwidthMetering(this, 'Metering', { bucket: accessLogs, meter });
    for (const fn of functions) {
      tables.grantAccess(fn);
      storage.grantAccess(fn);
      if (KNOW_THE_CDN.has(fn.serviceName)) delivery.grantAddress(fn);
      const { recordCallsTo } = config;
      if (recordCallsTo) fn.setVariable(ENVIRONMENT.recordCallsTo, recordCallsTo);
      setEndpointKinds(fn, config);
    }
    if (!TARGETS[config.target].hasRateLimits) {
      for (const name of RATE_LIMITED) {
        this.functions[name].setVariable(ENVIRONMENT.rateLimits, 'off');
      }
    }
    const userPool = this.createUserPool(config, delivery.cdnUrl);
    const issuer = this.grantIssuer(config, userPool);
    const site = this.createSite({ assets, config, delivery, api, incomingHost, userPool });
    for (const name of QUEUEING_PURGES) purge.grantQueueing(this.functions[name]);
    delivery.grantInvalidation(this.functions['purge-image']);
    const monitoring = new Monitoring(this, 'Monitoring', {
      api: api.api,
      distribution: delivery.distribution,
      functions,
      renderer,
      purge,
      queuedRenders,
      directUploads,
      metering,
      events,
      classification,
      tables,
      config,
    });
    addAliases(this, { config, api, delivery });
    this.apiUrl = api.baseUrl;
    this.cdnUrl = delivery.cdnUrl;
    this.events = events;
    this.eventBus = events?.bus;
    this.alarms = monitoring.alarms;
    const parts = { config, tables, storage, delivery, api, issuer, userPool, site, events };
    this.outputs = { ...addressesAndNames(parts), ...this.namesOfPrivateKeys(privateImages) };
    if (site && assets.siteWriter) {
      const { siteWriter: writer, version } = assets;
      const { bucket } = site;
      const { outputs } = this;
      const target = TARGETS[config.target];
      const { logRetentionDays } = config;
      const props = { bucket, writer, version, outputs, target, logRetentionDays };
      new SiteFiles(this, 'SiteFiles', props);
    }
    this.hasStackOutputs = props.stackOutputs ?? true;
    this.tell(this.outputs);
    this.storeParameters(props.parameterPrefix);
    acknowledgeFindings(this);
  }

  /**
   * Allows a principal to read keys of the service's first project, which `bootstrap` writes to an
   * SSM parameter. They are its upload key, and an API key that can save and read images only.
   */
  grantUpload(grantee: IGrantable): Grant {
    return this.provideUploadKey().grantRead(grantee);
  }

  /** Name of the SSM parameter that `grantUpload` is about: a JSON object of addresses and keys. */
  get uploadKeyParameter(): string {
    return this.provideUploadKey().parameterName;
  }

  /** Calls a target when an image was saved, in one project or in all; throws without `events`. */
  onImageSaved(target: IRuleTarget, projectId?: string): Rule {
    return this.onEvent('image.saved', target, projectId);
  }

  /** Calls a target at an event of a type of docs/events.md; throws an Error without `events`. */
  onEvent(type: string, target: IRuleTarget, projectId?: string): Rule {
    if (!this.events) throw new Error(`${this.node.path}: events are off; set events: true`);
    if (!(EVENT_TYPE_NAMES as readonly string[]).includes(type)) {
      const nearest = nearestName(type, EVENT_TYPE_NAMES);
      const meant = nearest ? `; did you mean ${nearest}?` : '';
      throw new Error(`${this.node.path}: ${type} is not a type of events${meant}`);
    }
    return this.events.call([type], target, projectId);
  }

  /** Writes outputs by which the operator's commands know the stack. */
  tell(outputs: Readonly<Record<string, string>>): void {
    if (!this.hasStackOutputs) return;
    const stack = Stack.of(this);
    for (const [name, value] of Object.entries(outputs)) {
      if (stack.node.tryFindChild(name)) {
        throw new Error(
          `${stack.node.path} already has ${name}: set stackOutputs: false in all image services of a stack but one`,
        );
      }
      new CfnOutput(stack, name, { value });
    }
  }

  private provideUploadKey(): UploadKey {
    if (!this.uploadKey) {
      this.uploadKey = new UploadKey(this, 'UploadKey');
      this.tell({ UploadKeyParameter: this.uploadKey.parameterName });
    }
    return this.uploadKey;
  }

  private storeParameters(prefix: string | undefined): void {
    if (prefix === undefined) return;
    for (const [name, value] of Object.entries(this.outputs)) {
      if (name === 'Plans') continue;
      const own = name.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
      new StringParameter(this, `${name}Parameter`, {
        parameterName: `${prefix.replace(/\/$/, '')}/${own}`,
        stringValue: value,
      });
    }
  }

  private createFunctions(config: ServiceConfig, assets: ServiceAssets): Functions {
    const target = TARGETS[config.target];
    const sharp = provideSharp(this, { assets, target });
    const decoders = provideDecoders(this, { assets, target });
    const heif = config.heic === 'on' ? provideHeif(this, { assets, target }) : NO_LIBRARIES;
    const { logRetentionDays, reservedConcurrency, backgroundConcurrency, ownUserPool } = config;
    const libraries = { sharp, decoders, heif };
    const common = { assets, target, logRetentionDays, backgroundConcurrency };
    const defaults: FunctionDefaults = { ...common, ...libraries };
    const remaining = functionsLeftOut({
      hasEvents: config.events === 'on',
      hasRekognition: config.rekognition === 'on',
      hasUserPool: ownUserPool !== undefined,
    });
    const names = (Object.keys(FUNCTIONS) as FunctionName[]).filter(
      (name) => !remaining.includes(name),
    );
    const result = names.map((functionName) => {
      const isRenderer = functionName === 'render-image';
      const reserved = isRenderer ? { reservedConcurrency } : {};
      const props = { ...defaults, functionName, ...reserved };
      return [functionName, new ServiceFunction(this, functionName, props)];
    });
    return Object.fromEntries(result) as Functions;
  }

  private createPurge({ tables }: ServiceTables): Purge {
    return new Purge(this, 'Purge', {
      imagesTable: tables.images,
      worker: this.functions['purge-image'],
      queuer: this.functions['queue-purges'],
      requeuer: this.functions['requeue-purges'],
    });
  }

  private createUserPool(config: ServiceConfig, consoleUrl: string): CognitoUserPool | undefined {
    const { ownUserPool, removalPolicy } = config;
    const checkSignUp = this.functions['check-sign-up'];
    if (!ownUserPool || !checkSignUp) return undefined;
    const props = { checkSignUp, consoleUrl, removalPolicy, service: this, rule: ownUserPool };
    // another id than `People` would replace the pool of a deployed stack, with its users
    return new CognitoUserPool(this, 'People', props);
  }

  private namesOfPrivateKeys(privateImages: PrivateImages | undefined) {
    return {
      PrivateKeyFolder: privateKeyFolder(serviceNameOf(this)),
      ...(privateImages ? { PrivateKeys: privateImages.keyList } : {}),
    };
  }

  private createPrivateImages({ privateImageKeys }: ServiceConfig): PrivateImages | undefined {
    const [first, ...others] = privateImageKeys;
    const signer = this.functions['api-key-calls'];
    if (first === undefined) {
      signer.setVariable(ENVIRONMENT.signingKeyPairId, NO_PRIVATE_IMAGES);
      return undefined;
    }
    const folder = privateKeyFolder(serviceNameOf(this));
    const publicKeys = [first, ...others] as const;
    const privateImages = new PrivateImages(this, 'PrivateImages', { publicKeys, folder });
    privateImages.grantSigning(signer);
    return privateImages;
  }

  /** The users' sign-in: at the issuer of the props, or in the service's own user pool. */
  private grantIssuer(config: ServiceConfig, userPool: CognitoUserPool | undefined) {
    const issuer = userPool?.issuer ?? config.issuer;
    for (const name of TAKING_TOKENS) grantTokenIssuer(this.functions[name], issuer);
    grantUserInfo(this.functions['account-and-team-calls'], issuer);
    return issuer;
  }

  /** Behind the distribution, if the service has one; its functions don't know the site. */
  private createSite(needs: SiteNeeds): ConsoleSite | undefined {
    const { assets, config, delivery, api, incomingHost, userPool } = needs;
    const { distribution, origin: renderer, originRequestPolicy, configuredUrl } = delivery;
    if (!distribution || !renderer || !originRequestPolicy) return undefined;
    const origins = siteOrigins({
      apiHost: api.host,
      incomingHost,
      signInUrls: userPool ? userPool.urls : config.signInUrls,
      cdnUrl: config.cdnUrl,
    });
    return new ConsoleSite(this, 'Site', {
      assets,
      distribution,
      renderer,
      originRequestPolicy,
      cdnUrl: configuredUrl,
      origins,
      config,
    });
  }

  private createEvents(tables: ServiceTables): Events | undefined {
    const publisher = this.functions['publish-events'];
    const sender = this.functions['deliver-webhooks'];
    const caller = this.functions['webhook-calls'];
    if (!publisher || !sender) {
      caller.setVariable(ENVIRONMENT.deliveryQueueUrl, NO_EVENTS);
      return undefined;
    }
    return new Events(this, 'Events', { tables, publisher, sender, caller });
  }

  private createClassification(events: Events | undefined): ImageClassification | undefined {
    const worker = this.functions['classify-images'];
    if (!worker || !events) return undefined;
    const caller = this.functions['project-calls'];
    return new ImageClassification(this, 'Classification', { events, worker, caller });
  }
}
