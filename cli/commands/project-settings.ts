import { type Command, InvalidArgumentError, Option } from 'commander';
import type { UpdateProjectRequest } from '../../client/src/generated/calls.ts';
import { pairs, wholeNumber } from './option-values.ts';

type Sizes = readonly number[] | 'any';

/** The project settings that have an option. */
export type SettingOptions = Omit<
  UpdateProjectRequest,
  'projectId' | 'presets' | 'allowedWidths' | 'allowedHeights' | 'watermark'
> & {
  readonly watermark?: string;
  readonly preset?: Readonly<Record<string, string>>;
  readonly allowedWidths?: Sizes;
  readonly allowedHeights?: Sizes;
};

type Choices<Name extends keyof UpdateProjectRequest> = Readonly<
  Record<Extract<UpdateProjectRequest[Name], string>, true>
>;
const OVER_QUOTA: Choices<'overQuota'> = { refuse: true, original: true };
const VISIBILITIES: Choices<'defaultVisibility'> = { public: true, private: true };
const OVER_BANDWIDTH: Choices<'overBandwidth'> = { serve: true, refuse: true };
const MODERATIONS: Choices<'moderation'> = { none: true, webhook: true, rekognition: true };
const FINDERS: Choices<'focalPoints'> = { none: true, rekognition: true };
const GAMUTS: Choices<'gamut'> = { srgb: true, keep: true };
const CREDITS: Choices<'credit'> = { drop: true, keep: true };
const QUOTA_MODES: Choices<'quotaMode'> = { enforce: true, log: true };

/** Not null for any size: commander takes that for no value. */
function sizes(text: string): Sizes {
  if (text === 'any') return text;
  if (!/^\d+(,\d+)*$/.test(text))
    throw new InvalidArgumentError('It must be a list like 320,640, or any.');
  return text.split(',').map(Number);
}

function yesOrNo(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new InvalidArgumentError('It must be yes or no.');
  return text === 'yes';
}

const choice = (flags: string, description: string, choices: Readonly<Record<string, true>>) =>
  new Option(flags, description).choices(Object.keys(choices));

/** Options for everything that can be set of a project; each replaces all that was there. */
export function addSettingOptions(command: Command): Command {
  return command
    .option('--allowed-origins <origin...>', 'web origins whose pages may upload; see origins')
    .option('--temporary-life-hours <hours>', 'lifetime of temporary images', wholeNumber(1, 168))
    .option(
      '--browser-max-age <seconds>',
      'lifetime of images in browsers in seconds',
      wholeNumber(0, 31_536_000),
    )
    .addOption(choice('--default-visibility <who>', 'visibility of new images', VISIBILITIES))
    .option(
      '--keep-days <days>',
      'days in which deleted images can be restored',
      wholeNumber(0, 30),
    )
    .option(
      '--allowed-widths <list>',
      'allowed widths in image URLs: a list like 320,640, or any',
      sizes,
    )
    .option(
      '--allowed-heights <list>',
      'allowed heights in image URLs: a list like 320,640, or any',
      sizes,
    )
    .option('--preset <name=query>', 'a preset; repeatable; replaces all existing presets', pairs)
    .option('--require-signature <yes|no>', 'whether image URLs must be signed; see sign', yesOrNo)
    .addOption(
      choice('--over-quota <what>', 'response to a rendition beyond the quota', OVER_QUOTA),
    )
    .addOption(
      choice('--over-bandwidth <what>', 'response above the bandwidth of the plan', OVER_BANDWIDTH),
    )
    .option(
      '--watermark <query>',
      'overlay of every image, like overlay=img_… or overlay-text=…, or none',
    )
    .addOption(choice('--moderation <reviewer>', 'the reviewer of new images', MODERATIONS))
    .addOption(
      choice('--focal-points <finder>', 'the finder of focal points of new images', FINDERS),
    )
    .addOption(choice('--gamut <gamut>', 'the colours of renditions: sRGB, or beyond it', GAMUTS))
    .option('--hdr <yes|no>', 'whether jpg renditions keep the gain maps of photographs', yesOrNo)
    .addOption(choice('--credit <credit>', 'creator, copyright and licence of new images', CREDITS))
    .addOption(
      choice('--quota-mode <mode>', 'whether quotas are enforced or only logged', QUOTA_MODES),
    );
}

const listOf = (sizes: Sizes) => (sizes === 'any' ? null : sizes);

/** The settings of a call, from the options. */
export function settingsOf(options: SettingOptions) {
  const { preset, allowedWidths, allowedHeights, watermark, ...settings } = options;
  return {
    ...settings,
    ...(preset && { presets: preset }),
    ...(watermark && { watermark: watermark === 'none' ? null : watermark }),
    ...(allowedWidths && { allowedWidths: listOf(allowedWidths) }),
    ...(allowedHeights && { allowedHeights: listOf(allowedHeights) }),
  };
}
