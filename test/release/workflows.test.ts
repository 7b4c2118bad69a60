import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readWorkflow, WORKFLOW_FILES } from '../support/workflows/workflow.ts';

const FILES = WORKFLOW_FILES;
const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts);
const stepsOf = (file: string) =>
  Object.values(readWorkflow(file).jobs).flatMap(({ steps = [] }) => steps);

it('there are workflows for tests, for releases and for the review of the decoders', () => {
  const names = ['ci', 'decoders', 'release'];
  expect(FILES).toEqual(names.map((name) => `.github/workflows/${name}.yml`));
});

describe.each(FILES)('%s', (file) => {
  const commands = stepsOf(file).flatMap(({ run }) => (run === undefined ? [] : [run]));

  it('runs npm scripts and files that exist', () => {
    const named = commands.flatMap((command) =>
      [...command.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name),
    );
    expect(named.filter((name) => !scripts.includes(name ?? ''))).toEqual([]);
    const files = commands.flatMap(
      (command) => command.match(/(?:scripts|test)\/[\w./-]+\.ts/g) ?? [],
    );
    expect(named.length + files.length).toBeGreaterThan(0);
    expect(files.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('pins every action by a commit, and says its version', () => {
    const uses = readFileSync(file, 'utf8').match(/uses: .*/g) ?? [];
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});

it('dependency updates look at npm, Python, the actions and Docker', () => {
  const { updates } = parse(readFileSync('.github/dependabot.yml', 'utf8'));
  const ecosystems = updates.map((one: Record<string, string>) => one['package-ecosystem']);
  expect(ecosystems).toEqual(['npm', 'pip', 'github-actions', 'docker', 'docker-compose']);
});
