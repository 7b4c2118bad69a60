/** `npm start`: the whole service on one machine. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type ConfiguredPlans, findPlan, PLANS } from '../core/projects/plans.ts';
import { readConfiguredPlans } from '../local/data-folder/configured-plans.ts';
import { type Credentials, prepareDataFolder } from '../local/data-folder/data-folder.ts';
import { type HeldLock, lockDataFolder } from '../local/data-folder/data-folder-lock.ts';
import { closeDataFolder } from '../local/data-folder/private-data-folder.ts';
import { describeStartFault } from '../local/data-folder/start-fault.ts';
import { setRoomAside } from '../local/data-folder/with-reserve.ts';
import { localIssuer } from '../local/identity-provider/issuer-profile.ts';
import { startLocalService } from '../local/local-service.ts';
import { METRICS_READERS, type MetricsReaders } from '../local/observability/answer-metrics.ts';
import {
  isTracingOn,
  NO_TRACER,
  type RequestTracer,
} from '../local/observability/request-tracer.ts';
import { createServiceLog } from '../local/observability/service-log.ts';
import { describeStartup } from '../local/startup-banner.ts';

const DEFAULT_PORT = 8080;
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
}

function fail(message: string): never {
  console.error(`imagewell: ${message}`);
  process.exit(1);
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: process.env.PORT ?? String(DEFAULT_PORT) },
      host: { type: 'string' }, // for containers, whose loopback nobody else reaches
      data: { type: 'string', default: process.env.DATA_DIR ?? '.data' },
      plan: { type: 'string' },
      'rate-limits': { type: 'boolean', default: false },
      events: { type: 'boolean', default: false },
      'no-sign-in': { type: 'boolean', default: false },
      metrics: { type: 'string', default: METRICS_READERS[0] },
    },
  });
  if (!/^[1-9]\d{0,4}$/.test(values.port) || Number(values.port) > 65_535) {
    fail(`--port must be from 1 to 65535, not ${values.port}`);
  }
  const metricsReaders = METRICS_READERS.find((one) => one === values.metrics);
  if (!metricsReaders)
    fail(`--metrics must be ${METRICS_READERS.join(', ')}, not ${values.metrics}`);
  const dataDir = resolve(values.data);
  const plans = readConfiguredPlans(dataDir);
  if (values.plan !== undefined && !findPlan(values.plan, plans)) {
    const known = [...Object.keys(PLANS), ...Object.keys(plans)];
    fail(`--plan must be ${known.join(' or ')}, not ${values.plan}`);
  }
  return {
    port: Number(values.port),
    host: values.host,
    dataDir,
    plan: values.plan ?? null,
    plans,
    hasRateLimits: values['rate-limits'],
    hasEvents: values.events,
    hasSignIn: !values['no-sign-in'],
    metricsReaders,
  };
}

function explain(error: unknown, { port, dataDir }: Options): never {
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') fail(`port ${port} is in use; choose another with --port`);
  return fail(describeStartFault(error, dataDir) ?? stack ?? message);
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

// a reader of the log that ends doesn't end the service
process.stdout.on('error', () => undefined);
const log = createServiceLog(process.stdout, process.stdout.isTTY === true);

/** OpenTelemetry is loaded where its variables ask for it, and nowhere else. */
async function openTracer(): Promise<RequestTracer> {
  if (!isTracingOn(process.env)) return NO_TRACER;
  const { createExportingTracer } = await import('../local/observability/export-traces.ts');
  return createExportingTracer(log);
}

async function start(options: Options): Promise<Credentials> {
  const { port, host, dataDir, plan, plans, hasRateLimits, hasEvents } = options;
  for (const warning of closeDataFolder(dataDir)) console.error(`imagewell: ${warning}`);
  const lock = await lockDataFolder(dataDir);
  const url = `http://127.0.0.1:${port}`;
  const credentials = await prepareDataFolder(dataDir, url);
  if (!setRoomAside(dataDir)) console.error(`imagewell: ${NO_ROOM}`);
  const tracer = await openTracer();
  const service = await startLocalService({
    root: resolve(import.meta.dirname, '..'),
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
    onRequest: log.request,
    log,
  });
  stopOn(service.stop, lock);
  return credentials;
}

function readOptionsOrFail(): Options {
  try {
    return readOptions();
  } catch (error) {
    return fail((error as Error).message);
  }
}

const options = readOptionsOrFail();
try {
  const credentials = await start(options);
  console.log(describeStartup(credentials, options.dataDir, process.stdout.isTTY === true));
} catch (error) {
  explain(error, options);
}
