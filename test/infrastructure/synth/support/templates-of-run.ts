import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/** Names the folder of templates that the processes of one run of tests share. */
export const TEMPLATES_OF_RUN = 'IMAGEWELL_TEMPLATES_OF_RUN';

/** Makes that folder. In watch mode there is none, because the sources change meanwhile. */
export function setup({ config }: TestProject): (() => void) | undefined {
  if (config.watch) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'imagewell-templates-'));
  process.env[TEMPLATES_OF_RUN] = folder;
  return () => rmSync(folder, { recursive: true });
}
