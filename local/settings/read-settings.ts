import { readFileSync } from 'node:fs';
import { isJsonObject } from '../../core/foundation/json/json-value.ts';
import { nearestName } from '../../core/foundation/nearest-name.ts';
import { SERVICE_SETTINGS, type ServiceSettings } from './service-settings.ts';
import { flagOf, type Setting, variableOf } from './setting.ts';

/** The name of a setting. */
export type SettingName = keyof ServiceSettings;

export const SETTING_NAMES = Object.keys(SERVICE_SETTINGS) as readonly SettingName[];
const TABLE: Readonly<Record<SettingName, Setting<unknown>>> = SERVICE_SETTINGS;

/** Where settings are read from. */
export interface SettingSources {
  /** Behind the command. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads the settings file; throws where it can't. */
  readFile?(path: string): string;
}

/** A text of a source, and the words by which messages name it. */
interface Given {
  readonly name: SettingName;
  readonly source: string;
  readonly text: string;
}

interface Source {
  readonly given: readonly Given[];
  readonly faults: readonly string[];
}

/** The settings of all sources, with every fault of every source. */
export interface SettingsRead {
  /** Undefined where there are faults. */
  readonly settings: ServiceSettings | undefined;
  /** Sentences without a full stop, each with its source. */
  readonly faults: readonly string[];
  /** The source of a setting in words; undefined: the default. */
  sourceOf(name: SettingName): string | undefined;
}

function didYouMean(name: string, known: readonly string[], prefix = ''): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : `; did you mean ${prefix}${nearest}?`;
}

const NAME_BY_FLAG = new Map(SETTING_NAMES.map((name) => [flagOf(name), name]));

const isValue = (arg: string | undefined): arg is string =>
  arg !== undefined && !arg.startsWith('--');

/** The flags of a command line: `--name value`, `--name=value`, and `--name` of a boolean. */
function readFlags(args: readonly string[]): Source {
  const given: Given[] = [];
  const faults: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [, flag, equals, inline = ''] = /^--([^=]+)(=?)(.*)/s.exec(args[at] ?? '') ?? [];
    const name = flag === undefined ? undefined : NAME_BY_FLAG.get(flag);
    if (flag === undefined) {
      faults.push(`${args[at]} is not an option`);
    } else if (name === undefined) {
      const known = [...NAME_BY_FLAG.keys(), 'help'];
      faults.push(`--${flag} is not an option${didYouMean(flag, known, '--')}`);
      // its value isn't its own fault
      if (equals === '' && isValue(args[at + 1])) at += 1;
    } else if (TABLE[name].kind === 'boolean') {
      given.push({ name, source: `--${flag}`, text: equals === '' ? 'true' : inline });
    } else {
      const next = args[at + 1];
      const isNext = equals === '' && isValue(next);
      if (isNext) at += 1;
      if (equals === '' && !isNext) faults.push(`--${flag} needs a value`);
      else given.push({ name, source: `--${flag}`, text: isNext ? next : inline });
    }
  }
  return { given, faults };
}

/** An empty variable is none: a compose file gives one for what isn't set. */
function readVariables(env: SettingSources['env']): Source {
  const given = SETTING_NAMES.flatMap((name) => {
    const variable = variableOf(name, TABLE[name]);
    const text = env[variable] ?? '';
    return text === '' ? [] : [{ name, source: `the variable ${variable}`, text }];
  });
  return { given, faults: [] };
}

const KINDS: Readonly<Record<Setting<unknown>['kind'], string>> = {
  text: 'a text',
  integer: 'a number',
  boolean: 'true or false',
  list: 'a list of texts',
};

function isOfKind(kind: Setting<unknown>['kind'], value: unknown): boolean {
  if (kind === 'boolean') return typeof value === 'boolean';
  if (kind === 'integer') return typeof value === 'number';
  if (kind === 'text') return typeof value === 'string';
  return (
    typeof value === 'string' ||
    (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'))
  );
}

function readValues(path: string, values: object): Source {
  const given: Given[] = [];
  const faults: string[] = [];
  const known = SETTING_NAMES.filter((name) => TABLE[name].isOutsideFile !== true);
  for (const [key, value] of Object.entries(values)) {
    const name = known.find((one) => one === key);
    const source = `${key} in ${path}`;
    if (key === '$schema') continue; // by it an editor finds the schema
    if (name === undefined) {
      faults.push(`${source} is not a setting${didYouMean(key, known)}`);
    } else if (value !== null) {
      const { kind } = TABLE[name];
      if (isOfKind(kind, value)) given.push({ name, source, text: String(value) });
      else faults.push(`${source} must be ${KINDS[kind]}, not ${JSON.stringify(value)}`);
    }
  }
  return { given, faults };
}

const asFile = (path: string) => readFileSync(path, 'utf8');

function readSettingsFile(path: string, readFile: (path: string) => string): Source {
  try {
    const values: unknown = JSON.parse(readFile(path));
    if (isJsonObject(values)) return readValues(path, values);
    return { given: [], faults: [`${path} must be a JSON object of settings`] };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const fault =
      code === 'ENOENT' ? `${path} does not exist` : `${path} cannot be read: ${message}`;
    return { given: [], faults: [fault] };
  }
}

/**
 * Reads the settings of a start. Flags have precedence, then environment variables, then the file,
 * then the defaults; a value that another one outranks must be valid, too.
 */
export function readServiceSettings(sources: SettingSources): SettingsRead {
  const { args, env, readFile = asFile } = sources;
  const [flags, variables] = [readFlags(args), readVariables(env)];
  const config = [...variables.given, ...flags.given].findLast(({ name }) => name === 'config');
  const file = config && config.text !== '' ? readSettingsFile(config.text, readFile) : undefined;
  const inOrder = [file, variables, flags].flatMap((source) => (source ? [source] : []));
  const faults = inOrder.flatMap((source) => source.faults);
  const sourceByName = new Map<SettingName, string>();
  const values = SETTING_NAMES.map((name): readonly [SettingName, unknown] => {
    const setting = TABLE[name];
    const { fallback } = setting;
    const byDefault = fallback === undefined ? undefined : setting.read(fallback);
    let value: unknown = setting.kind === 'boolean' ? false : undefined;
    if (byDefault && 'value' in byDefault) value = byDefault.value;
    for (const { source, text } of inOrder.flatMap(({ given }) =>
      given.filter((one) => one.name === name),
    )) {
      const result = setting.read(text);
      if ('expected' in result) faults.push(`${source} must be ${result.expected}, not ${text}`);
      else value = result.value;
      sourceByName.set(name, source);
    }
    return [name, value];
  });
  const settings = Object.fromEntries(values) as unknown as ServiceSettings;
  return {
    settings: faults.length === 0 ? settings : undefined,
    faults,
    sourceOf: (name) => sourceByName.get(name),
  };
}
