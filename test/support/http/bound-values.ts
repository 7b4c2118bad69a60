/** A JSON Schema of a field, as the OpenAPI document has it. */
export interface FieldSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: FieldSchema;
  readonly maxProperties?: number;
  readonly minProperties?: number;
  readonly propertyNames?: FieldSchema;
  readonly additionalProperties?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
}

/** Values on a field's bounds, and one step beyond each of them. */
export interface BoundValues {
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}

const ID = /^\^([a-z]+)_\[a-z2-7\]\{26\}\$$/;
const letters = (length: number) => 'a'.repeat(Math.max(0, length));
const idOf = (prefix: string, tail: string) => `${prefix}_${letters(26 - tail.length)}${tail}`;

function ofId(prefix: string): BoundValues {
  const good = ['a', 'z', '2', '7'].map((tail) => idOf(prefix, tail));
  const bad = ['1', '8', 'A', '-', '\n', 'é'].map((tail) => idOf(prefix, tail));
  const lengths = [25, 27].map((length) => `${prefix}_${letters(length)}`);
  return { good, bad: [...bad, ...lengths, idOf('xyz', 'a'), `x${idOf(prefix, 'a')}`] };
}

/** A text of so many code points in the form of the field. */
function textOf({ format, pattern = '' }: FieldSchema, length: number): string {
  if (format === 'uri') return `https://example.com/${letters(length - 20)}`;
  if (pattern.includes('@')) return `${letters(64)}@${letters(length - 65)}`;
  return letters(length);
}

function ofText(schema: FieldSchema): BoundValues {
  const { minLength = 0, maxLength, pattern = '' } = schema;
  const [, prefix] = ID.exec(pattern) ?? [];
  if (prefix !== undefined) return ofId(prefix);
  if (maxLength === undefined) return { good: [], bad: [0, true, {}, []] };
  const isPlain = schema.format === undefined && pattern === '';
  return {
    good: [textOf(schema, maxLength), ...(isPlain ? ['😀'.repeat(maxLength), letters(1)] : [])],
    bad: [
      0,
      textOf(schema, maxLength + 1),
      ...(isPlain ? ['😀'.repeat(maxLength + 1)] : []),
      ...(minLength > 0 ? [letters(minLength - 1)] : []),
    ],
  };
}

function ofNumber({ minimum = 0, maximum = 0 }: FieldSchema): BoundValues {
  return {
    good: [minimum, maximum, ...(maximum > minimum ? [minimum + 1, maximum - 1] : [])],
    bad: [minimum - 1, maximum + 1, minimum + 0.5, String(minimum), null, true],
  };
}

/** So many different items of a list. */
export type MakeItems = (count: number) => readonly unknown[];

function ofList(schema: FieldSchema, makeItems: MakeItems): BoundValues {
  const { minItems, maxItems, uniqueItems, items } = schema;
  const [one] = makeItems(1);
  const good = [makeItems(Math.max(1, minItems ?? 0)), makeItems(maxItems ?? 1)];
  const bad = [
    {},
    'a',
    ...(minItems ? [makeItems(minItems - 1)] : []),
    ...(maxItems ? [makeItems(maxItems + 1)] : []),
    ...(uniqueItems ? [[one, one]] : []),
    ...(items?.enum ? [['no such item']] : []),
  ];
  const inner = items?.type === 'integer' ? ofNumber(items) : { good: [], bad: [] };
  return {
    good: [...good, ...inner.good.map((value) => [value])],
    bad: [...bad, ...inner.bad.map((value) => [value])],
  };
}

/** So many different properties. */
export type MakeProperties = (count: number) => object;

function ofObject(schema: FieldSchema, makeProperties: MakeProperties): BoundValues {
  const { minProperties, maxProperties, propertyNames, additionalProperties } = schema;
  const [value = additionalProperties] = additionalProperties?.oneOf ?? [];
  const maxLength = value?.maxLength;
  const maxNameLength = Number(/\{0,(\d+)\}\$$/.exec(propertyNames?.pattern ?? '')?.[1]);
  const names = Number.isNaN(maxNameLength) ? [] : [maxNameLength + 1];
  return {
    good: [
      makeProperties(maxProperties ?? 1),
      ...(maxLength ? ['a', '😀'].map((sign) => ({ key: sign.repeat(maxLength) })) : []),
      ...names.map((length) => ({ [letters(length)]: 'x' })),
    ],
    bad: [
      [],
      'a',
      ...(minProperties ? [makeProperties(minProperties - 1)] : []),
      ...(maxProperties ? [makeProperties(maxProperties + 1)] : []),
      ...(maxLength ? [{ key: letters(maxLength + 1) }] : []),
      ...names.flatMap((length) => [{ [letters(length + 1)]: 'x' }, { '1a': 'x' }, { '': 'x' }]),
    ],
  };
}

/** The values to try for a field. */
export function boundValues(
  schema: FieldSchema,
  makeItems: MakeItems,
  makeProperties: MakeProperties,
): BoundValues {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    const each = options.map((one) => boundValues(one, makeItems, makeProperties));
    // null is a branch that is bad for none
    return {
      good: each.flatMap(({ good }) => good),
      bad: (each[0]?.bad ?? []).filter((value) => value !== null),
    };
  }
  if (schema.const !== undefined) return { good: [schema.const], bad: [false, 'true', 1, null] };
  if (schema.enum) return { good: schema.enum, bad: ['', 'no such value', 0] };
  const { type } = schema;
  const without = type === 'null' ? { good: [null], bad: [] } : { good: [], bad: [null] };
  const of = (): BoundValues => {
    if (type === 'integer') return ofNumber(schema);
    if (type === 'string') return ofText(schema);
    if (type === 'array') return ofList(schema, makeItems);
    if (type === 'object') return ofObject(schema, makeProperties);
    if (type === 'boolean') return { good: [true, false], bad: ['true', 0, 1] };
    return { good: [], bad: [] };
  };
  const { good, bad } = of();
  return { good: [...good, ...without.good], bad: [...bad, ...without.bad] };
}
