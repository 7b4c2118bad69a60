import { shellCommands } from './shell-commands.ts';
import { type Job, rightsOf, type Step, type Workflow } from './workflow.ts';

const PINNED = /^([\w./-]+)@[0-9a-f]{40}$/;

/** The actions that a job with a right may use: none runs code of the repository. */
const ACTIONS = new Set([
  'actions/attest-build-provenance',
  'actions/checkout',
  'actions/download-artifact',
  'actions/setup-node',
  'pypa/gh-action-pypi-publish',
]);

/** The programs of the runner that it may start, with their commands; true is any. */
const PROGRAMS: Readonly<Record<string, true | readonly string[]>> = {
  cd: true,
  cut: true,
  diff: true,
  exit: true,
  find: true,
  gh: ['issue', 'pr', 'release'],
  git: ['apply', 'commit', 'config', 'diff', 'push', 'switch'],
  grep: true,
  npm: ['publish'],
  printf: true,
  sha256sum: true,
  skopeo: ['copy', 'login'],
  sort: true,
  test: true,
};
/** Arguments by which a permitted program runs another one, or code of a package. */
const RUNS_MORE = /^(?:-exec(?:dir)?|-ok|--exec-path.*|--upload-pack.*|core\.\w+|alias\..*)$/;

function commandFault(words: readonly string[]): string | undefined {
  const [program = '', command = ''] = words;
  const permitted = Object.hasOwn(PROGRAMS, program) && PROGRAMS[program];
  if (!permitted) return `runs ${program}`;
  if (permitted !== true && !permitted.includes(command)) return `runs ${program} ${command}`;
  if (words.some((word) => RUNS_MORE.test(word))) return `runs a program by ${program}`;
  const isSilent = program !== 'npm' || words.includes('--ignore-scripts');
  return isSilent ? undefined : 'runs the scripts of a package';
}

function actionFault({ uses = '', with: inputs = {} }: Step): string | undefined {
  const [, action] = PINNED.exec(uses) ?? [];
  if (action === undefined) return `uses ${uses}, which no commit pins`;
  if (!ACTIONS.has(action)) return `uses ${action}`;
  const isCached = inputs.cache !== undefined || inputs['package-manager-cache'] !== false;
  return action === 'actions/setup-node' && isCached ? 'restores a cache' : undefined;
}

/** Finds a file that is used before its digest is compared. */
function unverifiedFault(steps: readonly Step[]): string | undefined {
  const isDownload = ({ uses = '' }: Step) => uses.startsWith('actions/download-artifact@');
  const unverified = steps.some((step, at) => {
    const { run = '', env = {} } = steps[at + 1] ?? {};
    const isCompared = /\$DIGEST.*\| sha256sum --check --strict/.test(run);
    const isKnown = /^\$\{\{ needs\.\w+\.outputs\.digest \}\}$/.test(env.DIGEST ?? '');
    return isDownload(step) && !(isCompared && isKnown);
  });
  return unverified ? 'uses a file before its digest is compared' : undefined;
}

function stepFaults(step: Step): readonly (string | undefined)[] {
  const commands = step.run === undefined ? [] : shellCommands(step.run);
  return [step.uses === undefined ? undefined : actionFault(step), ...commands.map(commandFault)];
}

function credentialFault(steps: readonly Step[], mayPush: boolean): string | undefined {
  const keeps = steps.some(
    ({ uses = '', with: inputs }) =>
      uses.startsWith('actions/checkout@') && inputs?.['persist-credentials'] !== false,
  );
  return keeps && !mayPush ? 'keeps the credentials of its checkout' : undefined;
}

function jobFaults(workflow: Workflow, job: Job): readonly string[] {
  const rights = rightsOf(workflow, job);
  const steps = job.steps ?? [];
  const credentials = credentialFault(steps, rights.includes('contents'));
  const foreign = job.uses !== undefined || 'container' in job || 'services' in job;
  const faults =
    rights.length === 0
      ? []
      : [
          foreign ? 'runs in another place' : undefined,
          unverifiedFault(steps),
          ...steps.flatMap(stepFaults),
        ];
  return [credentials, ...faults].filter((fault) => fault !== undefined);
}

/**
 * The breaches of the rules of publishing, as `job: fault`. A job with a right beyond reading
 * installs no package, runs no script of the checkout and no unpinned action. It compares the
 * digest of each file that another job has made.
 */
export function findPublishingFaults(workflow: Workflow): readonly string[] {
  return Object.entries(workflow.jobs).flatMap(([name, job]) =>
    jobFaults(workflow, job).map((fault) => `${name}: ${fault}`),
  );
}
