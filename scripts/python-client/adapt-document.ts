// biome-ignore lint/suspicious/noExplicitAny: it is read by path; a wrong one fails the packing
type Document = any;
type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pascalCase = (name: string) =>
  name.replace(/(?:^|[-_])([a-z])/g, (_, letter: string) => letter.toUpperCase());

const singular = (name: string) => name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');

/** Gathers every schema of an object under its title; equal titles are one class. */
class Titled {
  readonly schemas: Record<string, Schema> = {};

  /** The schema with its objects as references; `title` is for an object without one. */
  gather(schema: Schema, title: string): Schema {
    const options = (name: 'anyOf' | 'oneOf') =>
      Array.isArray(schema[name])
        ? { [name]: schema[name].map((one: Schema) => this.gather(one, title)) }
        : {};
    const { allOf: _, ...plain } = {
      ...schema,
      ...options('anyOf'),
      ...options('oneOf'),
    } as Schema;
    if (isSchema(plain.items))
      return { ...plain, items: this.gather(plain.items, singular(title)) };
    if (Array.isArray(plain.enum)) return { title, ...plain };
    return plain.type === 'object' ? this.#add(plain, title) : plain;
  }

  #add(schema: Schema, title: string): Schema {
    const name = typeof schema.title === 'string' ? schema.title : title;
    const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(
      ([field, its]) => [field, this.gather(its, name + pascalCase(field))],
    );
    const { title: _, ...rest } = schema;
    const added = fields.length > 0 ? { ...rest, properties: Object.fromEntries(fields) } : rest;
    const known = this.schemas[name];
    if (known && JSON.stringify(known) !== JSON.stringify(added)) {
      throw new Error(`two different schemas have the title ${name}`);
    }
    this.schemas[name] = added;
    return { $ref: `#/components/schemas/${name}` };
  }
}

const JSON_TYPE = 'application/json';

const PYTHON_TYPES: Readonly<Record<string, string>> = {
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  string: 'str',
};

/** The Python type of a parameter; undefined if it has none, or several. */
function pythonTypeOf({ type, anyOf }: Document): string | undefined {
  if (anyOf) {
    const types = new Set<string | undefined>(anyOf.map(pythonTypeOf));
    return types.size === 1 ? [...types][0] : undefined;
  }
  return PYTHON_TYPES[Array.isArray(type) ? type[0] : type];
}

/** The Python types of a parameter, as an annotation; empty if one is unknown. */
function pythonTypesOf(schema: Document): string {
  const options: readonly Document[] = schema.anyOf ?? [schema];
  const types = options.map((option) => pythonTypeOf(option));
  return types.includes(undefined) ? '' : [...new Set(types)].join(' | ');
}

/** Calls without a body; names beside other texts would be a class that is called by a number. */
function plainParameters(item: Document): Document {
  const plain = (parameter: Document): Document => {
    const { anyOf } = parameter.schema ?? {};
    if (!anyOf) return parameter;
    const isText = pythonTypeOf(parameter.schema) === PYTHON_TYPES.string;
    const options = anyOf.map((one: Document) => (one.enum ? { type: one.type } : one));
    return { ...parameter, schema: isText ? { type: 'string' } : { anyOf: options } };
  };
  const calls = Object.entries<Document>(item).map(([method, call]) => [
    method,
    call.parameters ? { ...call, parameters: call.parameters.map(plain) } : call,
  ]);
  return Object.fromEntries(calls);
}

/**
 * The OpenAPI document as openapi-python-client takes it. Schemas stand once, by their titles: the
 * generator refuses a second schema of a title. The calls that take bytes are left out, because the
 * generator sends the last of several content types always; the package has them by hand.
 */
export function adaptDocument(document: Document): Document {
  const titled = new Titled();
  for (const [name, schema] of Object.entries<Schema>(document.components.schemas)) {
    titled.gather(schema, name);
  }
  const paths: Record<string, Document> = {};
  for (const [path, item] of Object.entries<Document>(document.paths)) {
    const { post } = item;
    if (post === undefined) {
      paths[path] = plainParameters(item);
      continue;
    }
    const name = pascalCase(post.operationId);
    const answered = post.responses[200].content[JSON_TYPE];
    const answer = { schema: titled.gather(answered.schema, `${name}Response`) };
    const asked = post.requestBody.content[JSON_TYPE];
    if (asked === undefined) continue;
    const body = { schema: titled.gather(asked.schema, `${name}Request`) };
    const done = { ...post.responses[200], content: { [JSON_TYPE]: answer } };
    const requestBody = { required: true, content: { [JSON_TYPE]: body } };
    paths[path] = { post: { ...post, requestBody, responses: { ...post.responses, 200: done } } };
  }
  return { ...document, paths, components: { ...document.components, schemas: titled.schemas } };
}

function deliveryOf({ paths }: Document): Document {
  const found = Object.entries<Document>(paths).find(([path]) => path.includes('{extension}'));
  if (!found) throw new Error('the document has no path of images');
  return found[1].get;
}

/** The settings of openapi-python-client; an image comes as bytes, whatever its type. */
export function generatorSettings(document: Document): Document {
  const types = Object.keys(deliveryOf(document).responses[200].content);
  return {
    package_name_override: 'imagewell_client',
    use_path_prefixes_for_title_model_names: false,
    literal_enums: true,
    docstrings_on_attributes: true,
    content_type_overrides: Object.fromEntries(
      types.map((type) => [type, 'application/octet-stream']),
    ),
  };
}

/**
 * `transformation.py`: the parameters and extensions of an image's address, and the largest upload
 * by a call. Throws for a parameter of an unknown type.
 */
export function describeTransformation(document: Document): string {
  const { parameters } = deliveryOf(document);
  const all: Document[] = parameters;
  const fields = all
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, description, schema }) => {
      const type = pythonTypesOf(schema);
      if (type === '') throw new Error(`no type for the parameter ${name}`);
      // a name of Python has no hyphen: image_url writes it
      return `    ${name.replaceAll('-', '_')}: ${type}\n    """${description.replaceAll('\\', '\\\\')}"""\n`;
    });
  const extensions: string[] = all.find(({ name }) => name === 'extension').schema.enum;
  const upload = document.paths['/api/v1/upload-temporary-image/{uploadKey}'].post;
  const [bytes] = Object.values<Document>(upload.requestBody.content);
  return `"""Made of the OpenAPI document; do not edit."""

from typing import Literal, TypedDict

MAX_UPLOAD_BYTES = ${bytes.schema.maxLength}
"""The largest image that a call takes; a larger one goes by a form."""

Extension = Literal[${extensions.map((one) => `"${one}"`).join(', ')}]


class Transformation(TypedDict, total=False):
    """The query parameters of an image's URL."""

${fields.join('\n')}`;
}
