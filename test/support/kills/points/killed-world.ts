import assert from 'node:assert/strict';
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { openArchive } from '../../../../admin/backup/open-archive.ts';
import { createRepair } from '../../../../admin/backup/repair.ts';
import { ORPHAN_AGE_MS, verifyData } from '../../../../admin/backup/verify-data.ts';
import { issueToken } from '../../../../local/identity-provider/issue-token.ts';
import { type Answer, type Client, createClient } from '../../http/client.ts';
import { type EndedCommand, startCommand } from '../../service/start-command.ts';
import {
  freePort,
  makeDataFolder,
  type StartedService,
  startServiceWith,
} from '../../service/start-service.ts';
import { createKillPlan, type KillPlan } from './plan-files.ts';

type UserCall = (name: string, body?: object) => Promise<Answer>;

/** A started service that a plan kills, and that starts again. */
export interface KilledWorld {
  readonly plan: KillPlan;
  /** Of commands beside the service. */
  readonly commandPlan: KillPlan;
  /** Runs a command, which its plan may kill. */
  command(...args: string[]): Promise<EndedCommand>;
  readonly dataDir: string;
  /** A folder beside the data folder. */
  readonly root: string;
  service(): StartedService;
  client(): Client;
  /** The calls of a user who is signed in. */
  user(name: string): Promise<UserCall>;
  /** By how much the clock of the service is ahead. */
  aheadMs(): number;
  hasDied(): boolean;
  untilDead(): Promise<void>;
  /** Starts it again after its death; its clock is ahead by `awayMs` more. */
  restart(awayMs?: number): Promise<void>;
  /** Starts it again without a kill. */
  stopAndStart(awayMs?: number): Promise<Pick<Answer, 'status' | 'json'>>;
  /** Throws where `verify` finds a fault in the data folder. */
  verify(): Promise<void>;
  /** Throws where a day later a file without a record stays. */
  verifyOrphans(): Promise<void>;
  close(): Promise<void>;
}

async function faultsOf(dataDir: string, withRepair = false) {
  const clock = Date.now;
  const objects = openArchive(dataDir);
  const repair = withRepair
    ? { repair: createRepair(dataDir, { from: undefined, objects, clock }) }
    : {};
  const { faults } = await verifyData(dataDir, {
    clock,
    progress: () => undefined,
    onFault: () => undefined,
    ...repair,
  });
  return faults.map(({ kind, subject }) => `${kind} ${subject}`);
}

function makeOld(folder: string): void {
  if (!existsSync(folder)) return;
  const then = (Date.now() - 2 * ORPHAN_AGE_MS) / 1000;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), then, then);
  }
}

/** Starts a service in a folder for itself; `options` are those of its command. */
export async function openKilledWorld(...options: string[]): Promise<KilledWorld> {
  const { path: root, remove } = await makeDataFolder();
  const dataDir = join(root, 'data');
  const plan = createKillPlan(join(root, 'plan'));
  const commandPlan = createKillPlan(join(root, 'command-plan'));
  const port = String(await freePort());
  let ahead = 0;
  const start = () =>
    startServiceWith(plan.env(ahead), dataDir, '--plan', 'unlimited', '--port', port, ...options);
  let service = await start();
  let hasDiedAtStart = false;
  const again = async (awayMs = 0) => {
    ahead += awayMs;
    service = await start();
    hasDiedAtStart = false;
  };
  const hasDied = () => hasDiedAtStart || service.child.signalCode === 'SIGKILL';
  return {
    plan,
    commandPlan,
    command: (...args) =>
      startCommand([...args, '--data', dataDir], {
        env: { ...process.env, ...commandPlan.env(ahead) },
      }).ended,
    dataDir,
    root,
    service: () => service,
    client: () => createClient(service),
    user: async (name) => {
      const token = await issueToken(dataDir, `${name}@example.com`);
      const headers = { 'X-API-Key': '', Authorization: `Bearer ${token}` };
      return (call, body = {}) => createClient(service).call(call, body, headers);
    },
    aheadMs: () => ahead,
    hasDied,
    untilDead: async () => {
      if (!hasDied()) await new Promise((done) => service.child.once('exit', done));
    },
    restart: again,
    stopAndStart: async (awayMs) => {
      await service.stop();
      await again(awayMs).catch((error: Error) => {
        if (!error.message.startsWith('ended with null')) throw error;
        hasDiedAtStart = true;
      });
      return hasDiedAtStart ? { status: 503, json: undefined } : { status: 200, json: {} };
    },
    verify: async () => assert.deepEqual(await faultsOf(dataDir), []),
    verifyOrphans: async () => {
      makeOld(join(dataDir, 'objects'));
      const found = await faultsOf(dataDir, true);
      assert.deepEqual(
        found.filter(
          (fault) =>
            !fault.startsWith('original_orphaned') && !fault.startsWith('rendition_orphaned'),
        ),
        [],
      );
      assert.deepEqual(await faultsOf(dataDir), []);
    },
    close: async () => {
      await service.stop('SIGKILL');
      await remove();
    },
  };
}
