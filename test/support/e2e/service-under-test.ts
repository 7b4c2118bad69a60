import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import type { Credentials } from '../../../local/data-folder/data-folder.ts';
import { createPatientClient } from './patient-client.ts';

declare module 'vitest' {
  interface ProvidedContext {
    credentials: string;
  }
}

/**
 * The credentials of the service that the end-to-end tests run against: a base URL, a CDN URL and
 * two keys.
 */
export const credentials: Credentials = JSON.parse(readFileSync(inject('credentials'), 'utf8'));
export const client = createPatientClient(credentials);
/** Whether the tests include features that LocalStack lacks; if not, the reason is printed. */
export function isOnLocalstack(reason: string): boolean {
  const isThere = process.env.IMAGEWELL_EMULATOR === 'localstack';
  if (isThere) console.warn(`skipped: ${reason}`);
  return isThere;
}
/** The service under test has no cache in front of it. */
export const keepsNothing = process.env.IMAGEWELL_CDN === 'keeps-nothing';
