import { hexOf } from '../read-values.ts';

/** JSON of an edit, which a rule reads from its text. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Whether JSON is an object. */
export function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** The JSON of a text; the text itself if it is none. */
export function jsonOf(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Six or eight hex digits of channels, or the text of a colour. */
export function colourText(json: Json): string {
  if (Array.isArray(json)) {
    const [r = 0, g = 0, b = 0, alpha = 1] = json.map(Number);
    return channelsText([r, g, b, alpha]);
  }
  if (!isObject(json)) return String(json);
  const { r = 0, g = 0, b = 0, alpha = 1 } = json;
  return channelsText([r, g, b, alpha].map(Number));
}

function channelsText([r = 0, g = 0, b = 0, alpha = 1]: readonly number[]): string {
  const opacity = alpha < 1 ? hexOf(alpha * 255) : '';
  return `${hexOf(r)}${hexOf(g)}${hexOf(b)}${opacity}`;
}
