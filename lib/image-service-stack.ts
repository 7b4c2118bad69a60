import { join } from 'node:path';
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { API_FUNCTIONS } from '../core/api/endpoints.ts';
import { ENVIRONMENT, NO_EVENTS } from '../lambdas/environment.ts';
import { acknowledgeFindings } from './acknowledge-findings.ts';
import { BandwidthMetering } from './constructs/bandwidth-metering.ts';
import { ConsoleSite } from './constructs/console-site.ts';
import { DirectUploads } from './constructs/direct-uploads.ts';
import { Events } from './constructs/events.ts';
import { ImageApi } from './constructs/image-api.ts';
import { ImageDelivery } from './constructs/image-delivery.ts';
import { ImageStorage } from './constructs/image-storage.ts';
import { Monitoring } from './constructs/monitoring.ts';
import { Purge } from './constructs/purge.ts';
import { QueuedRenders } from './constructs/queued-renders.ts';
import { type FunctionDefaults, ServiceFunction } from './constructs/service-function.ts';
import { ServiceTables } from './constructs/service-tables.ts';
import { provideSharp } from './constructs/sharp-layer.ts';
import { Sweeper } from './constructs/sweeper.ts';
import { CognitoUserPool } from './constructs/user-pool.ts';
import { settingsOutputs } from './deployed-settings.ts';
import { FUNCTIONS, type FunctionName } from './functions.ts';
import { functionsLeftOut, type OptionalFunctionName } from './optional-functions.ts';
import type { Settings } from './settings.ts';
import { siteOrigins } from './site-origins.ts';
import { TARGETS } from './target.ts';
import { grantTokenIssuer, grantUserInfo, TAKING_TOKENS } from './token-issuer.ts';

export interface ImageServiceStackProps extends StackProps {
  readonly settings: Settings;
  /** The project's folder. */
  readonly root: string;
  /** The built layer of sharp; below `layers` by default. */
  readonly sharpLayerPath?: string;
}

/** Those that answer or read image URLs. */
const KNOW_THE_CDN = new Set<FunctionName>([...API_FUNCTIONS, 'publish-events']);

/** Those that count uploads by the minute. */
const RATE_LIMITED = ['upload-temporary-image', 'upload-from-url', 'upload-key-calls'] as const;

/**
 * The functions whose calls queue work for the purge worker: deletions of projects and revocations
 * of signing secrets.
 */
const QUEUEING_PURGES = ['project-calls', 'project-key-calls', 'sweep-temporary-images'] as const;

interface SiteNeeds extends Pick<ImageServiceStackProps, 'root' | 'settings'> {
  readonly delivery: ImageDelivery;
  readonly api: ImageApi;
  readonly storage: ImageStorage;
  readonly userPool: CognitoUserPool | undefined;
}

type Functions = Readonly<Record<Exclude<FunctionName, OptionalFunctionName>, ServiceFunction>> &
  Readonly<Partial<Record<OptionalFunctionName, ServiceFunction>>>;

/** The image service in one stack: wires the constructs, owns no resource. */
export class ImageServiceStack extends Stack {
  private readonly functions: Functions;

