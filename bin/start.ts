/** `npm start`: the whole service on one machine. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type ConfiguredPlans, findPlan, PLANS } from '../core/projects/plans.ts';
import { readConfiguredPlans } from '../local/data-folder/configured-plans.ts';
import { type Credentials, prepareDataFolder } from '../local/data-folder/data-folder.ts';
import { type HeldLock, lockDataFolder } from '../local/data-folder/data-folder-lock.ts';
import { closeDataFolder } from '../local/data-folder/private-data-folder.ts';
import { describeStartFault } from '../local/data-folder/start-fault.ts';
import { setRoomAside } from '../local/data-folder/with-reserve.ts';
import { localIssuer } from '../local/identity-provider/issuer-profile.ts';
import { type RequestLine, startLocalService } from '../local/local-service.ts';
import { describeStartup } from '../local/startup-banner.ts';

const ROOT = resolve(import.meta.dirname, '..');
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
    },
  });
  if (!/^[1-9]\d{0,4}$/.test(values.port) || Number(values.port) > 65_535) {
    fail(`--port must be from 1 to 65535, not ${values.port}`);
  }
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
  };
}

function printRequest({ method, route, status, ms, requestId }: RequestLine): void {
  console.log(`${status} ${method} ${route} ${ms.toFixed(1)} ms ${requestId}`);
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

/** The folder of the console; undefined where this checkout has none, or it can't be built. */
async function buildConsole(): Promise<string | undefined> {
  const builder = join(ROOT, 'scripts/build-console.ts');
  if (!existsSync(builder)) return undefined;
  try {
    return await (await import(builder)).buildConsole();
  } catch (error) {
    console.error(`imagewell: the console was not built: ${(error as Error).message}`);
    return undefined;
  }
}

/** In the background at a terminal, whose user is about to open it; else at its first request. */
function createConsoleBuild(): () => Promise<string | undefined> {
  let building: Promise<string | undefined> | undefined;
  const build = () => {
    building ??= buildConsole();
    return building;
  };
  if (process.stdout.isTTY) void build();
  return build;
}

async function start(options: Options): Promise<Credentials> {
  const { port, host, dataDir, plan, plans, hasRateLimits, hasEvents } = options;
  for (const warning of closeDataFolder(dataDir)) console.error(`imagewell: ${warning}`);
  const lock = await lockDataFolder(dataDir);
  const url = `http://127.0.0.1:${port}`;
  const credentials = await prepareDataFolder(dataDir, url);
  if (!setRoomAside(dataDir)) console.error(`imagewell: ${NO_ROOM}`);
  const service = await startLocalService({
    root: ROOT,
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
    buildConsole: createConsoleBuild(),
    projectId: credentials.projectId,
    onRequest: printRequest,
    log: (line) => console.error(line),
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
