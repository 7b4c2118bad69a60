import { execFile } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The library by which Docker Compose reads its files, with the schema of the specification. */
const COMPOSE = 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2';

interface WrittenMount {
  readonly type: 'bind' | 'volume';
  readonly source: string;
  readonly target: string;
  readonly read_only?: boolean;
}

/** A service of a compose file, as its specification normalises it. */
export interface ComposedService {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly WrittenMount[];
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly stop_grace_period?: string;
  readonly read_only?: boolean;
  readonly restart?: string;
  readonly ports?: readonly { readonly published: string; readonly protocol: string }[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly healthcheck?: Readonly<Record<string, string>>;
  readonly networks?: Readonly<Record<string, null>>;
}

export interface ComposedFile {
  readonly services: Readonly<Record<string, ComposedService>>;
  readonly volumes: Readonly<Record<string, object>>;
}

function interpolate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, sign, word) => {
    const value = values[name];
    if (value === undefined && sign !== '-') throw new Error(`${name} is not set: ${word}`);
    return value ?? word;
  });
}

/** Reads a compose file by Docker's own library; throws if it breaks the specification. */
export async function readComposeFile(
  path: string,
  values: Readonly<Record<string, string>>,
): Promise<ComposedFile> {
  const options = ['-no-interpolation', '-no-path-resolution', '-format=json'];
  const { stdout } = await promisify(execFile)('go', ['run', COMPOSE, ...options, path]);
  return JSON.parse(interpolate(stdout, values));
}

const each = (option: string, values: readonly string[] = []) =>
  values.map((value) => `--${option}=${value}`);

/** The options of `podman run` for each key of a service; a key without a line doesn't compile. */
const OPTIONS: {
  readonly [Key in keyof ComposedService]-?: (
    value: NonNullable<ComposedService[Key]>,
    folder: string,
  ) => readonly string[];
} = {
  image: () => [],
  environment: (variables) =>
    each(
      'env',
      Object.entries(variables).map(([name, value]) => `${name}=${value}`),
    ),
  volumes: (mounts, folder) =>
    mounts.map(({ type, source, target, read_only }) => {
      const from = type === 'bind' ? resolve(folder, source) : source;
      return `--volume=${from}:${target}${read_only ? ':ro' : ''}`;
    }),
  tmpfs: (paths) => each('tmpfs', paths),
  cap_drop: (names) => each('cap-drop', names),
  cap_add: (names) => each('cap-add', names),
  security_opt: (names) =>
    each(
      'security-opt',
      names.map((name) => name.replace(/:true$/, '')),
    ),
  mem_limit: (size) => [`--memory=${size}`],
  pids_limit: (count) => [`--pids-limit=${count}`],
  stop_grace_period: (time) => [`--stop-timeout=${Number.parseInt(time, 10)}`],
  // podman would add folders in memory of its own
  read_only: (isOn) => (isOn ? ['--read-only', '--read-only-tmpfs=false'] : []),
  restart: () => [],
  ports: () => [], // those of the test
  depends_on: () => [], // the order of the test
  env_file: () => [],
  build: () => [],
  healthcheck: () => [],
  networks: () => [],
};

/** The options by which podman runs a service as the compose file says; throws for others. */
export function podmanOptions(file: string, service: ComposedService): readonly string[] {
  return Object.entries(service).flatMap(([key, value]) => {
    const option = OPTIONS[key as keyof ComposedService] as
      | ((value: unknown, folder: string) => readonly string[])
      | undefined;
    if (!option) throw new Error(`${key} of ${file} has no meaning in this test.`);
    return option(value, dirname(file));
  });
}
