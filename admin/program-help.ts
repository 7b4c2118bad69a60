/** An option in the words of `--help`. */
export interface ProgramOption {
  /** Its default. */
  readonly fallback?: string;
  /** A word for its value; a flag has none. */
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

function describeOption([name, option]: readonly [string, ProgramOption]): string {
  const { fallback, value, variable, meaning } = option;
  const notes = [
    ...(variable === undefined ? [] : [`environment: ${variable}`]),
    ...(fallback === undefined ? [] : [`default: ${fallback}`]),
  ];
  const text = notes.length > 0 ? `${meaning} (${notes.join('; ')})` : meaning;
  return `  --${name}${value === undefined ? '' : ` ${value}`}\n${wrap(text, 6)}`;
}

const HELP_OPTION: ProgramOption = { meaning: 'Prints this help.' };

/** The text of `--help`. */
export function describeHelp({ usage, summary, options, examples }: ProgramHelp): string {
  const all = Object.entries({ ...options, help: HELP_OPTION });
  return [
    `usage: ${usage}`,
    wrap(summary, 0),
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
