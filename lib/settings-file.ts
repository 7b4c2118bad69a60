import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../core/foundation/json/json-value.ts';

/** The content of a settings file; its path is for messages. */
export interface SettingsFile {
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The reason why an existing file is not read; undefined if it is read, or doesn't exist. */
  readonly passedOver?: string;
}

/** Names of stages, so that no other path is ever read. */
const STAGE = /^[a-z][a-z0-9-]{0,19}$/;

function parseFile(path: string, text: string): Readonly<Record<string, unknown>> {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not JSON: ${(error as Error).message}`);
  }
  if (isJsonObject(values)) return values;
  throw new Error(`${path} must be a JSON object of settings`);
}

/**
 * The settings file of a stage, `settings/<stage>.json` below `root`; without values if it doesn't
 * exist. A trial on an emulator doesn't read the file of a stage in AWS. Throws an Error of one
 * sentence if it is no JSON object.
 */
export function readSettingsFile(
  root: string,
  { stage, target }: { readonly stage: unknown; readonly target?: unknown },
): SettingsFile {
  const path = `settings/${stage}.json`;
  if (typeof stage !== 'string' || !STAGE.test(stage)) return { path, values: {} };
  if (!existsSync(join(root, path))) return { path, values: {} };
  const values = parseFile(path, readFileSync(join(root, path), 'utf8'));
  const filesTarget = values.target ?? 'aws';
  if (target === undefined || target === filesTarget) return { path, values };
  const passedOver = `${path} is for the target ${filesTarget} and cannot be used for ${target}`;
  return { path, values: {}, passedOver };
}
