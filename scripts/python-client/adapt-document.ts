// biome-ignore lint/suspicious/noExplicitAny: it is read by path; a wrong one fails the packing
type Document = any;
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
  // a path can have the parameters of all its calls
  const adapted = Object.entries<Document>(item).map(([name, part]) => {
    if (name === 'parameters') return [name, part.map(plain)];
    return [name, part.parameters ? { ...part, parameters: part.parameters.map(plain) } : part];
  });
  return Object.fromEntries(adapted);
}

/** Rules about fields that belong together, which the generator would take for a class. */
function withoutRules({ allOf: _, ...schema }: Document): Document {
  return schema;
}

/**
 * The OpenAPI document as openapi-python-client takes it. The calls that take bytes are left out:
 * the generator sends one of several content types always, and the package has them by hand.
 */
export function adaptDocument(document: Document): Document {
  const { components } = document;
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [
    name,
    withoutRules(schema),
  ]);
  const paths = Object.entries<Document>(document.paths)
    .filter(([, { post }]) => post === undefined || JSON_TYPE in post.requestBody.content)
    .map(([path, item]) => [path, item.post ? item : plainParameters(item)]);
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: { ...components, schemas: Object.fromEntries(schemas) },
  };
}

/** The path of images: the parameters of its calls, and its call. */
function deliveryOf({ paths }: Document): Document {
  const found = Object.entries<Document>(paths).find(([path]) => path.includes('{extension}'));
  if (!found) throw new Error('the document has no path of images');
  return found[1];
}

/** The settings of openapi-python-client; an image comes as bytes, whatever its type. */
export function generatorSettings(document: Document): Document {
  const types = Object.keys(deliveryOf(document).get.responses[200].content);
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
