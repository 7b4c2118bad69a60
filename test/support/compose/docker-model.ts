import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface ComposePort {
  readonly address: string;
  readonly published: number;
  readonly target: number;
}

export interface ComposeMount {
  /** A path, or the name of a volume. */
  readonly source: string;
  readonly target: string;
  readonly isReadOnly: boolean;
}

export interface ComposeService {
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly ports: readonly ComposePort[];
  readonly mounts: readonly ComposeMount[];
  readonly profiles: readonly string[];
  /** By the name of the container that it waits for. */
  readonly waitsFor: Readonly<Record<string, string>>;
  readonly healthcheck: readonly string[] | undefined;
  /** The service whose network it is in: its own name, unless it shares. */
  readonly networkOf: string;
}

export interface Compose {
  readonly services: readonly ComposeService[];
  readonly volumes: readonly string[];
}

interface Written {
  readonly image: string;
  readonly command?: string[];
  readonly environment?: Record<string, string | null>;
  readonly ports?: string[];
  readonly volumes?: string[];
  readonly profiles?: string[];
  readonly depends_on?: Record<string, { condition: string }>;
  readonly healthcheck?: { test: string[] };
  readonly network_mode?: string;
}

function readPort(text: string): ComposePort {
  const found = /^([\d.]+):(\d+):(\d+)$/.exec(text);
  if (!found) throw new Error(`${text} isn't ADDRESS:PORT:PORT`);
  const [, address = '', published, target] = found;
  return { address, published: Number(published), target: Number(target) };
}

function readMount(text: string): ComposeMount {
  const [source = '', target = '', mode] = text.split(':');
  return { source, target, isReadOnly: mode === 'ro' };
}

function readService(name: string, written: Written): ComposeService {
  const shared = /^service:(.+)$/.exec(written.network_mode ?? '')?.[1];
  if (written.network_mode && !shared) throw new Error(`network_mode ${written.network_mode}`);
  const waits = Object.entries(written.depends_on ?? {});
  // without a value: the empty text
  const variables = Object.entries(written.environment ?? {}).map(([key, value]) => [
    key,
    value ?? '',
  ]);
  return {
    name,
    image: written.image,
    command: written.command ?? [],
    environment: Object.fromEntries(variables),
    ports: (written.ports ?? []).map(readPort),
    mounts: (written.volumes ?? []).map(readMount),
    profiles: written.profiles ?? [],
    waitsFor: Object.fromEntries(waits.map(([other, { condition }]) => [other, condition])),
    healthcheck: written.healthcheck?.test,
    networkOf: shared ?? name,
  };
}

/** A compose file as Docker takes it where no variable of its own is set. */
export function readCompose(path: string): Compose {
  const text = readFileSync(path, 'utf8').replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');
  const { services, volumes } = parse(text, { merge: true }) as {
    services: Record<string, Written>;
    volumes: Record<string, unknown>;
  };
  return {
    services: Object.entries(services).map(([name, written]) => readService(name, written)),
    volumes: Object.keys(volumes),
  };
}

export function findService({ services }: Compose, name: string): ComposeService {
  const found = services.find((service) => service.name === name);
  if (!found) throw new Error(`no service ${name}`);
  return found;
}

/**
 * The names of this file that Docker's DNS answers: services by their own networks. One that shares
 * a network has no name there.
 */
export function namesInDocker({ services }: Compose): string[] {
  return services.filter(({ name, networkOf }) => networkOf === name).map(({ name }) => name);
}
