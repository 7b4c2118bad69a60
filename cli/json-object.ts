/** A JSON object whose fields may be of any kind. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object and no list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object of a JSON text; undefined for any other text. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const found: unknown = JSON.parse(text);
    return isJsonObject(found) ? found : undefined;
  } catch {
    return undefined;
  }
}
