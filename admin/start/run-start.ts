import { openBrowser } from '../../cli/sign-in/open-browser.ts';
import { type Credentials, prepareDataFolder } from '../../local/data-folder/data-folder.ts';
import { lockDataFolder } from '../../local/data-folder/data-folder-lock.ts';
import { type LocalPlan, readLocalPlan } from '../../local/data-folder/local-plan.ts';
import { closeDataFolder } from '../../local/data-folder/private-data-folder.ts';
import { describeStartFault } from '../../local/data-folder/start-fault.ts';
import { setRoomAside } from '../../local/data-folder/with-reserve.ts';
import {
  findIssuer,
  type IssuerSettings,
  IssuerSilentError,
} from '../../local/identity-provider/find-issuer.ts';
import { localIssuer } from '../../local/identity-provider/issuer-profile.ts';
import type { TokenIssuer } from '../../local/identity-provider/open-issuer.ts';
import { seekIssuer } from '../../local/identity-provider/seek-issuer.ts';
import type { LocalSettings } from '../../local/lambda/local-services.ts';
import { type LocalService, startLocalService } from '../../local/local-service.ts';
import { claimObjectsPlace } from '../../local/objects/check-place.ts';
import { bufferOutput } from '../../local/observability/buffered-sink.ts';
import {
  isTracingOn,
  NO_TRACER,
  type RequestTracer,
} from '../../local/observability/request-tracer.ts';
import { createServiceLog, type LogSink } from '../../local/observability/service-log.ts';
import type { OpenProgram } from '../../local/program/service-program.ts';
import { describeSetUp, describeStartup } from '../../local/startup-banner.ts';
import { failStart } from './fail-start.ts';
import type { StartOptions } from './read-start-options.ts';
import { onNpmGone } from './watch-npm.ts';

const NO_ROOM =
  'the disk is full. Images are still served and can be deleted; nothing can be added until there is free space.';

function explain(error: unknown, { port, host, dataDir }: StartOptions): never {
  const { message, stack } = error as NodeJS.ErrnoException;
  return failStart(
    describeStartFault(error, { dataDir, port, host }) ?? stack ?? message,
    'failed',
  );
}

/**
 * Ends the process by SIGINT and SIGTERM, from its first moment on, and with the npm that started
 * it. In a container it is process 1, and a signal without a handler does nothing there. The result
 * sets the work of the end.
 */
function endBySignals(): (stop: () => Promise<void>) => void {
  let isStopping = false;
  let stopService = async () => {};
  const end = async () => {
    if (isStopping) return;
    isStopping = true;
    await stopService();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());
  void onNpmGone(() => void end());
  return (stop) => {
    stopService = stop;
  };
}

const log = createServiceLog(process.stdout.isTTY ? await formatLines() : bufferOutput(process));

/** The formatter is loaded for a terminal alone: it is 30 of the 300 library files of a start. */
async function formatLines(): Promise<LogSink> {
  const { createPrettyLines } = await import('../../local/observability/pretty-lines.ts');
  return createPrettyLines(process.stdout);
}

/** OpenTelemetry is loaded where its variables ask for it, and nowhere else. */
async function openTracer(): Promise<RequestTracer> {
  if (!isTracingOn(process.env)) return NO_TRACER;
  const { createExportingTracer } = await import('../../local/observability/export-traces.ts');
  return createExportingTracer(log);
}

interface Started extends LocalPlan {
  readonly credentials: Credentials;
  readonly door: LocalService['door'];
}

interface ExternalIssuer {
  readonly tokens: TokenIssuer;
  origins(): readonly string[];
}

/** A silent issuer stops nothing but sign-in, until it is found. */
async function findOrSeek(settings: IssuerSettings): Promise<ExternalIssuer> {
  try {
    const tokens = await findIssuer(settings);
    return { tokens, origins: () => tokens.origins };
  } catch (error) {
    if (!(error instanceof IssuerSilentError)) throw error;
    const origins = seekIssuer(settings, log);
    const after = 'sign-in is unavailable until it does; API keys work';
    console.error(`imagewell: ${error.message}: ${after}.`);
    return { tokens: settings, origins };
  }
}

/** The issuer of `--issuer`; undefined: the service is its own. */
async function findExternalIssuer(options: StartOptions): Promise<ExternalIssuer | undefined> {
  const { issuer, audience = [], audienceClaim } = options;
  return issuer === undefined ? undefined : findOrSeek({ issuer, audience, audienceClaim });
}

function settingsOf(options: StartOptions, tokens: TokenIssuer | undefined): LocalSettings {
  return {
    dataDir: options.dataDir,
    baseUrl: options.baseUrl,
    cdnUrl: options.imageUrl,
    plan: options.plan ?? null,
    plans: options.plans,
    hasRateLimits: options.rateLimits,
    hasHeic: !options.noHeic,
    hasEvents: options.events,
    hasLoopbackWebhooks: options.loopbackWebhooks,
    objects: options.objects,
    issuer: tokens ?? localIssuer(options.loopbackUrl),
  };
}

async function start(
  options: StartOptions,
  openProgram: OpenProgram,
  onEnd: ReturnType<typeof endBySignals>,
): Promise<Started> {
  const { port, host, dataDir, plan = null, plans, baseUrl, imageUrl } = options;
  for (const warning of options.warnings) console.error(`imagewell: ${warning}`);
  for (const warning of closeDataFolder(dataDir)) console.error(`imagewell: ${warning}`);
  const lock = await lockDataFolder(dataDir);
  const credentials = await prepareDataFolder(dataDir, { baseUrl, cdnUrl: imageUrl });
  await claimObjectsPlace(dataDir, options.objects);
  const ofAccount = await readLocalPlan(dataDir, plans, plan);
  if (!setRoomAside(dataDir)) console.error(`imagewell: ${NO_ROOM}`);
  const tracer = await openTracer();
  const external = await findExternalIssuer(options);
  const program = await openProgram(log);
  // at a terminal its user is about to open it
  if (process.stdout.isTTY) void program.openConsole();
  const service = await startLocalService({
    program,
    port,
    ...(host === undefined ? {} : { host }),
    settings: settingsOf(options, external?.tokens),
    hasSignIn: options.hasSignIn,
    hasDoor: options.hasDoor,
    externalIssuer: external && {
      issuer: external.tokens.issuer,
      clientId: options.consoleClientId,
      origins: external.origins,
    },
    trustedProxies: options.trustProxy,
    metricsReaders: options.metrics,
    tracer,
    projectId: credentials.projectId,
    onRequest: log.request,
    log,
  });
  onEnd(async () => {
    await service.stop();
    lock.release();
  });
  return { credentials, ...ofAccount, door: service.door };
}

/**
 * Starts the service on this machine, and prints the startup banner. A fault is reported in a
 * sentence, and ends the process.
 */
export async function runStart(options: StartOptions, openProgram: OpenProgram): Promise<void> {
  const onEnd = endBySignals();
  try {
    const { credentials, door, ...ofAccount } = await start(options, openProgram, onEnd);
    const { dataDir, verbose, open } = options;
    const isTerminal = process.stdout.isTTY === true;
    const setUp = describeSetUp(door, dataDir, isTerminal);
    const facts = { dataDir, ...ofAccount, isTerminal, isVerbose: verbose, setUp };
    console.log(describeStartup(credentials, facts));
    if (open) openBrowser(process, `${credentials.baseUrl}/`);
  } catch (error) {
    explain(error, options);
  }
}
