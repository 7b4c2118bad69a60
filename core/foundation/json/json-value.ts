/** A JSON object whose fields may be of any kind. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object and no list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path of names; undefined where an object of the path is missing. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((part, name) => (isJsonObject(part) ? part[name] : undefined), value);
}

/** A value if it is a text, else the empty one. */
export function textOr(value: unknown, other = ''): string {
  return typeof value === 'string' ? value : other;
}

/** The entries of a value that is a list, else none. */
export function listOr(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
