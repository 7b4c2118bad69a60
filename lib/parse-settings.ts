import type * as z from 'zod/mini';
import { nearestName } from '../core/foundation/nearest-name.ts';
import { describeRegionConflicts } from './region-conflicts.ts';
import { describeConflicts } from './setting-conflicts.ts';
import { DEFAULT_STAGE, SCHEMA, type Settings } from './settings.ts';

type Context = Readonly<Record<string, unknown>>;

/** Context keys of the CDK command line itself: `cdk acknowledge`, `cdk cli-telemetry`. */
const OF_THE_COMMAND_LINE = ['acknowledged-issue-numbers', 'cli-telemetry'];

/**
 * Except feature flags, look-ups and the command line's own entries, a context entry is one of our
 * settings.
 */
function ownEntries(context: Context): [string, unknown][] {
  return Object.entries(context).filter(
    ([name]) => !/[:/@]/.test(name) && !OF_THE_COMMAND_LINE.includes(name),
  );
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  if (issue.code !== 'unrecognized_keys') return [`${issue.path.join('.')}: ${issue.message}`];
  return issue.keys.map((key) => {
    const nearest = nearestName(key, Object.keys(SCHEMA.shape));
    return `${key}: is not a setting${nearest ? `; did you mean ${nearest}?` : ''}`;
  });
}

/** The sources of settings beside the context. */
export interface SettingsSources {
  /** Of the stage's settings file; the context has precedence. */
  readonly file?: Readonly<Record<string, unknown>>;
  /** The region of the stack, if it is known. */
  readonly region?: string | undefined;
}

/**
 * The settings in a CDK context and a settings file; one Error that lists every fault. A first
 * deploy needs none of them.
 */
export function parseSettings(
  context: Context,
  { file = {}, region }: SettingsSources = {},
): Settings {
  const given: Record<string, unknown> = { ...file, ...Object.fromEntries(ownEntries(context)) };
  const parsed = SCHEMA.safeParse(given);
  const faults = [
    ...(parsed.error?.issues.flatMap(describeIssue) ?? []),
    ...describeConflicts(given),
    ...(region === undefined ? [] : describeRegionConflicts(given, region)),
    ...(file.stage === undefined || file.stage === (context.stage ?? DEFAULT_STAGE)
      ? []
      : [`stage: ${file.stage} does not match the name of the settings file`]),
  ];
  if (parsed.data && faults.length === 0) return parsed.data;
  throw new Error(`The settings are invalid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
}
