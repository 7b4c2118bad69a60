import { accountCalls } from '../core/api/calls/accounts.ts';
import { auditCalls } from '../core/api/calls/audit.ts';
import { imageCalls } from '../core/api/calls/images.ts';
import { keyCalls } from '../core/api/calls/keys.ts';
import { memberCalls } from '../core/api/calls/members.ts';
import { projectCalls } from '../core/api/calls/projects.ts';
import { signingSecretCalls } from '../core/api/calls/signing-secrets.ts';
import { uploadCalls } from '../core/api/calls/uploads.ts';
import { webhookCalls } from '../core/api/calls/webhooks.ts';
import type { Endpoint } from '../core/api/endpoint.ts';
import { ENDPOINTS } from '../core/api/endpoints.ts';

/** Calls that have a page of the reference together. */
export interface CallGroup {
  readonly name: string;
  readonly title: string;
  readonly calls: readonly Endpoint[];
}

const group = (name: string, title: string, calls: Readonly<Record<string, Endpoint>>) => ({
  name,
  title,
  calls: Object.values(calls),
});

/** Every call, by the page that describes it. */
export const CALL_GROUPS: readonly CallGroup[] = [
  group('uploads', 'Upload calls', uploadCalls),
  group('images', 'Image calls', imageCalls),
  group('projects', 'Project calls', projectCalls),
  group('members', 'Member calls', memberCalls),
  group('accounts', 'Account calls', accountCalls),
  group('keys', 'Key calls', keyCalls),
  group('signing-secrets', 'Signing secret calls', signingSecretCalls),
  group('audit', 'Audit calls', auditCalls),
  group('webhooks', 'Webhook calls', webhookCalls),
];

const groupOf = new Map(
  CALL_GROUPS.flatMap(({ name, calls }) => calls.map((call) => [call.name, name] as const)),
);
/** The name of the group that a call is in. */
export function groupOfCall(name: string): string {
  const group = groupOf.get(name);
  if (group === undefined) throw new Error(`${name} is in no group of calls`);
  return group;
}

for (const { name } of Object.values(ENDPOINTS)) groupOfCall(name);

/** A link to a call's description, from a page whose way to docs/ is `toDocs`. */
export function callLink(name: string, toDocs: string): string {
  return `[\`${name}\`](${toDocs}calls/${groupOfCall(name)}.md#${name})`;
}
