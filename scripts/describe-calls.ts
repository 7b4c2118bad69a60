import { isEnough, ROLES, type Role } from '../core/accounts/roles.ts';
import { type Endpoint, PROJECT_HEADER, problemsOf, roleOf } from '../core/api/endpoint.ts';
import { ENDPOINTS } from '../core/api/endpoints.ts';
import { CALL_GROUPS, type CallGroup, callLink } from './call-groups.ts';
import { followReferences } from './follow-references.ts';
import { GENERATED, table } from './markdown.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read by path, and a wrong path fails the generator
type Schema = any;

const CALLS: readonly Endpoint[] = Object.values(ENDPOINTS);

/** One way to write a field's type: `string`, `integer`, `viewer | editor`, `object[]`. */
function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((word: string) => `\`${word}\``).join(' or ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map(typeOf).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items)}`;
  if (schema.type === 'object' && schema.properties) {
    return `{ ${Object.keys(schema.properties).join(', ')} }`;
  }
  return schema.type ?? 'any';
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function fieldRows(schema: Schema, required: ReadonlySet<string>): string[][] {
  return Object.entries<Schema>(schema?.properties ?? {}).map(([name, field]) => [
    `\`${name}\`${required.has(name) ? '' : '?'}`,
    cell(typeOf(field)),
    cell(field.description ?? ''),
  ]);
}

/** The callers that a call permits, in words. */
function opensWith(endpoint: Endpoint): string {
  const { credential } = endpoint;
  const role = roleOf(endpoint);
  if (credential.kind === 'uploadKey') return 'an upload key in the path';
  if (credential.kind === 'invitation') return 'none; the code of the invitation is the secret';
  const user =
    role === null ? 'an access token' : `an access token with the role ${role} or higher`;
  if (credential.kind === 'accessToken') return user;
  return `an API key with \`${credential.scope}\`${role ? `; or ${user}, with \`${endpoint.request.kind === 'json' ? 'projectId' : PROJECT_HEADER}\`` : ''}`;
}

const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
const asJson = (value: unknown) => JSON.stringify(value, null, 2);

/** The request as a shell sends it, to `$BASE` with a key or token of the reader. */
function curlOf({ path, credential, request }: Endpoint): string {
  const url = `"$BASE${path.replace('{uploadKey}', '$UPLOAD_KEY')}"`;
  if (request.kind === 'bytes') {
    return `curl ${url} \\\n  -H 'Content-Type: image/jpeg' --data-binary @image.jpg`;
  }
  const headers: Readonly<Record<typeof credential.kind, string>> = {
    apiKey: ' -H "X-API-Key: $API_KEY"',
    accessToken: ' -H "Authorization: Bearer $TOKEN"',
    uploadKey: '',
    invitation: '',
  };
  const body = asJson(request.example);
  return `curl ${url}${headers[credential.kind]} \\\n  -H 'Content-Type: application/json' -d '${body}'`;
}

function describeCall(endpoint: Endpoint, document: Schema): string {
  const { name, summary, description, request } = endpoint;
  const { requestBody, responses } = document.paths[endpoint.path].post;
  const schemaOf = ({ content }: Schema) =>
    followReferences(document, content['application/json']?.schema);
  const requestSchema = schemaOf(requestBody);
  const answered = schemaOf(responses[200]);
  const groups = request.kind === 'json' ? request.exactlyOne : [];
  const required = new Set(groups.filter((names) => names.length === 1).flat());
  const beside =
    request.kind === 'json' && request.orBeside
      ? `, or \`${request.orBeside}\` in place of it or beside it`
      : '';
  const either = groups
    .map((names, at) => ({ names, end: at === groups.length - 1 ? beside : '' }))
    .filter(({ names }) => names.length > 1)
    .map(
      ({ names, end }) => `Exactly one of ${names.map((name) => `\`${name}\``).join(', ')}${end}.`,
    );
  const fields = fieldRows(requestSchema, required);
  const answer = fieldRows(answered, new Set(answered.required ?? []));
  const takes =
    request.kind === 'bytes'
      ? 'The request body is the bytes of the image.'
      : fields.length > 0
        ? table(['Request', 'Type', ''], fields)
        : 'The request body is `{}`.';
  const refusals = problemsOf(endpoint).map((code) => `[\`${code}\`](../errors.md#${code})`);
  return [
    `## ${name}`,
    `${summary}. ${description}`,
    `Credential: ${opensWith(endpoint)}.`,
    takes,
    ...either,
    block('sh', curlOf(endpoint)),
    table(['Response', 'Type', ''], answer),
    block('json', asJson(endpoint.responseExample)),
    `Errors: ${refusals.join(', ')}.`,
  ].join('\n\n');
}

function roleTable(): string {
  const may = (role: Role, required: Role) => (isEnough(role, required) ? 'yes' : '');
  const rows = CALLS.flatMap((endpoint) => {
    const requiredRole = roleOf(endpoint);
    return requiredRole
      ? [[callLink(endpoint.name, ''), ...ROLES.map((role) => may(role, requiredRole))]]
      : [];
  });
  return table(['Call', ...ROLES], rows);
}

function describeGroup({ title, calls }: CallGroup, document: Schema): string {
  const described = calls.map((one) => describeCall(one, document));
  return `${GENERATED}
# ${title}

[Calls](../calls.md) says how every call is made. A \`?\` marks optional fields.

${described.join('\n\n')}
`;
}

function listGroup({ name, title, calls }: CallGroup): string {
  const rows = calls.map((one) => [callLink(one.name, ''), one.summary]);
  return `### [${title}](calls/${name}.md)\n\n${table(['Call', 'Effect'], rows)}`;
}

/** docs/calls.md, from THE table of endpoints. */
export function describeCalls(): string {
  return `${GENERATED}
# Calls

Every call is \`POST {base_url}/api/v1/<name>\`. It returns 200 with JSON, or a problem ([errors.md](errors.md)). Times are RFC 3339 in UTC. [openapi.json](openapi.json) is the machine-readable form.

The examples are commands for a shell. \`BASE\` is the address of the API. \`API_KEY\` and \`UPLOAD_KEY\` are keys of a project. \`TOKEN\` is the access token of a user ([Users and teams](guides/teams.md)).

## All calls

${CALL_GROUPS.map(listGroup).join('\n\n')}

## Roles and calls

The table shows the calls that each role in the project permits. A call without a row requires no role in a project, or only an upload key.

${roleTable()}

## Collection for Bruno

[docs/bruno](bruno) is a collection of all calls for [Bruno](https://www.usebruno.com), an API client that works offline. It is made of the OpenAPI document. Open the folder in Bruno, choose the environment \`local\`, and enter your keys.
`;
}

/** The pages of docs/calls, by path: each call with its fields, a request and its answer. */
export function callPages(document: Schema): Readonly<Record<string, () => string>> {
  return Object.fromEntries(
    CALL_GROUPS.map((one) => [`docs/calls/${one.name}.md`, () => describeGroup(one, document)]),
  );
}
