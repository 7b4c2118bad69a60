import { nearestName } from '../core/foundation/nearest-name.ts';

/** An option as node:util's parseArgs takes it, with its words; of its value a `value` is shown. */
export interface ProgramOption {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly default?: string | boolean;
  /** The default of an option that a variable may stand for. */
  readonly fallback?: string;
  readonly value?: string;
  /** The environment variable that stands for it. */
  readonly variable?: string;
  /** A sentence. */
  readonly meaning: string;
}

/** All that `--help` says of a program. */
export interface ProgramHelp {
  /** The command as it is typed, with its arguments. */
  readonly usage: string;
  readonly summary: string;
  /** Between the summary and the options; lines that are indented stay as they are. */
  readonly more?: string;
  readonly options: Readonly<Record<string, ProgramOption>>;
  readonly examples: readonly [string, ...string[]];
}

const COLUMNS = 80;

/** Lines of words, each behind `indent` spaces, within the columns of a terminal. */
function wrap(text: string, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const isFull = line !== '' && indent + line.length + 1 + word.length > COLUMNS;
    if (isFull) lines.push(line);
    line = isFull || line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((one) => ' '.repeat(indent) + one).join('\n');
}

/** The same of each line that isn't indented already. */
function wrapLines(text: string): string {
  const lines = text.split('\n');
  return lines.map((line) => (line.startsWith(' ') ? line : wrap(line, 0))).join('\n');
}

function describeOption([name, option]: readonly [string, ProgramOption]): string {
  const { value, variable, meaning } = option;
  const fallback = option.fallback ?? option.default;
  const notes = [
    ...(variable === undefined ? [] : [`environment: ${variable}`]),
    ...(fallback === undefined || fallback === false ? [] : [`default: ${fallback}`]),
  ];
  const text = notes.length > 0 ? `${meaning} (${notes.join('; ')})` : meaning;
  return `  --${name}${value === undefined ? '' : ` ${value}`}\n${wrap(text, 6)}`;
}

const HELP_OPTION: ProgramOption = { type: 'boolean', meaning: 'Prints this help.' };

/** The text of `--help`. */
export function describeHelp({ usage, summary, more, options, examples }: ProgramHelp): string {
  const all = Object.entries({ ...options, help: HELP_OPTION });
  return [
    `usage: ${usage}`,
    wrap(summary, 0),
    ...(more === undefined ? [] : [wrapLines(more)]),
    `options:\n${all.map(describeOption).join('\n')}`,
    `examples:\n${examples.map((one) => `  ${one}`).join('\n')}`,
  ].join('\n\n');
}

/** Whether help is requested; words behind `--` are arguments. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  return own.includes('--help') || own.includes('-h');
}

/** A fault of parseArgs in a sentence, without a full stop; undefined of any other error. */
export function describeArgumentFault(
  error: unknown,
  { options }: Pick<ProgramHelp, 'options'>,
): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  if (!code?.startsWith('ERR_PARSE_ARGS_')) return undefined;
  const [sentence = message] = message.split(/\.(?=\s|$)/);
  const [, unknown] = /^Unknown option '--?([^']*)'/.exec(sentence) ?? [];
  const nearest = unknown && nearestName(unknown, [...Object.keys(options), 'help']);
  return nearest ? `${sentence}; did you mean --${nearest}?` : sentence;
}
