import type { Endpoint } from '../core/api/endpoint.ts';
import {
  ENDPOINT_GROUPS,
  ENDPOINTS,
  type EndpointGroup,
  groupOfEndpoint,
} from '../core/api/endpoints.ts';

/** Calls that have a page of the reference together. */
export interface CallGroup {
  readonly name: string;
  readonly title: string;
  readonly calls: readonly Endpoint[];
}

const TITLES = {
  uploads: 'Upload calls',
  images: 'Image calls',
  projects: 'Project calls',
  members: 'Member calls',
  accounts: 'Account calls',
  keys: 'Key calls',
  'signing-secrets': 'Signing secret calls',
  audit: 'Audit calls',
  webhooks: 'Webhook calls',
} as const satisfies Record<EndpointGroup, string>;

/** Every call, by the page that describes it. */
export const CALL_GROUPS: readonly CallGroup[] = Object.entries(ENDPOINT_GROUPS).map(
  ([name, calls]) => ({ name, title: TITLES[name as EndpointGroup], calls: Object.values(calls) }),
);

for (const { name } of Object.values(ENDPOINTS)) groupOfEndpoint(name);

/** A link to a call's description, from a page whose way to docs/ is `toDocs`. */
export function callLink(name: string, toDocs: string): string {
  return `[\`${name}\`](${toDocs}calls/${groupOfEndpoint(name)}.md#${name})`;
}
