import { globSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

type Permissions = Readonly<Record<string, string>> | string;

export interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Job {
  readonly permissions?: Permissions;
  readonly environment?: string;
  /** Of a reusable workflow. */
  readonly uses?: string;
  readonly container?: unknown;
  readonly services?: unknown;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly steps?: readonly Step[];
}

/** The part of a workflow that the rules of publishing read. */
export interface Workflow {
  readonly permissions?: Permissions;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** The paths of all workflows. */
export const WORKFLOW_FILES = globSync('.github/workflows/*.{yml,yaml}').toSorted();

/** Reads a workflow. */
export const readWorkflow = (file: string): Workflow => parse(readFileSync(file, 'utf8'));

/** The permissions of a job beyond reading; a workflow that names none has GitHub's default. */
export function rightsOf(workflow: Workflow, job: Job): readonly string[] {
  const permissions = job.permissions ?? workflow.permissions ?? 'write-all';
  if (typeof permissions === 'string') return permissions === 'read-all' ? [] : [permissions];
  return Object.entries(permissions)
    .filter(([, access]) => access !== 'read' && access !== 'none')
    .map(([name]) => name)
    .toSorted();
}
