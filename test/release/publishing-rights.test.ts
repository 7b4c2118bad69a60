import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findPublishingFaults } from '../support/workflows/find-publishing-faults.ts';
import {
  readWorkflow,
  rightsOf,
  type Step,
  WORKFLOW_FILES,
} from '../support/workflows/workflow.ts';

const RELEASE = '.github/workflows/release.yml';

/** Every job with a right beyond reading, by workflow. */
const RIGHTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '.github/workflows/ci.yml': {},
  '.github/workflows/decoders.yml': { warn: ['issues'] },
  [RELEASE]: {
    attest: ['attestations', 'id-token'],
    propose: ['contents', 'pull-requests'],
    'publish-npm': ['id-token'],
    'publish-pypi': ['id-token'],
    'push-image': ['packages'],
    release: ['contents'],
  },
};

function findRights(file: string): Readonly<Record<string, readonly string[]>> {
  const workflow = readWorkflow(file);
  const entries = Object.entries(workflow.jobs).map(
    ([name, job]) => [name, rightsOf(workflow, job)] as const,
  );
  return Object.fromEntries(entries.filter(([, rights]) => rights.length > 0));
}

describe.each(WORKFLOW_FILES)('%s', (file) => {
  it('gives each right to the one job that uses it (security.publishing-rights)', () => {
    expect(findRights(file)).toEqual(RIGHTS[file]);
  });

  it('runs no dependency and no script where there is a right (security.publishing-rights)', () => {
    expect(findPublishingFaults(readWorkflow(file))).toEqual([]);
  });

  it('needs no secret but the token of the run (security.publishing-rights)', () => {
    expect(readFileSync(file, 'utf8')).not.toMatch(/secrets\s*[.[]|pull_request_target/);
  });
});

it('a job that publishes to a registry waits for a reviewer (security.publishing-rights)', () => {
  const { jobs } = readWorkflow(RELEASE);
  const waiting = Object.keys(jobs).filter((name) => jobs[name]?.environment === 'release');
  expect(waiting).toEqual(['attest', 'publish-npm', 'publish-pypi', 'push-image']);
});

it('npm publishes by the Node of this project (security.publishing-rights)', () => {
  const steps = readWorkflow(RELEASE).jobs['publish-npm']?.steps ?? [];
  const [version] = steps.flatMap(({ with: inputs }) => inputs?.['node-version'] ?? []);
  expect(version).toBe(readFileSync('.nvmrc', 'utf8').trim());
});

/** Release.yml with a step at the end of a job, or in place of the steps that a name matches. */
function withStep(job: string, step: Step, replaced?: RegExp) {
  const workflow = readWorkflow(RELEASE);
  const found = workflow.jobs[job];
  const steps = found?.steps ?? [];
  const others = replaced ? steps.filter((one) => !replaced.test(JSON.stringify(one))) : steps;
  return { ...workflow, jobs: { ...workflow.jobs, [job]: { ...found, steps: [...others, step] } } };
}
const withRun = (run: string) => withStep('publish-npm', { run });
const PIN = '0123456789abcdef0123456789abcdef01234567';

describe('a planted fault is found (security.publishing-rights)', () => {
  it.each([
    ['npm ci', 'runs npm ci'],
    ['npm  install --ignore-scripts', 'runs npm install'],
    ['npx changeset', 'runs npx'],
    ['pip install twine', 'runs pip'],
    ['cd artifacts && ./publish.sh', 'runs ./publish.sh'],
    ['node scripts/release/tell-mode.ts', 'runs node'],
    ['printf "%s" "$(node scripts/x.ts)"', 'runs node'],
    ['X=$(curl https://example.com) sh', 'runs curl'],
    ['find . -exec sh {} +', 'runs a program by find'],
    ['git -c core.pager=sh diff', 'runs git -c'],
    ['for one in *; do bash "$one"; done', 'runs bash'],
    ['npm publish ./x.tgz', 'runs the scripts of a package'],
    ['docker build .', 'runs docker'],
    ['diff <(sh a) b', 'runs sh'],
  ])('%s', (run, fault) => {
    expect(findPublishingFaults(withRun(run))).toContain(`publish-npm: ${fault}`);
  });

  it.each([
    ['actions/download-artifact@v8', 'uses actions/download-artifact@v8, which no commit pins'],
    ['./.github/actions/publish', 'uses ./.github/actions/publish, which no commit pins'],
    [`someone/action@${PIN}`, 'uses someone/action'],
    [`actions/setup-node@${PIN}`, 'restores a cache'],
    [`actions/checkout@${PIN}`, 'keeps the credentials of its checkout'],
    [`actions/download-artifact@${PIN}`, 'uses a file before its digest is compared'],
  ])('%s', (uses, fault) => {
    expect(findPublishingFaults(withStep('publish-npm', { uses }))).toContain(
      `publish-npm: ${fault}`,
    );
  });

  it('files whose digest nothing compares', () => {
    const workflow = withStep('push-image', { run: 'printf x' }, /sha256sum/);
    const fault = 'push-image: uses a file before its digest is compared';
    expect(findPublishingFaults(workflow)).toContain(fault);
  });

  it('a job that inherits a right, or has GitHub’s default', () => {
    const { jobs } = readWorkflow(RELEASE);
    for (const workflow of [{ jobs }, { jobs, permissions: { packages: 'write' } }]) {
      expect(findPublishingFaults(workflow)).toContain('build: runs npm ci');
    }
  });

  it('a job with a right in its own container', () => {
    const workflow = readWorkflow(RELEASE);
    const job = { ...workflow.jobs['push-image'], container: 'node' };
    expect(
      findPublishingFaults({ ...workflow, jobs: { ...workflow.jobs, 'push-image': job } }),
    ).toContain('push-image: runs in another place');
  });
});
