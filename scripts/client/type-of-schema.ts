type Schema = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const quoted = (value: unknown) =>
  typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : String(value);

const COMMENT_WIDTH = 96;

/** A JSDoc comment, or nothing; a text that is too long for a line is wrapped. */
export function comment(text: unknown, indent = ''): string {
  if (typeof text !== 'string') return '';
  const safe = text.replaceAll('*/', '*\\/');
  if (safe.length < COMMENT_WIDTH) return `${indent}/** ${safe} */\n`;
  const lines = safe.match(new RegExp(`\\S.{0,${COMMENT_WIDTH - 1}}(?=\\s|$)|\\S+`, 'g')) ?? [];
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

/** Names that are no identifier are put in quotes. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** Properties of which exactly one is given, and one that stands in place of it or beside it. */
interface Group {
  readonly names: readonly string[];
  readonly beside: readonly string[];
}

/** The groups of a schema as our OpenAPI document says them: `not` marks the one beside. */
function exclusiveGroups({ allOf }: Schema): Group[] {
  if (allOf === undefined) return [];
  return (allOf as Schema[]).map((part) => {
    const options = (part.oneOf ?? []) as { required: string[]; not?: object }[];
    const requiredOf = (isBeside: boolean) =>
      options.filter(({ not }) => (not !== undefined) === isBeside).flatMap((one) => one.required);
    return { names: requiredOf(false), beside: requiredOf(true) };
  });
}

function properties(schema: Schema, names: readonly string[], indent: string): string {
  const all = (schema.properties ?? {}) as Record<string, Schema>;
  const required = (schema.required ?? []) as string[];
  const inner = `${indent}  `;
  const lines = names.map((name) => {
    const property = all[name] as Schema;
    const mark = required.includes(name) ? '' : '?';
    const described = comment(property.description, inner);
    return `${described}${inner}readonly ${propertyName(name)}${mark}: ${typeOfSchema(property, inner)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function alternatives(schema: Schema, { names, beside }: Group, indent: string): string {
  const inner = `${indent}    `;
  const each = [...names, ...beside].map((chosen) => {
    const given = [chosen, ...beside.filter((name) => name !== chosen)];
    const only = properties({ ...schema, required: [chosen] }, given, inner);
    const others = names.filter((name) => name !== chosen);
    const never = others.map((name) => `${inner}  readonly ${propertyName(name)}?: never;\n`);
    return `${only.slice(0, -1 - inner.length)}${never.join('')}${inner}}`;
  });
  return `(\n${indent}  | ${each.join(`\n${indent}  | `)}\n${indent})`;
}

function objectType(schema: Schema, indent: string): string {
  const names = Object.keys((schema.properties ?? {}) as Schema);
  const more = schema.additionalProperties;
  if (names.length === 0) {
    const value = isObject(more) ? typeOfSchema(more, indent) : 'unknown';
    return `Readonly<Record<string, ${value}>>`;
  }
  const groups = exclusiveGroups(schema);
  const grouped = groups.flatMap((group) => [...group.names, ...group.beside]);
  const free = names.filter((name) => !grouped.includes(name));
  const parts = groups.map((group) => alternatives(schema, group, indent));
  return [...(free.length > 0 ? [properties(schema, free, indent)] : []), ...parts].join(' & ');
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/**
 * The TypeScript type of a JSON Schema as our OpenAPI document uses it. Throws for an unknown
 * keyword, so that nothing becomes `unknown` unseen.
 */
export function typeOfSchema(schema: Schema, indent = ''): string {
  const { type } = schema;
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? '';
  if (schema.const !== undefined) return quoted(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map(quoted).join(' | ');
  const either = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(either)) {
    const options = either.map((option) => typeOfSchema(option, indent));
    // a plain `string` would take the names beside it away from editors
    const isNamed = either.some((option) => Array.isArray(option.enum));
    return options.map((one) => (isNamed && one === 'string' ? '(string & {})' : one)).join(' | ');
  }
  if (Array.isArray(type)) {
    return type.map((name) => typeOfSchema({ ...schema, type: name }, indent)).join(' | ');
  }
  if (type === 'array') {
    const item = typeOfSchema(schema.items as Schema, indent);
    return item.includes(' | ') ? `readonly (${item})[]` : `readonly ${item}[]`;
  }
  if (type === 'object') return objectType(schema, indent);
  const simple = SIMPLE[String(type)];
  if (simple === undefined) throw new Error(`no type for ${JSON.stringify(schema)}`);
  return simple;
}
