import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../http/client.ts';
import type { KilledWorld } from './killed-world.ts';

/** A durable path through the service, with the promises that hold wherever it dies. */
export interface WritePath<State> {
  /** Prepares the act by requests, each of them acknowledged. */
  arrange(world: KilledWorld): Promise<State>;
  /** The request, or the command, that may be killed. */
  act(world: KilledWorld, state: State): Promise<Pick<Answer, 'status' | 'json'>>;
  /** Whether the work behind the answer has ended; left out: there is none. */
  hasSettled?(world: KilledWorld, state: State): Promise<boolean>;
  /** Throws unless the act is there whole or not at all, and can be repeated. */
  check(world: KilledWorld, state: State, end: ActEnd): Promise<void>;
  /** The points that count; left out: each but those of work in the background. */
  readonly points?: RegExp;
  /** The time that a killed service is away, by its clock. */
  readonly awayMs?: number;
  /** Whether the act is a command, which dies beside the service. */
  readonly isCommand?: boolean;
}

/** How an act ended. */
export interface ActEnd {
  /** The body of the answer; undefined where none came. */
  readonly acknowledged: Answer['json'] | undefined;
  /** The step right before which the program died; empty where it didn't. */
  readonly point: string;
}

/** Each step but those of timers, which no request waits for. */
const OF_REQUESTS =
  /^(?!.*(access-logs|bandwidth|changes|events\.jsonl|deliver|sync data$|get-|list-))/;
const POLL_MS = 20;
/** More than the longest path has; a path that never ends fails. */
const MAX_POINTS = 150;

async function untilSettled<State>(
  world: KilledWorld,
  path: WritePath<State>,
  state: State,
): Promise<void> {
  while (path.hasSettled && !world.hasDied()) {
    const hasSettled = await path.hasSettled(world, state).catch((error: Error) => error);
    if (hasSettled === true) return;
    // no answer: the service dies
    if (hasSettled instanceof TypeError) await world.untilDead();
    else if (hasSettled instanceof Error) throw hasSettled;
    await sleep(POLL_MS);
  }
}

async function actOnce<State>(
  world: KilledWorld,
  path: WritePath<State>,
  state: State,
): Promise<ActEnd['acknowledged']> {
  const answer = await path.act(world, state).catch((error: Error) => error);
  if (answer instanceof Error) {
    if (!(answer instanceof TypeError)) throw answer; // fetch throws one where the answer is cut
    await world.untilDead();
    return undefined;
  }
  const isDone = answer.status < 300;
  if (!isDone && !world.hasDied() && !path.isCommand) throw new Error(JSON.stringify(answer));
  if (isDone) await untilSettled(world, path, state);
  return isDone ? (answer.json ?? {}) : undefined;
}

/**
 * Kills the service at the first point of a path, then at the second, up to the last. Each time it
 * is started again and checked. Returns the points.
 */
export async function killAtEachPoint<State>(
  world: KilledWorld,
  path: WritePath<State>,
  pattern = path.points ?? OF_REQUESTS,
): Promise<readonly string[]> {
  const past: string[] = [];
  const plan = path.isCommand ? world.commandPlan : world.plan;
  while (past.length < MAX_POINTS) {
    const state = await path.arrange(world);
    plan.arm({ pattern: pattern.source, past });
    const acknowledged = await actOnce(world, path, state);
    const point = plan.disarm() ?? '';
    if (point !== '' && !path.isCommand) {
      await world.untilDead(); // it may have settled right before
      await world.restart(path.awayMs);
    }
    try {
      await path.check(world, state, { acknowledged, point });
      await world.verify();
    } catch (error) {
      const where = point === '' ? 'not killed' : `killed before ${point}`;
      throw new Error(`${where}: ${(error as Error).message}`, { cause: error });
    }
    if (point === '') return past;
    past.push(point);
  }
  assert.fail(`more than ${MAX_POINTS} points: ${past.join(', ')}`);
}
