import assert from 'node:assert/strict';
import type { WritePath } from './kill-at-each-point.ts';
import type { KilledWorld } from './killed-world.ts';

/** A sync changes nothing that a killed process leaves: the steps before and after it do. */
const STEPS = /^(?!sync )/;

/** A command beside a running service that is killed, and then repeated. */
interface KilledCommand {
  /** The arguments of the command, for which everything is there. */
  readonly prepare: (world: KilledWorld) => Promise<readonly string[]>;
  /** Throws unless the command's work is there, a single time. */
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

/** Commands of the operator that write, by their names. */
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
} as const;