  constructor(scope: Construct, id: string, props: ImageServiceStackProps) {
    super(scope, id, props);
    const { settings, root } = props;
    this.functions = this.createFunctions(props);
    const functions = Object.values(this.functions);
    const tables = new ServiceTables(this, 'Tables', settings);
    const storage = new ImageStorage(this, 'Storage', settings);
    const renderer = this.functions['render-image'];
    const { accessLogs } = storage;
    const delivery = new ImageDelivery(this, 'Delivery', { root, renderer, accessLogs, settings });
    const byName = new Map<string, ServiceFunction>(Object.entries(this.functions));
    const api = new ImageApi(this, 'Api', {
      functions: byName,
      cdnUrl: delivery.cdnUrl,
      settings,
    });
    const purge = this.createPurge(tables);
    new Sweeper(this, 'Sweeper', { sweeper: this.functions['sweep-temporary-images'] });
    const worker = this.functions['render-queued'];
    const queuedRenders = new QueuedRenders(this, 'QueuedRenders', { worker, renderer });
    const directUploads = new DirectUploads(this, 'DirectUploads', {
      bucket: storage.incoming,
      signer: this.functions['upload-key-calls'],
      validate: this.functions['accept-direct-upload'],
    });
    const events = this.createEvents(tables);
    const meter = this.functions['meter-access-logs'];
    const metering = new BandwidthMetering(this, 'Metering', { bucket: accessLogs, meter });
    for (const fn of functions) {
      tables.grantAccess(fn);
      storage.grantAccess(fn);
      if (KNOW_THE_CDN.has(fn.serviceName)) delivery.grantAddress(fn);
      const { recordCallsTo } = settings;
      if (recordCallsTo) fn.setVariable(ENVIRONMENT.recordCallsTo, recordCallsTo);
    }
    if (!TARGETS[settings.target].hasRateLimits) {
      for (const name of RATE_LIMITED) {
        this.functions[name].setVariable(ENVIRONMENT.rateLimits, 'off');
      }
    }
    const userPool = this.grantUserPool(settings, delivery.cdnUrl);
    this.serveSite({ root, settings, delivery, api, storage, userPool });
    for (const name of QUEUEING_PURGES) purge.grantQueueing(this.functions[name]);
    delivery.grantInvalidation(this.functions['purge-image']);
    new Monitoring(this, 'Monitoring', {
      api: api.api,
      distribution: delivery.distribution,
      functions,
      renderer,
      purge,
      queuedRenders,
      directUploads,
      metering,
      events,
      tables,
      settings,
    });
    this.tell({ BaseUrl: api.baseUrl, CdnUrl: delivery.cdnUrl });
    this.tell({ RenderUrl: delivery.functionUrl.url });
    const { distribution } = delivery; // the targets of the custom domains' DNS records
    if (distribution) {
      const { distributionDomainName, distributionId } = distribution;
      this.tell({ DistributionDomain: distributionDomainName, DistributionId: distributionId });
    }
    if (api.domainTarget) this.tell({ ApiDomainTarget: api.domainTarget });
    for (const [name, table] of Object.entries(tables.tables)) {
      this.tell({ [`${name.charAt(0).toUpperCase()}${name.slice(1)}Table`]: table.tableName });
    }
    this.tell({
      OriginalsBucket: storage.originals.bucketName,
      RenditionsBucket: storage.renditions.bucketName,
      AccessLogsBucket: accessLogs.bucketName,
    });
    if (settings.plans) this.tell({ Plans: JSON.stringify(settings.plans) });
    this.tell(settingsOutputs(settings));
    acknowledgeFindings(this);
  }

  private createFunctions({ settings, root, sharpLayerPath }: ImageServiceStackProps) {
    const target = TARGETS[settings.target];
    const assetPath = sharpLayerPath ?? join(root, 'layers/sharp/dist', target.architecture);
    const sharp = provideSharp(this, { assetPath, target });
    const { logRetentionDays, reservedConcurrency } = settings;
    const defaults: FunctionDefaults = { root, target, logRetentionDays, sharp };
    const remaining = functionsLeftOut(settings);
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

  /** The users' sign-in: at the configured issuer, or in a user pool of the stack. */
  private grantUserPool(settings: Settings, consoleUrl: string): CognitoUserPool | undefined {
    const checkSignUp = this.functions['check-sign-up'];
    // another id than `People` would replace the pool of a deployed stack, with its users
    const userPool =
      checkSignUp && new CognitoUserPool(this, 'People', { checkSignUp, consoleUrl, settings });
    const issuer = userPool?.issuer ?? settings;
    for (const name of TAKING_TOKENS) grantTokenIssuer(this.functions[name], issuer);
    grantUserInfo(this.functions['account-and-team-calls'], issuer);
    if (issuer.tokenIssuer) this.tell({ TokenIssuer: issuer.tokenIssuer });
    if (userPool) this.tell(userPool.outputs);
    else if (settings.consoleClientId) this.tell({ ConsoleClientId: settings.consoleClientId });
    return userPool;
  }

  /** Behind the distribution, if the stack has one; its functions don't know the site. */
  private serveSite({ root, settings, delivery, api, storage, userPool }: SiteNeeds): void {
    const { distribution, origin: renderer } = delivery;
    if (!distribution || !renderer) return;
    const origins = siteOrigins(settings, {
      apiHost: api.host,
      incomingHost: storage.incoming.bucketRegionalDomainName,
      signInUrls: userPool ? userPool.urls : [],
    });
    const site = new ConsoleSite(this, 'Site', { root, distribution, renderer, origins, settings });
    this.tell({ SiteBucket: site.bucket.bucketName });
  }

  private createEvents(tables: ServiceTables): Events | undefined {
    const publisher = this.functions['publish-events'];
    const sender = this.functions['deliver-webhooks'];
    const caller = this.functions['webhook-calls'];
    if (!publisher || !sender) {
      caller.setVariable(ENVIRONMENT.deliveryQueueUrl, NO_EVENTS);
      return undefined;
    }
    const events = new Events(this, 'Events', { tables, publisher, sender, caller });
    this.tell({ EventBus: events.bus.eventBusName });
    return events;
  }

  private tell(outputs: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
