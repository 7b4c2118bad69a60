import { existsSync, globSync, readFileSync } from 'node:fs';
import { readModuleGraph } from './module-graph.ts';

/** Rooms that are packages of their own have other files beside their code. */
const CODE: Readonly<Record<string, string>> = {
  client: 'client/src/**/*.ts',
  'docs-site': 'docs-site/*.ts',
  examples: 'examples/{*,pages/*,cdk-app/*}.ts', // a starter is an app of its own
  packages: 'packages/*/src/*.ts',
};

/** A file of a room, and the files and packages that it imports, types included. */
export interface FileImports {
  readonly file: string;
  readonly imports: readonly string[];
}

/** The files of these rooms, by their paths from the root. */
export function filesOfRooms(rooms: readonly string[]): readonly string[] {
  return rooms.flatMap((room) => globSync(CODE[room] ?? `${room}/**/*.{ts,tsx}`)).sort();
}

/** The imports of each file. */
export async function readImports(files: readonly string[]): Promise<readonly FileImports[]> {
  const graph = await readModuleGraph(files);
  // esbuild drops imports of types, which are arrows too
  return files.map((file) => {
    const types = [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+|[^'.][^']*)'/g)];
    const seen = graph.get(file) ?? [];
    const typed = types.map(([, path = '']) =>
      path.startsWith('.') ? new URL(path, `file:///${file}`).pathname.slice(1) : path,
    );
    return { file, imports: [...new Set([...seen, ...typed])] };
  });
}

/** The room of a file: the first folder of its path. */
export const roomOf = (path: string): string => path.split('/')[0] ?? '';

/** Our packages, by the names that examples and the console import them by. */
const PACKAGES: Readonly<Record<string, string>> = {
  'imagewell-client': 'client',
  'imagewell-cdk': 'packages',
};

/** The room of an import; undefined for a package of others, and for a file of no room. */
export function roomOfImport(path: string): string | undefined {
  const [first = '', second] = path.split('/');
  if (PACKAGES[first]) return PACKAGES[first];
  return second !== undefined && existsSync(path) ? first : undefined;
}

/** The rooms on the map of docs/architecture.md, each with those that it imports. */
export function readRoomMap(): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync('docs/architecture.md', 'utf8');
  const arrows = text.matchAll(/^([a-z-]+) +─+► ([a-z-]+(?:, [a-z-]+)*) {2}/gm);
  return new Map(
    [...arrows].map(([, room = '', to = '']) => [room, to === 'nothing' ? [] : to.split(', ')]),
  );
}
