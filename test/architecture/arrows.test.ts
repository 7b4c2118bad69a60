import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readModuleGraph } from '../support/sources/module-graph.ts';
import {
  filesOfRooms,
  readImports,
  readRoomMap,
  roomOf,
  roomOfImport,
} from '../support/sources/room-imports.ts';

const ROOM_MAP = readRoomMap();
const ROOMS = [...ROOM_MAP.keys()];
const CORE_MAY_IMPORT = ['node:zlib', 'node:crypto', 'zod/mini'];
/** Parsers of CSS and colours, pure computation too, that one folder of core has for itself. */
const STYLES = 'core/codecs/svg/styles/';
const STYLES_MAY_IMPORT = [
  'css-select',
  'css-tree', // types alone
  'css-tree/generator',
  'css-tree/parser',
  '@csstools/css-calc',
  '@csstools/css-color-parser',
  '@csstools/css-parser-algorithms',
  '@csstools/css-tokenizer',
];
const mayImport = (file: string) =>
  file.startsWith(STYLES) ? [...CORE_MAY_IMPORT, ...STYLES_MAY_IMPORT] : CORE_MAY_IMPORT;
/**
 * Packages in the console's script besides the console's own; each is within its budget of bytes.
 */
const CONSOLE_MAY_IMPORT = [
  'imagewell-client',
  'client/src/imagewell-client.ts', // the same, where tsconfig.json leads
  'preact',
  'preact/hooks',
  'preact/jsx-runtime',
  '@preact/signals',
  'oauth4webapi',
  '@simplewebauthn/browser', // the sign-in and set-up pages
];
/** The framework of an adapter, which whoever uses the adapter has. */
const CLIENT_MAY_IMPORT: Readonly<Record<string, string>> = {
  'client/src/integrations/uppy.ts': '@uppy/core',
  'client/src/react/image.ts': 'react',
  'client/src/react/use-upload.ts': 'react',
};
/** Entries of the client whose framework takes the default export. */
const TAKEN_BY_DEFAULT = ['client/src/integrations/astro.ts', 'client/src/integrations/nuxt.ts'];
/** The circles of a graph, each with its first node again at its end. */
function findCircles(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const circles: string[] = [];
  const visit = (node: string, path: readonly string[]) => {
    if (state.get(node) === 'open')
      circles.push([...path.slice(path.indexOf(node)), node].join(' -> '));
    if (state.has(node)) return;
    state.set(node, 'open');
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    state.set(node, 'done');
  };
  for (const node of graph.keys()) visit(node, []);
  return circles;
}

const TRACKED = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trimEnd().split('\n');
const files = filesOfRooms(ROOMS);
const imports = await readImports(files);
/** Rooms of programs around the service, which read the environment and call sharp as they need. */
const isAround = (file: string) => ['scripts', 'bench', 'packages'].includes(roomOf(file));

const isOfCdk = /^(aws-cdk-lib|constructs)(\/|$)/;

