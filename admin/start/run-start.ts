import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { EXIT_CODES, type Outcome } from '../../cli/exit-codes.ts';
import { openBrowser } from '../../cli/sign-in/open-browser.ts';
import { type ConfiguredPlans, findPlan, PLANS, type Plan } from '../../core/projects/plans.ts';
import { readConfiguredPlans } from '../../local/data-folder/configured-plans.ts';
import { type Credentials, prepareDataFolder } from '../../local/data-folder/data-folder.ts';
import { type HeldLock, lockDataFolder } from '../../local/data-folder/data-folder-lock.ts';
import { readLocalPlan } from '../../local/data-folder/local-plan.ts';
import { closeDataFolder } from '../../local/data-folder/private-data-folder.ts';
import { describeStartFault } from '../../local/data-folder/start-fault.ts';
import { setRoomAside } from '../../local/data-folder/with-reserve.ts';
import { localIssuer } from '../../local/identity-provider/issuer-profile.ts';
import { startLocalService } from '../../local/local-service.ts';
import { METRICS_READERS, type MetricsReaders } from '../../local/observability/answer-metrics.ts';
import {
  isTracingOn,
  NO_TRACER,
  type RequestTracer,
} from '../../local/observability/request-tracer.ts';
import { createServiceLog, type LogSink } from '../../local/observability/service-log.ts';
import { describeStartup } from '../../local/startup-banner.ts';
import { describeArgumentFault } from '../program-help.ts';
import { dataDirOf } from '../program-options.ts';
import { START_HELP, START_OPTIONS } from '../start-options.ts';
import type { OpenProgram } from './start-command.ts';

const NO_ROOM =
  'the disk is full. Images are still served and can be deleted; nothing can be added until there is free space.';

interface Options {
  readonly port: number;
  /** Undefined: the loopback interface. */
  readonly host: string | undefined;
  readonly dataDir: string;
  readonly plan: string | null;
  readonly plans: ConfiguredPlans;
  readonly hasRateLimits: boolean;
  readonly hasEvents: boolean;
  readonly hasSignIn: boolean;
  readonly metricsReaders: MetricsReaders;
  readonly opensBrowser: boolean;
  readonly isVerbose: boolean;
}

function fail(message: string, outcome: Outcome = 'usage'): never {
  console.error(`imagewell: ${message}`);
  process.exit(EXIT_CODES[outcome].code);
}

function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({ args: [...args], options: START_OPTIONS });
  const { variable, fallback } = START_OPTIONS.port;
  const port = values.port ?? process.env[variable] ?? fallback;
  if (!/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535) {
    fail(
      `--port must be from 1 to 65535, not ${port}; for example npx imagewell start --port 9000.`,
    );
  }
  const metricsReaders = METRICS_READERS.find((readers) => readers === values.metrics);
  if (!metricsReaders) {
    fail(`--metrics must be ${METRICS_READERS.join(', ')}, not ${values.metrics}.`);
  }
  const dataDir = resolve(dataDirOf(values));
  const plans = readConfiguredPlans(dataDir);
  if (values.plan !== undefined && !findPlan(values.plan, plans)) {
    const known = [...Object.keys(PLANS), ...Object.keys(plans)];
    fail(`--plan must be ${known.join(' or ')}, not ${values.plan}.`);
  }
  return {
    port: Number(port),
    host: values.host,
    dataDir,
    plan: values.plan ?? null,
    plans,
    hasRateLimits: values['rate-limits'],
    hasEvents: values.events,
    hasSignIn: !values['no-sign-in'],
    metricsReaders,
    opensBrowser: values.open,
    isVerbose: values.verbose,
  };
}

function explain(error: unknown, { port, host, dataDir }: Options): never {
  const { message, stack } = error as NodeJS.ErrnoException;
  return fail(describeStartFault(error, { dataDir, port, host }) ?? stack ?? message, 'failed');
}

function stopOn(stop: () => Promise<void>, lock: HeldLock): void {
  let isStopping = false;
  const end = async () => {
    if (isStopping) return;
    isStopping = true;
    await stop();
    lock.release();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());
}

const log = createServiceLog(process.stdout.isTTY ? await formatLines() : process.stdout);

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

interface Started {
  readonly credentials: Credentials;
  readonly plan: Plan;
}

async function start(options: Options, openProgram: OpenProgram): Promise<Started> {
  const { port, host, dataDir, plan, plans, hasRateLimits, hasEvents } = options;
  for (const warning of closeDataFolder(dataDir)) console.error(`imagewell: ${warning}`);
  const lock = await lockDataFolder(dataDir);
  const url = `http://127.0.0.1:${port}`;
  const credentials = await prepareDataFolder(dataDir, url);
  const stored = await readLocalPlan(dataDir, plans);
  if (!setRoomAside(dataDir)) console.error(`imagewell: ${NO_ROOM}`);
  const tracer = await openTracer();
  const program = await openProgram(log);
  // at a terminal its user is about to open it
  if (process.stdout.isTTY) void program.openConsole();
  const service = await startLocalService({
    program,
    port,
    ...(host === undefined ? {} : { host }),
    settings: {
      dataDir,
      cdnUrl: url,
      plan,
      plans,
      hasRateLimits,
      hasEvents,
      issuer: localIssuer(url),
    },
    hasSignIn: options.hasSignIn,
    metricsReaders: options.metricsReaders,
    tracer,
    projectId: credentials.projectId,
    onRequest: log.request,
    log,
  });
  stopOn(service.stop, lock);
  return { credentials, plan: (plan !== null && findPlan(plan, plans)) || stored };
}

function readOptionsOrFail(args: readonly string[]): Options {
  try {
    return readOptions(args);
  } catch (error) {
    const fault = describeArgumentFault(error, START_HELP);
    if (fault === undefined) return fail((error as Error).message);
    return fail(
      `${fault}${fault.endsWith('?') ? '' : ';'} npx imagewell start --help lists the options.`,
    );
  }
}

/**
 * Starts the service on this machine, and prints the startup banner. A fault is reported in a
 * sentence, and ends the process.
 */
export async function runStart(args: readonly string[], openProgram: OpenProgram): Promise<void> {
  const options = readOptionsOrFail(args);
  try {
    const { credentials, plan } = await start(options, openProgram);
    const { dataDir, isVerbose, opensBrowser } = options;
    const isTerminal = process.stdout.isTTY === true;
    console.log(describeStartup(credentials, { dataDir, plan, isTerminal, isVerbose }));
    if (opensBrowser) openBrowser(process, `${credentials.baseUrl}/`);
  } catch (error) {
    explain(error, options);
  }
}
