import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import type { Credentials } from '../../local/data-folder.ts';
import { createClient } from '../support/client.ts';

declare module 'vitest' {
  interface ProvidedContext {
    credentials: string;
  }
}

/** The credentials of the service that the journeys run against: a base URL, a CDN URL and two keys. */
export const credentials: Credentials = JSON.parse(readFileSync(inject('credentials'), 'utf8'));
export const client = createClient(credentials);
/** There is no cache before the service under test. */
export const keepsNothing = process.env.IMAGEWELL_CDN === 'keeps-nothing';
