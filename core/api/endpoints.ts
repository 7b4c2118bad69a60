import { accountCalls } from './calls/accounts.ts';
import { auditCalls } from './calls/audit.ts';
import { imageCalls } from './calls/images.ts';
import { keptImageCalls } from './calls/kept-images.ts';
import { keyCalls } from './calls/keys.ts';
import { memberCalls } from './calls/members.ts';
import { projectCalls } from './calls/projects.ts';
import { reviewCalls } from './calls/reviews.ts';
import { signingSecretCalls } from './calls/signing-secrets.ts';
import { uploadCalls } from './calls/uploads.ts';
import { webhookCalls } from './calls/webhooks.ts';
import type { Endpoint } from './endpoint.ts';

/** THE table of API calls: routes, credentials, bodies, responses, problems. */
export const ENDPOINTS = {
  ...uploadCalls,
  ...imageCalls,
  ...keptImageCalls,
  ...reviewCalls,
  ...projectCalls,
  ...memberCalls,
  ...accountCalls,
  ...keyCalls,
  ...signingSecretCalls,
  ...auditCalls,
  ...webhookCalls,
} as const satisfies Record<string, Endpoint>;

/** The calls in groups: the tags of the OpenAPI document and the pages of the reference. */
export const ENDPOINT_GROUPS = {
  uploads: uploadCalls,
  images: { ...imageCalls, ...keptImageCalls, ...reviewCalls },
  projects: projectCalls,
  members: memberCalls,
  accounts: accountCalls,
  keys: keyCalls,
  'signing-secrets': signingSecretCalls,
  audit: auditCalls,
  webhooks: webhookCalls,
} as const satisfies Record<string, Readonly<Record<string, Endpoint>>>;

export type EndpointGroup = keyof typeof ENDPOINT_GROUPS;

const GROUP_OF = new Map(
  Object.entries(ENDPOINT_GROUPS).flatMap(([group, calls]) =>
    Object.values(calls).map(({ name }): [string, EndpointGroup] => [name, group as EndpointGroup]),
  ),
);

/** The name of the group that a call is in; an Error for one that is in none. */
export function groupOfEndpoint(name: string): EndpointGroup {
  const group = GROUP_OF.get(name);
  if (group === undefined) throw new Error(`${name} is in no group of calls`);
  return group;
}

export type EndpointName = keyof typeof ENDPOINTS;

/** The functions that run calls, each once. */
export const API_FUNCTIONS = [
  ...new Set(Object.values(ENDPOINTS).map(({ functionName }) => functionName)),
];
