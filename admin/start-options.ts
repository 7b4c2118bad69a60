import { SERVICE_SETTINGS } from '../local/settings/service-settings.ts';
import { flagOf, type Setting, variableOf } from '../local/settings/setting.ts';
import type { ProgramHelp, ProgramOption } from './program-help.ts';

const settings: readonly [string, Setting<unknown>][] = Object.entries(SERVICE_SETTINGS);

/** An option of a start, and the key of its setting in a file; undefined: a file can't have it. */
export interface StartOption extends ProgramOption {
  readonly key: string | undefined;
}

/** The options of `npx imagewell start`, as `--help` and docs/configuration.md list them. */
export const START_OPTIONS: Readonly<Record<string, StartOption>> = Object.fromEntries(
  settings.map(([name, setting]): [string, StartOption] => {
    const { value, fallback, isOutsideFile, meaning } = setting;
    const option: StartOption = {
      ...(value === undefined ? {} : { value }),
      ...(fallback === undefined ? {} : { fallback }),
      variable: variableOf(name, setting),
      key: isOutsideFile === true ? undefined : name,
      meaning,
    };
    return [flagOf(name), option];
  }),
);

/** The help of `npx imagewell start`. */
export const START_HELP: ProgramHelp = {
  usage: 'npx imagewell start [options]',
  summary: 'Run the whole service on this machine: the API and the CDN on one port.',
  options: START_OPTIONS,
  examples: [
    'npx imagewell start --open',
    'npx imagewell start --port 9000 --data ./photos --plan unlimited',
    'npx imagewell start --config imagewell.json',
  ],
};
