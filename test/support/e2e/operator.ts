import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import type { DefaultProject } from '../../../core/use-cases/projects/store-default-project.ts';
import { TESTED_COMMAND } from '../service/tested-command.ts';
import { createPatientClient } from './patient-client.ts';
import { credentials } from './service-under-test.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * How the operator's command reaches the service under test: `--data DIR` or `--stack NAME`;
     * empty where it can't.
     */
    operator: string;
  }
}

const ROOT = resolve(import.meta.dirname, '../../..');
const where = inject('operator').split(' ').filter(Boolean);

/** Whether there is an operator here; where there is none it is said why. */
export const hasOperator = where.length > 0;
if (!hasOperator) {
  console.warn('skipped: IMAGEWELL_OPERATOR does not say how to reach the settings of projects');
}

/** Runs `npx imagewell admin projects …` and returns its output. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
export async function operate(...args: readonly string[]): Promise<any> {
  const command = [TESTED_COMMAND, 'admin', 'projects', '--json', ...args, ...where];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT });
  return JSON.parse(stdout);
}

async function outputOf(args: readonly string[]): Promise<string> {
  const command = [TESTED_COMMAND, 'admin', ...args, ...where, '--json'];
  return (await promisify(execFile)(process.execPath, command, { cwd: ROOT })).stdout;
}

/** Runs `imagewell admin …` with confirmation, and returns its output, read as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
export async function administer(...args: readonly string[]): Promise<any> {
  return JSON.parse(await outputOf(args));
}

/** The same of a command that prints a list: one object a line. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
export async function administerList(...args: readonly string[]): Promise<any[]> {
  const lines = (await outputOf(args)).split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** The stack that the operator reaches; undefined where it is a data folder. */
export const operatedStack = where[0] === '--stack' ? where[1] : undefined;

/**
 * A new project of the service under test, apart from the project of all other end-to-end tests,
 * and a client with its keys.
 */
export async function makeProject(...settings: readonly string[]) {
  const defaultProject: DefaultProject = await operate('create', '--plan', 'unlimited');
  const project = ['--project', defaultProject.projectId];
  const set = (...changes: readonly string[]) => operate('set', ...changes, ...project);
  if (settings.length > 0) await set(...settings);
  return {
    projectId: defaultProject.projectId,
    set,
    operate: (...args: readonly string[]) => operate(...args, ...project),
    client: createPatientClient({ ...credentials, ...defaultProject }),
  };
}
