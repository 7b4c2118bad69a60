import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawJpeg } from '../../images/draw.ts';
import { startCommand } from '../../service/start-command.ts';
import { ok } from './change-paths.ts';
import type { WritePath } from './kill-at-each-point.ts';
import type { KilledWorld } from './killed-world.ts';

/** A sync changes nothing that a killed process leaves: the steps before and after it do. */
const STEPS = /^(?!sync )/;

let number = 0;
const newName = (name: string): string => {
  number += 1;
  return `${name}-${number}`;
};

/** A command beside a running service that is killed, and then repeated. */
interface KilledCommand {
  /** The arguments of the command, for which everything is there. */
  readonly prepare: (world: KilledWorld) => Promise<readonly string[]>;
  /** Throws unless the command's work is there, once. */
  readonly isWhole: (world: KilledWorld, args: readonly string[]) => Promise<void>;
  readonly points?: RegExp;
}

function commandPath({
  prepare,
  isWhole,
  points = STEPS,
}: KilledCommand): WritePath<readonly string[]> {
  return {
    isCommand: true,
    points,
    arrange: prepare,
    act: async (world, args) => {
      const { code, signal, stderr } = await world.command(...args);
      assert(code === 0 || signal === 'SIGKILL', stderr);
      return { status: code === 0 ? 200 : 503, json: {} };
    },
    check: async (world, args, { acknowledged }) => {
      if (acknowledged) await isWhole(world, args);
      const { code, stderr } = await world.command(...args);
      assert.equal(code, 0, stderr);
      await isWhole(world, args);
    },
  };
}

const read = async (world: KilledWorld, ...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await world.command(...args);
  assert.equal(code, 0, stderr);
  return stdout;
};

const projectOf = (world: KilledWorld): string => world.service().projectId;

async function fillFolder(world: KilledWorld): Promise<string> {
  const folder = join(world.root, newName('photos'));
  mkdirSync(folder);
  for (const size of [1, 2, 3]) {
    // no two folders have equal images: an import leaves those out
    writeFileSync(join(folder, `${size}.jpg`), await drawJpeg(40 + size, 30 + number));
  }
  return folder;
}

const countImages = async (world: KilledWorld): Promise<number> =>
  (await ok(world.client().call('get-usage', {}))).images.used;
const counts = new Map<string, number>();

/** A restore into a folder that no service has. */
const restorePath: WritePath<readonly string[]> = {
  isCommand: true,
  points: STEPS,
  arrange: async (world) => {
    const dir = join(world.root, newName('backup'));
    await world.client().store(await drawJpeg(40, 31));
    await read(world, 'backup', dir);
    return ['restore', dir, '--data', join(world.root, newName('restored'))];
  },
  act: async (world, args) => {
    const env = { ...process.env, ...world.commandPlan.env() };
    const { code, signal, stderr } = await startCommand(args, { env }).ended;
    assert(code === 0 || signal === 'SIGKILL', stderr);
    return { status: code === 0 ? 200 : 503, json: {} };
  },
  check: async (_, args, { acknowledged }) => {
    const verify = ['verify', '--data', args.at(-1) ?? ''];
    if (!acknowledged) assert.equal((await startCommand(args).ended).code, 0);
    const { code, stdout, stderr } = await startCommand(verify).ended;
    assert.equal(code, 0, stdout + stderr);
  },
};

/** Commands of users and of the operator that write, by their names. */
export const COMMAND_PATHS = {
  'set-plan': commandPath({
    prepare: async (world) => {
      await read(world, 'admin', 'accounts', 'set-plan', 'acc_local', 'free');
      return ['admin', 'accounts', 'set-plan', 'acc_local', 'unlimited'];
    },
    isWhole: async (world) =>
      assert.match(await read(world, 'admin', 'accounts', 'show', 'acc_local'), /unlimited/),
  }),
  suspend: commandPath({
    prepare: async (world) => {
      await read(world, 'admin', 'projects', 'resume', projectOf(world));
      return ['admin', 'projects', 'suspend', projectOf(world), '--reason', 'a test', '--yes'];
    },
    isWhole: async (world) => {
      const { status } = await world.client().call('list-images', {});
      assert.equal(status, 403);
    },
  }),
  'routes import': commandPath({
    prepare: async (world) => {
      const file = join(world.root, newName('routes.csv'));
      const { imageUrl } = await world.client().store(await drawJpeg(20, 20));
      const rows = Array.from({ length: 300 }, (_, at) => `/old/${number}/${at}.jpg,${imageUrl}`);
      writeFileSync(file, `old,new\n${rows.join('\n')}\n`);
      return ['admin', 'routes', 'import', projectOf(world), file];
    },
    isWhole: async (world) => {
      const listed = await read(world, 'admin', 'routes', 'list', projectOf(world), '--json');
      assert.equal(listed.split(`/old/${number}/`).length - 1, 300);
    },
  }),
  backup: commandPath({
    prepare: async (world) => {
      await world.client().store(await drawJpeg(40, 31));
      return ['backup', join(world.root, newName('backup'))];
    },
    isWhole: async (world, [, dir = '']) => void (await read(world, 'verify', dir)),
  }),
  import: commandPath({
    prepare: async (world) => {
      const folder = await fillFolder(world);
      counts.set(folder, await countImages(world));
      return ['import', folder, '--manifest', `${folder}.jsonl`];
    },
    isWhole: async (world, [, folder = '']) =>
      assert.equal(await countImages(world), (counts.get(folder) ?? 0) + 3),
  }),
  export: commandPath({
    prepare: async (world) => {
      await world.client().store(await drawJpeg(40, 32));
      return ['export', join(world.root, newName('export'))];
    },
    isWhole: async (world, [, dir = '']) =>
      assert.match(await read(world, 'import', dir, '--dry-run', '--json'), /images/),
  }),
  restore: restorePath,
} as const;
