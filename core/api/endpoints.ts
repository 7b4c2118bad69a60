import { accountCalls } from './calls/accounts.ts';
import { auditCalls } from './calls/audit.ts';
import { imageCalls } from './calls/images.ts';
import { keyCalls } from './calls/keys.ts';
import { memberCalls } from './calls/members.ts';
import { projectCalls } from './calls/projects.ts';
import { signingSecretCalls } from './calls/signing-secrets.ts';
import { uploadCalls } from './calls/uploads.ts';
import { webhookCalls } from './calls/webhooks.ts';
import type { Endpoint } from './endpoint.ts';

/** THE table of API calls: routes, credentials, bodies, responses, problems. */
export const ENDPOINTS = {
  ...uploadCalls,
  ...imageCalls,
  ...projectCalls,
  ...memberCalls,
  ...accountCalls,
  ...keyCalls,
  ...signingSecretCalls,
  ...auditCalls,
  ...webhookCalls,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** The functions that run calls, each once. */
export const API_FUNCTIONS = [
  ...new Set(Object.values(ENDPOINTS).map(({ functionName }) => functionName)),
];
