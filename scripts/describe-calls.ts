import { isEnough, ROLES, type Role } from '../core/accounts/roles.ts';
import { type Endpoint, PROJECT_HEADER, problemsOf, roleOf } from '../core/api/endpoint.ts';
import { ENDPOINTS } from '../core/api/endpoints.ts';
import { GENERATED, table } from './markdown.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read by path, and a wrong path fails the generator
type Schema = any;

const CALLS: readonly Endpoint[] = Object.values(ENDPOINTS);

/** One way to write a field's type: `string`, `integer`, `viewer | editor`, `object[]`. */
function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one: string) => `\`${one}\``).join(' or ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items)}`;
  if (schema.type === 'object' && schema.properties) {
    return `{ ${Object.keys(schema.properties).join(', ')} }`;
  }
  return Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any');
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

/** Who may call it, in words. */
function opensWith(endpoint: Endpoint): string {
  const { credential } = endpoint;
  const role = roleOf(endpoint);
  if (credential.kind === 'uploadKey') return 'an upload key in the path';
  const person =
    role === null ? 'an access token' : `an access token with the role ${role} or higher`;
  if (credential.kind === 'accessToken') return person;
  return `an API key with \`${credential.scope}\`${role ? `; or ${person}, with \`${endpoint.request.kind === 'json' ? 'projectId' : PROJECT_HEADER}\`` : ''}`;
}

function describeCall(endpoint: Endpoint, operation: Schema): string {
  const { name, summary, description, request } = endpoint;
  const asked = operation.requestBody.content['application/json']?.schema;
  const answered = operation.responses[200].content['application/json'].schema;
  const groups = request.kind === 'json' ? request.exactlyOne : [];
  const required = new Set(groups.filter((names) => names.length === 1).flat());
  const either = groups
    .filter((names) => names.length > 1)
    .map((names) => `Exactly one of ${names.map((one) => `\`${one}\``).join(', ')}.`);
  const fields = fieldRows(asked, required);
  const answer = fieldRows(answered, new Set(answered.required ?? []));
  const takes =
    request.kind === 'bytes'
      ? 'The request body is the bytes of the image.'
      : fields.length > 0
        ? table(['Request', 'Type', ''], fields)
        : 'The request body is `{}`.';
  const refusals = problemsOf(endpoint).map((code) => `\`${code}\``);
  return [
    `### ${name}`,
    `${summary}. ${description}`,
    `Credential: ${opensWith(endpoint)}.`,
    takes,
    ...either,
    table(['Response', 'Type', ''], answer),
    `Errors: ${refusals.join(', ')}.`,
  ].join('\n\n');
}

function roleTable(): string {
  const may = (role: Role, asked: Role) => (isEnough(role, asked) ? 'yes' : '');
  const rows = CALLS.flatMap((endpoint) => {
    const asked = roleOf(endpoint);
    return asked ? [[`\`${endpoint.name}\``, ...ROLES.map((role) => may(role, asked))]] : [];
  });
  return table(['Call', ...ROLES], rows);
}

/** docs/calls.md, from THE table of endpoints and the OpenAPI document that is made of it. */
export function describeCalls(document: Schema): string {
  const calls = CALLS.map((one) => describeCall(one, document.paths[one.path].post));
  return `${GENERATED}
# Calls

Every call is \`POST {base_url}/api/v1/<name>\`. It returns 200 with JSON, or a problem ([errors.md](errors.md)). A \`?\` marks optional fields. Times are RFC 3339 in UTC. [openapi.json](openapi.json) is the machine-readable form.

## Roles and calls

The table shows the calls that each role in the project permits. A call without a row requires no role in a project, or only an upload key.

${roleTable()}

## Reference

${calls.join('\n\n')}
`;
}
