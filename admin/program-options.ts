import type { ProgramOption } from './program-help.ts';

/** Options that several programs have. */
export const DATA_OPTION = {
  type: 'string',
  fallback: '.data',
  value: 'DIR',
  variable: 'DATA_DIR',
  meaning: 'The data folder of a local service.',
} as const satisfies ProgramOption;

/** The data folder that a program was given. */
export function dataDirOf({ data }: { readonly data?: string | undefined }): string {
  return data ?? process.env[DATA_OPTION.variable] ?? DATA_OPTION.fallback;
}

export const STACK_OPTION = {
  type: 'string',
  value: 'NAME',
  meaning: 'The name of a deployed stack.',
} as const satisfies ProgramOption;

export const PROJECT_OPTION = {
  type: 'string',
  value: 'prj_…',
  meaning: 'The ID of a project; without it the first one.',
} as const satisfies ProgramOption;

export const ONLY_OPTION = {
  type: 'string',
  value: 'NAME,NAME',
  meaning: 'Runs these checks only.',
} as const satisfies ProgramOption;

export const JSON_OPTION = {
  type: 'boolean',
  default: false,
  meaning: 'Prints the results as JSON.',
} as const satisfies ProgramOption;
