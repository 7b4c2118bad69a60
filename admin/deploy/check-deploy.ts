import { CommandError } from '../../cli/command-error.ts';
import {
  compareSettings,
  describeMistakenChanges,
  readDeployedSettings,
  type SettingChange,
} from '../../lib/deployed-settings.ts';
import type { Settings } from '../../lib/settings.ts';
import type { FoundStack } from '../read-stack.ts';
import type { DeployArguments } from './deploy-arguments.ts';

/** States of a first deploy that failed or is unconfirmed: no outputs, nothing to lose. */
const WITHOUT_SETTINGS = [
  'REVIEW_IN_PROGRESS',
  'ROLLBACK_COMPLETE',
  'ROLLBACK_FAILED',
  'IMPORT_COMPLETE',
];

function refuseUnknown(stack: string, path: string): never {
  const hint = `Write all settings into ${path}, then run once: npx imagewell admin deploy --settings-complete`;
  const message = `${stack} was deployed by a version that did not record its settings: a setting given by -c would be lost.`;
  throw new CommandError('notAllowed', message, hint);
}

function refuseChanges(refused: readonly SettingChange[], path: string): never {
  const names = refused.map(({ name }) => name).join(',');
  const lines = refused.map(({ text }) => text);
  const message = 'This deploy would change settings without --change:';
  const hint = `Add the lost settings to ${path}, or confirm the change: npx imagewell admin deploy --change ${names}`;
  throw new CommandError('notAllowed', message, hint, lines);
}

/**
 * Holds settings against those that are deployed; answers the lines to tell of what changes. Throws
 * a CommandError that lists every setting that would be lost, or changed without a word.
 */
export function checkDeploy(
  found: FoundStack | undefined,
  settings: Settings,
  { changes, isComplete, path }: Pick<DeployArguments, 'changes' | 'isComplete'> & { path: string },
): string[] {
  if (!found || WITHOUT_SETTINGS.includes(found.status)) {
    if (changes.length === 0) return ['nothing is deployed yet: this is a first deploy'];
    throw new CommandError('usage', '--change is not allowed on a first deploy.');
  }
  const deployed = readDeployedSettings(found.output);
  if (!deployed.isWhole && !isComplete) refuseUnknown(found.name, path);
  const differing = compareSettings(deployed, settings);
  const mistaken = describeMistakenChanges(changes, differing);
  if (mistaken.length > 0)
    throw new CommandError('usage', 'The settings of --change are invalid:', undefined, mistaken);
  const refused = differing.filter(({ name, isRefused }) => isRefused && !changes.includes(name));
  if (refused.length > 0) refuseChanges(refused, path);
  if (differing.length === 0) return ['the settings equal the deployed ones'];
  return differing.map(({ text }) => text);
}