describe('the arrows between rooms', () => {
  const drawn = new Map(ROOMS.map((room) => [room, new Set<string>()]));
  for (const { file, imports: paths } of imports)
    for (const to of paths.map(roomOfImport))
      if (to !== undefined && to !== roomOf(file)) drawn.get(roomOf(file))?.add(to);

  it('are those of the map in docs/architecture.md, all of them and no other', () => {
    for (const [room, to] of drawn) {
      expect([...to].sort(), room).toEqual([...(ROOM_MAP.get(room) ?? [])].sort());
    }
    const rooms = new Set(
      TRACKED.filter((file) => /^(?!test\/).+\/.+\.tsx?$/.test(file)).map(roomOf),
    );
    expect([...rooms].sort()).toEqual([...ROOMS].sort());
  });

  it('make no circle of rooms', () => {
    expect(findCircles(drawn)).toEqual([]);
  });

  it('core takes nothing from outside but pure computation', () => {
    const wrong = imports
      .filter(({ file }) => roomOf(file) === 'core')
      .flatMap(({ file, imports: paths }) =>
        paths
          .filter((path) => !files.includes(path) && !mayImport(file).includes(path))
          .map((path) => `${file} -> ${path}`),
      );
    expect(wrong).toEqual([]);
  });

  it('the client takes nothing from outside, not even from Node, but an adapter its framework', () => {
    const wrong = imports
      .filter(({ file }) => roomOf(file) === 'client')
      .flatMap(({ file, imports: paths }) =>
        paths
          .filter((path) => !files.includes(path) && path !== CLIENT_MAY_IMPORT[file])
          .map((path) => `${file} -> ${path}`),
      );
    expect(wrong).toEqual([]);
  });

  it('the console takes the client and a few small libraries, and nothing of another room', () => {
    const wrong = imports
      .filter(({ file }) => roomOf(file) === 'console')
      .flatMap(({ file, imports: paths }) =>
        paths
          .filter((path) => !path.startsWith('console/') && !CONSOLE_MAY_IMPORT.includes(path))
          .map((path) => `${file} -> ${path}`),
      );
    expect(wrong).toEqual([]);
  });

  it('sharp is imported by the image engine alone, SQLite by adapters and the lock', () => {
    const users = (name: string) =>
      imports
        .filter(({ file, imports: paths }) => !isAround(file) && paths.includes(name))
        .map(({ file }) => file);
    for (const file of users('sharp')) expect(file).toMatch(/^adapters\/sharp\//);
    for (const file of users('node:sqlite')) expect(file).toMatch(/^adapters\/|data-folder-lock/);
    for (const file of users('@middy/core')) expect(file).toMatch(/^lambdas\//);
    // else it answers 500 before the timeout (security.deadline-kills)
    const withTimeout = users('lambdas/no-early-timeout.ts');
    expect(withTimeout).toEqual(expect.arrayContaining(users('@middy/core')));
  });

  it('of the package imagewell lead to no file that needs the CDK, which it has not', async () => {
    const graph = await readModuleGraph(['bin/packed-cli.ts']);
    const users = [...graph].filter(([, paths]) => paths.some((path) => isOfCdk.test(path)));
    expect(graph.size).toBeGreaterThan(500);
    expect(users.map(([file]) => file)).toEqual([]);
  });

  it('make no circle of files, those of types among them', () => {
    expect(findCircles(new Map(imports.map((one) => [one.file, one.imports])))).toEqual([]);
  });
});

/** The two siblings between which an import leads: folders, or a folder and a file beside it. */
function siblingsOf(file: string, imported: string): readonly [string, string] | undefined {
  const [from, to] = [file.split('/'), imported.split('/')];
  const depth = from.findIndex((part, at) => part !== to[at]) + 1;
  const areFiles = depth === from.length && depth === to.length;
  return areFiles ? undefined : [from.slice(0, depth).join('/'), to.slice(0, depth).join('/')];
}

describe('the folders of a room', () => {
  it('import no sibling that imports them, at any depth, files of their parent among them', () => {
    const arrows = new Set<string>();
    const known = new Set(files);
    for (const { file, imports: paths } of imports) {
      for (const path of paths.filter((one) => known.has(one))) {
        const siblings = siblingsOf(file, path);
        if (siblings) arrows.add(siblings.join(' <-> '));
      }
    }
    const pairs = [...arrows].filter((arrow) => {
      const [from = '', to = ''] = arrow.split(' <-> ');
      return from < to && arrows.has(`${to} <-> ${from}`);
    });
    expect(pairs).toEqual([]);
  });
});

/**
 * Core's rooms by their floor, the lowest first; rooms of the third import each other downwards
 * only, as the test of cycles holds.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['foundation'],
  [
    'accounts',
    'audit',
    'codecs',
    'events',
    'images',
    'metering',
    'projects',
    'transform',
    'webhooks',
  ],
  ['api'],
  ['ports'],
  ['use-cases'],
];
const coreRoom = (path: string) => {
  const [, floor = '', room = ''] = path.split('/');
  return floor === 'use-cases' || floor === 'ports'
    ? `${floor}/${room.replace(/\.ts$/, '')}`
    : floor;
};
const floorOf = (room: string) =>
  FLOORS.findIndex((rooms) => rooms.includes(room.split('/')[0] ?? ''));

describe('the rooms of core', () => {
  const arrows = new Map<string, Set<string>>();
  for (const { file, imports: paths } of imports) {
    for (const path of paths) {
      if (roomOf(file) !== 'core' || roomOf(path) !== 'core') continue;
      const [from, to] = [coreRoom(file), coreRoom(path)];
      if (from !== to) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  const drawn = [...arrows]
    .sort(([a], [b]) => floorOf(b) - floorOf(a) || a.localeCompare(b))
    .map(([from, to]) => `${from} -> ${[...to].sort().join(', ')}`);

  it('each stand on a floor and import downwards only', () => {
    console.info(`${drawn.join('\n')}\n`);
    const wrong = [...arrows].flatMap(([from, to]) =>
      [...to]
        .filter((room) => floorOf(room) === -1 || floorOf(room) > floorOf(from))
        .map((room) => `${from} -> ${room}`),
    );
    expect(wrong).toEqual([]);
  });

  it('import no room that imports them, directly or through others', () => {
    expect(findCircles(arrows)).toEqual([]);
  });
});

describe('how it is written', () => {
  const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));

  it('no file is over 400 lines without a reason in its first comment, and most are under 120', () => {
    const lineCounts = texts.map(({ file, text }) => ({
      file,
      text,
      lines: text.split('\n').length,
    }));
    const long = lineCounts.filter(({ file, text, lines }) => {
      return lines > 400 && !/generated\//.test(file) && !/^\/\*\*? Long because /m.test(text);
    });
    expect(long.map(({ file }) => file)).toEqual([]);
    expect(lineCounts.filter(({ lines }) => lines < 120).length).toBeGreaterThan(
      files.length * 0.7,
    );
  });

  it('no object or list is spread where its entries could stand themselves', () => {
    const tests = globSync(['test/**/*.ts', 'scripts/**/*.ts', 'bench/**/*.ts']);
    const packed = [...texts, ...tests.map((file) => ({ file, text: readFileSync(file, 'utf8') }))]
      .filter(({ text }) => /\.\.\.\(*(\{|\[[^[\]]*\](?: as const)?\)*\s*[,\])}])/.test(text))
      .map(({ file }) => file);
    expect(packed).toEqual([]);
  });

  it('no folder holds more than 25 files, but for the decisions, which are a numbered list with an index', () => {
    const counts = Map.groupBy(TRACKED, (file) => dirname(file));
    const full = [...counts].filter(([folder, { length }]) => {
      return length > 25 && folder !== 'docs/decisions';
    });
    expect(full.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([]);
  });

  it('the name of a file describes its content, and no file is a barrel', () => {
    const bad = files.filter((file) =>
      /(^|\/)(utils?|helpers?|common|misc|manager|index)\.tsx?$|[A-Z]/.test(file),
    );
    expect(bad).toEqual([]);
  });

  // the libraries of sharp have no other way to get their font: variables are set, none is read
  const SETS_THE_FONT = 'Object.assign(process.env, fontEnvironment())';

  it('the environment is read in bin and lambdas/environment only, and nothing is exported by default', () => {
    for (const { file, text } of texts.filter((one) => !isAround(one.file))) {
      if (!['bin', 'admin'].includes(roomOf(file)) && file !== 'lambdas/environment.ts')
        expect(text.replace(SETS_THE_FONT, ''), file).not.toContain('process.env');
      if (!TAKEN_BY_DEFAULT.includes(file)) expect(text, file).not.toContain('export default');
    }
  });

  it('core spreads no services: a function makes each of its own when it is read, and has not all of them', () => {
    for (const { file, text } of texts.filter((candidate) => roomOf(candidate.file) === 'core')) {
      expect(text, file).not.toMatch(/\.\.\.services\b/);
    }
  });

  it('core has no clock of its own', () => {
    for (const { file, text } of texts.filter((candidate) => roomOf(candidate.file) === 'core')) {
      expect(text, file).not.toMatch(/Date\.now\(|new Date\(\)|performance\.now/);
    }
  });
});
