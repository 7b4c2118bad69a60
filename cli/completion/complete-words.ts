import type { Argument, Command, Option } from 'commander';

/** A word that may stand next, with a few words about it. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** All that may stand in place of the last word. */
export interface Completion {
  readonly candidates: readonly Candidate[];
  /** Names of files fit too. */
  readonly hasFiles: boolean;
  /** The ID or name of a project fits. */
  readonly hasProjects: boolean;
}

const NOTHING: Completion = { candidates: [], hasFiles: false, hasProjects: false };
/** Names of values that are paths. */
const PATHS = /^(dir|file|folder|backup|source|path)$/;
const PROJECT = 'project';
const SHOWN_CHARACTERS = 72;

const takesValue = (option: Option) => option.required || option.optional;

/** `dir` of `--data <dir>`. */
function valueName({ flags }: Option): string {
  return /[<[]([^\]>.]+)/.exec(flags)?.[1] ?? '';
}

/** The first sentence or part, as short as a line of a list. */
function shorten(description: string): string {
  const [first = ''] = description.split(/[;:] /);
  return first.length > SHOWN_CHARACTERS ? `${first.slice(0, SHOWN_CHARACTERS - 1)}…` : first;
}

/** The values that an argument or option takes, by its choices or its name. */
function valuesOf(name: string, { argChoices }: Option | Argument): Completion {
  if (argChoices) {
    return { ...NOTHING, candidates: argChoices.map((value) => ({ value, description: '' })) };
  }
  return { ...NOTHING, hasFiles: PATHS.test(name), hasProjects: name === PROJECT };
}

function ancestors(command: Command): readonly Command[] {
  return command.parent ? [command, ...ancestors(command.parent)] : [command];
}

function findOption(command: Command, flag: string): Option | undefined {
  return ancestors(command)
    .flatMap(({ options }) => options)
    .find(({ long, short }) => flag === long || flag === short);
}

function visibleCommands(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command);
}

/** Where a command line stands after some words. */
interface Position {
  readonly command: Command;
  /** The number of arguments that the command has. */
  readonly argumentCount: number;
  /** The option whose value is next. */
  readonly option: Option | undefined;
}

function step({ command, argumentCount, option }: Position, word: string): Position {
  const isOption = word.startsWith('-') && word !== '-';
  if (option && !isOption) {
    return { command, argumentCount, option: option.variadic ? option : undefined };
  }
  if (isOption) {
    const found = word.includes('=') ? undefined : findOption(command, word);
    return { command, argumentCount, option: found && takesValue(found) ? found : undefined };
  }
  const inner = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
  if (inner && argumentCount === 0) return { command: inner, argumentCount: 0, option: undefined };
  return { command, argumentCount: argumentCount + 1, option: undefined };
}

function listOptions(command: Command): readonly Candidate[] {
  const options = ancestors(command)
    .flatMap((one) => one.options)
    .filter(({ hidden, long }) => !hidden && long);
  const found = options.map(({ long, description }) => {
    return { value: long ?? '', description: shorten(description) };
  });
  return [...found, { value: '--help', description: 'print the help' }];
}

function listCommands(command: Command): readonly Candidate[] {
  return visibleCommands(command).map((inner) => {
    return { value: inner.name(), description: shorten(inner.description()) };
  });
}

function completeArgument({ command, argumentCount }: Position): Completion {
  const { registeredArguments } = command;
  const last = registeredArguments.at(-1);
  const argument = registeredArguments[argumentCount] ?? (last?.variadic ? last : undefined);
  return argument ? valuesOf(argument.name(), argument) : NOTHING;
}

/** bash splits `--state=failed` into three words, which are one option and its value. */
function withoutSigns(words: readonly string[]): readonly string[] {
  return words.filter((word, at) => !(word === '=' && words[at - 1]?.startsWith('--')));
}

/** The words that may stand in place of the last one, which may be empty, after the others. */
export function completeWords(program: Command, words: readonly string[]): Completion {
  const isValueOfSign = words.at(-1) === '=' && words.at(-2)?.startsWith('--');
  const last = isValueOfSign ? '' : (words.at(-1) ?? '');
  const begin: Position = { command: program, argumentCount: 0, option: undefined };
  const at = withoutSigns(words.slice(0, -1)).reduce(step, begin);
  const matching = (found: Completion, prefix = '', start = last): Completion => ({
    ...found,
    candidates: found.candidates
      .filter(({ value }) => value.startsWith(start))
      .map(({ value, description }) => ({ value: prefix + value, description })),
  });
  const [, flag = '', start = ''] = /^(--[^=]+)=(.*)$/s.exec(last) ?? [];
  if (flag) {
    const option = findOption(at.command, flag);
    return option ? matching(valuesOf(valueName(option), option), `${flag}=`, start) : NOTHING;
  }
  if (at.option && !last.startsWith('-')) {
    return matching(valuesOf(valueName(at.option), at.option));
  }
  if (last.startsWith('-')) {
    return matching({ ...NOTHING, candidates: listOptions(at.command) });
  }
  const commands = at.argumentCount === 0 ? listCommands(at.command) : [];
  if (commands.length > 0) return matching({ ...NOTHING, candidates: commands });
  return matching(completeArgument(at));
}
