import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder of a plan, for the processes that it may kill. */
export const PLAN_FOLDER = 'IMAGEWELL_KILL_PLAN';
/** By how much the clock of these processes is ahead, in milliseconds. */
export const AHEAD_MS = 'IMAGEWELL_KILL_AHEAD_MS';
/** Set in a child of the service, which takes its parent with it. */
export const HAS_PARENT = 'IMAGEWELL_KILL_PARENT';

/**
 * The points that count by the pattern of their labels. The process dies at the first one that is
 * not in `past`: a label and the number of its occurrence, as in `commit images#2`.
 */
export interface ArmedPoints {
  readonly pattern: string;
  readonly past: readonly string[];
}

export const armedPath = (folder: string): string => join(folder, 'armed');
export const diedPath = (folder: string): string => join(folder, 'died');
export const passedPath = (folder: string, point: string): string =>
  join(folder, 'passed', encodeURIComponent(point));

/** Which point of a started process is its last one. */
export interface KillPlan {
  /** The environment of what may be killed. */
  env(aheadMs?: number): NodeJS.ProcessEnv;
  arm(points: ArmedPoints): void;
  /** Ends the counting; the point that the process died at, if it did. */
  disarm(): string | undefined;
}

/** A plan in a folder for itself: the processes count their points there together. */
export function createKillPlan(folder: string): KillPlan {
  const passed = join(folder, 'passed');
  mkdirSync(passed, { recursive: true });
  const preload = pathToFileURL(join(import.meta.dirname, 'kill-at-point.ts')).href;
  return {
    env: (aheadMs = 0) => ({
      NODE_OPTIONS: `--import=${preload}`,
      [PLAN_FOLDER]: folder,
      [AHEAD_MS]: String(aheadMs),
    }),
    arm: (points) => {
      for (const path of [passed, diedPath(folder)]) rmSync(path, { recursive: true, force: true });
      mkdirSync(passed);
      writeFileSync(`${armedPath(folder)}.new`, JSON.stringify(points));
      renameSync(`${armedPath(folder)}.new`, armedPath(folder));
    },
    disarm: () => {
      rmSync(armedPath(folder), { force: true });
      return existsSync(diedPath(folder)) ? readFileSync(diedPath(folder), 'utf8') : undefined;
    },
  };
}
