import * as z from 'zod/mini';
import type { Endpoint, JsonRequest } from './endpoint.ts';
import { JSON_SCHEMAS } from './fields.ts';
import { pascalCase, SCHEMA_NAMES, singular } from './schema-names.ts';

type Json = Record<string, unknown>;

const PREFIX = '#/components/schemas/';

/**
 * `delete-image` as `DeleteImageRequest` and `DeleteImageResult`. Generators give names with
 * `Response` to the HTTP response of a call.
 */
export const nameOfRequest = ({ name }: Pick<Endpoint, 'name'>) => `${pascalCase(name)}Request`;
const nameOfResult = ({ name }: Pick<Endpoint, 'name'>) => `${pascalCase(name)}Result`;

interface SchemaInZod {
  readonly zodSchema: z.core.$ZodType;
  readonly jsonSchema: Json;
}

/** The schemas that have a name, which JSON Schema calls an id. */
type Named = z.core.$ZodRegistry<{ id: string }>;

/** The schema within an optional, nullable or repeated one. */
function partOf(
  schema: z.core.$ZodType,
): { readonly schema: z.core.$ZodType; readonly isOneOfMany: boolean } | undefined {
  if (schema instanceof z.ZodMiniArray) return { schema: schema.def.element, isOneOfMany: true };
  if (schema instanceof z.ZodMiniRecord) return { schema: schema.def.valueType, isOneOfMany: true };
  const isWrapped = schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniOptional;
  return isWrapped ? { schema: schema.def.innerType, isOneOfMany: false } : undefined;
}

/**
 * Names an object or a list of words, and all that are in it, by the path to it. A name that it has
 * stays.
 */
function nameParts(schema: z.core.$ZodType, name: string, named: Named): void {
  if (named.has(schema)) return;
  if (schema instanceof z.ZodMiniEnum) named.add(schema, { id: name });
  if (schema instanceof z.ZodMiniObject) {
    named.add(schema, { id: name });
    for (const [field, part] of Object.entries<z.core.$ZodType>(schema.shape)) {
      nameParts(part, name + pascalCase(field), named);
    }
    return;
  }
  const part = partOf(schema);
  if (part) nameParts(part.schema, part.isOneOfMany ? singular(name) : name, named);
}

/**
 * A schema in which no part has a list of types: it has alternatives, since several generators of
 * clients stop at a list.
 */
function withoutTypeLists(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutTypeLists);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).map(([word, value]) => [word, withoutTypeLists(value)]);
  const { type, description, ...words }: Json = Object.fromEntries(parts);
  if (!Array.isArray(type)) return Object.fromEntries(parts);
  const options = type.map((one) => (one === 'null' ? { type: one } : { type: one, ...words }));
  return { ...(description === undefined ? {} : { description }), oneOf: options };
}

/** The bounds that zod gives every integer. A field of ours states its own. */
const SAFE_BOUNDS = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const;

function overrideSchema({ zodSchema, jsonSchema }: SchemaInZod): void {
  const words = JSON_SCHEMAS.get(zodSchema);
  if (words) Object.assign(jsonSchema, words);
  if (!(zodSchema instanceof z.ZodMiniNumber)) return;
  for (const [word, bound] of Object.entries(SAFE_BOUNDS)) {
    if (jsonSchema[word] === bound) delete jsonSchema[word];
  }
}

/** The rules about fields that belong together. */
function groupRules({ exactlyOne, orBeside }: JsonRequest): Json {
  const groups = exactlyOne.map((names, at) => {
    const each = names.map((name) => ({ required: [name] }));
    if (orBeside === undefined || at < exactlyOne.length - 1) return { oneOf: each };
    // linters look for a required property beside it
    const given = names.map((name) => ({ properties: { [name]: {} }, required: [name] }));
    return { oneOf: [...each, { required: [orBeside], not: { anyOf: given } }] };
  });
  const required = exactlyOne.filter((names) => names.length === 1).flat();
  const alternatives = groups.filter((_, at) => (exactlyOne[at]?.length ?? 0) > 1);
  return {
    ...(required.length > 0 ? { required } : {}),
    ...(alternatives.length > 0 ? { allOf: alternatives } : {}),
  };
}

/** The schemas of all calls by name, and the name of each call's response. */
export interface NamedSchemas {
  readonly schemas: Record<string, Json>;
  /** A reference to the schema of a call's response. */
  refersTo(response: z.core.$ZodType): Json;
}

/**
 * Every object and enumeration of the requests and the responses with a name of its own, for
 * `components.schemas`. Generators of clients make a class of each.
 */
export function nameSchemas(endpoints: readonly Endpoint[]): NamedSchemas {
  const named: Named = z.registry();
  for (const [schema, name] of SCHEMA_NAMES) nameParts(schema, name, named);
  const rules: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const { request, response } = endpoint;
    nameParts(response, nameOfResult(endpoint), named);
    if (request.kind !== 'json') continue;
    // several calls have one schema, and each has its own name for it
    nameParts(z.extend(request.schema, {}), nameOfRequest(endpoint), named);
    rules[nameOfRequest(endpoint)] = groupRules(request);
  }
  const { schemas } = z.toJSONSchema(named, {
    uri: (id) => PREFIX + id,
    unrepresentable: 'any',
    override: overrideSchema,
  });
  const entries = Object.entries<Json>(schemas)
    .map(([name, { $schema, $id, ...words }]) => {
      const plain = withoutTypeLists(words) as Json;
      return [name, { ...plain, ...rules[name] }] as const;
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    schemas: Object.fromEntries(entries),
    refersTo: (response) => ({ $ref: PREFIX + (named.get(response)?.id ?? '') }),
  };
}
