import { type Command, InvalidArgumentError, Option } from 'commander';
import type { UpdateProjectRequest } from '../../client/src/generated/calls.ts';
import { pairs, wholeNumber } from './option-values.ts';

type Sizes = readonly number[] | 'any';

/** What can be set of a project by options. */
export type SettingOptions = Omit<
  UpdateProjectRequest,
  'projectId' | 'presets' | 'allowedWidths' | 'allowedHeights'
> & {
  readonly preset?: Readonly<Record<string, string>>;
  readonly allowedWidths?: Sizes;
  readonly allowedHeights?: Sizes;
};

/** Not null for any size: commander takes that for no value. */
function sizes(text: string): Sizes {
  if (text === 'any') return text;
  if (!/^\d+(,\d+)*$/.test(text)) throw new InvalidArgumentError('It is written 320,640 or any.');
  return text.split(',').map(Number);
}

function yesOrNo(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new InvalidArgumentError('It is yes or no.');
  return text === 'yes';
}

/** Options for everything that can be set of a project; each replaces all that was there. */
export function addSettingOptions(command: Command): Command {
  return command
    .option('--allowed-origins <origin...>', 'web origins whose pages may upload; see origins')
    .option('--temporary-life-hours <hours>', 'how long temporary images live', wholeNumber(1, 168))
    .option('--allowed-widths <list>', 'the widths that may be asked for: 320,640, or any', sizes)
    .option('--allowed-heights <list>', 'the same of heights', sizes)
    .option('--preset <name=query>', 'a preset; may be given again, and replaces all', pairs)
    .option('--require-signature <yes|no>', 'whether URLs have to be signed; see sign', yesOrNo)
    .addOption(
      new Option('--over-quota <what>', 'in place of what the plan does not hold').choices([
        'refuse',
        'original',
      ]),
    )
    .addOption(
      new Option('--quota-mode <mode>', 'whether quotas refuse, or only tell').choices([
        'enforce',
        'log',
      ]),
    );
}

const listOf = (sizes: Sizes) => (sizes === 'any' ? null : sizes);

/** The settings of a call, from what the options said. */
export function settingsOf(options: SettingOptions) {
  const { preset, allowedWidths, allowedHeights, ...settings } = options;
  return {
    ...settings,
    ...(preset && { presets: preset }),
    ...(allowedWidths && { allowedWidths: listOf(allowedWidths) }),
    ...(allowedHeights && { allowedHeights: listOf(allowedHeights) }),
  };
}
