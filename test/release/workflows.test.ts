import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      { readonly permissions?: Readonly<Record<string, string>>; readonly steps: readonly Step[] }
    >
  >;
}

const FILES = globSync('.github/workflows/*.yml').toSorted();
const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts);

const readWorkflow = (file: string): Workflow => parse(readFileSync(file, 'utf8'));
const stepsOf = (file: string) =>
  Object.values(readWorkflow(file).jobs).flatMap(({ steps }) => steps);

it('there are a workflow for tests and one for releases', () => {
  expect(FILES).toEqual(['.github/workflows/ci.yml', '.github/workflows/release.yml']);
});

describe.each(FILES)('%s', (file) => {
  const commands = stepsOf(file).flatMap(({ run }) => (run === undefined ? [] : [run]));

  it('runs npm scripts and files that exist', () => {
    const named = commands.flatMap((command) =>
      [...command.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !scripts.includes(name ?? ''))).toEqual([]);
    const files = commands.flatMap(
      (command) => command.match(/(?:scripts|test)\/[\w./-]+\.ts/g) ?? [],
    );
    expect(files.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('pins every action by a commit, and says its version', () => {
    const uses = readFileSync(file, 'utf8').match(/uses: .*/g) ?? [];
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('may read the repository and no more, except for the jobs of a release', () => {
    const { permissions, jobs } = readWorkflow(file);
    expect(permissions).toEqual({ contents: 'read' });
    const more = Object.entries(jobs).filter((entry) => entry[1].permissions !== undefined);
    const expected = file.endsWith('release.yml') ? ['version', 'publish'] : [];
    expect(more.map(([name]) => name)).toEqual(expected);
  });
});

it('dependency updates look at npm, Python, the actions and Docker', () => {
  const { updates } = parse(readFileSync('.github/dependabot.yml', 'utf8'));
  const ecosystems = updates.map((one: Record<string, string>) => one['package-ecosystem']);
  expect(ecosystems).toEqual(['npm', 'pip', 'github-actions', 'docker', 'docker-compose']);
});
