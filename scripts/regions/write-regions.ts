/**
 * Writes lib/regions/generated/region-facts.ts from the newest botocore, which the AWS CLI has too:
 * the regions, the services that each lacks, and the FIPS endpoints. Needs Python with pip, and the
 * network: `node scripts/regions/write-regions.ts`.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CALLED_SERVICES,
  type CalledService,
  STACK_SERVICES,
  type StackService,
} from '../../lib/regions/stack-services.ts';

const FOLDER = '.build/botocore';
const WRITTEN = 'lib/regions/generated/region-facts.ts';

interface Endpoints {
  readonly endpoints: Readonly<
    Record<string, { readonly variants?: readonly { readonly tags: readonly string[] }[] }>
  >;
  readonly isRegionalized?: boolean;
}
interface PartitionEndpoints {
  readonly partition: string;
  readonly services: Readonly<Record<string, Endpoints>>;
}
interface Partition {
  readonly id: string;
  readonly regions: Readonly<Record<string, object>>;
}

const python = (...args: string[]) =>
  execFileSync('python3', ['-m', ...args], { stdio: 'inherit' });
const readData = <T>(name: string): T =>
  JSON.parse(readFileSync(join(FOLDER, 'botocore/data', name), 'utf8')).partitions;

/** Downloads botocore and unpacks it; answers its version. */
function fetchBotocore(): string {
  mkdirSync(FOLDER, { recursive: true });
  python('pip', 'download', '--quiet', '--no-deps', '--dest', FOLDER, 'botocore');
  const wheels = globSync(`${FOLDER}/botocore-*.whl`).map((path) => {
    const version = path.match(/botocore-([\d.]+)-/)?.[1] ?? '';
    return { path, version };
  });
  const [newest] = wheels.sort((a, b) =>
    b.version.localeCompare(a.version, 'en', { numeric: true }),
  );
  if (!newest) throw new Error('pip has downloaded no botocore');
  python('zipfile', '-e', newest.path, FOLDER);
  return newest.version;
}

const version = fetchBotocore();
const endpoints = new Map(
  readData<PartitionEndpoints[]>('endpoints.json').map((one) => [one.partition, one.services]),
);
// `aws-global` and the like are no regions
const regions = readData<Partition[]>('partitions.json')
  .flatMap(({ id, regions: named }) => Object.keys(named).map((name) => ({ name, partition: id })))
  .filter(({ name }) => !name.endsWith('-global'))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

const where = (holds: (name: string, partition: string) => boolean) =>
  regions.flatMap(({ name, partition }) => (holds(name, partition) ? [name] : []));

/** Whether a service is in a region; one without regions is in all of its partition. */
function isThere(service: StackService, name: string, partition: string): boolean {
  const found = endpoints.get(partition)?.[service];
  return found !== undefined && (found.isRegionalized === false || name in found.endpoints);
}

function hasFips(service: CalledService, name: string, partition: string): boolean {
  const { variants = [] } = endpoints.get(partition)?.[service]?.endpoints[name] ?? {};
  return variants.some(({ tags }) => tags.includes('fips'));
}

const missing = (Object.keys(STACK_SERVICES) as StackService[]).map((service) => [
  service,
  where((name, partition) => !isThere(service, name, partition)),
]);
const fips = (Object.keys(CALLED_SERVICES) as CalledService[]).map((service) => [
  service,
  where((name, partition) => hasFips(service, name, partition)),
]);
const show = (value: object) => JSON.stringify(value);
writeFileSync(
  WRITTEN,
  `// Written by scripts/regions/write-regions.ts, and not by hand.
import type { CalledService, StackService } from '../stack-services.ts';

/** The data that these facts are of. */
export const FACTS_OF = 'botocore ${version}';

/** THE regions of AWS, with the partition of each. */
export const PARTITIONS: Readonly<Record<string, string>> = ${show(
    Object.fromEntries(regions.map(({ name, partition }) => [name, partition])),
  )};

/** The regions without a service. */
export const REGIONS_WITHOUT: Readonly<Record<StackService, readonly string[]>> = ${show(
    Object.fromEntries(missing),
  )};

/** The regions with a FIPS endpoint of a service. */
export const FIPS_REGIONS: Readonly<Record<CalledService, readonly string[]>> = ${show(
    Object.fromEntries(fips),
  )};
`,
);
execFileSync('node_modules/.bin/biome', ['format', '--write', WRITTEN], { stdio: 'inherit' });
