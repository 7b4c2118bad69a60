import { type ColorData, color, serializeRGB } from '@csstools/css-color-parser';
import {
  type ComponentValue,
  isFunctionNode,
  parseComponentValue,
} from '@csstools/css-parser-algorithms';
import { isTokenHash, tokenize } from '@csstools/css-tokenizer';
import { keywordOf, splitAtCommas, tokenOf, type ValueContext } from './read-lengths.ts';
import { SYSTEM_COLOURS } from './system-colours.ts';

/** `currentColor`, which a renderer replaces. */
export const CURRENT = 'currentColor';
const SIX_DIGITS = /^#[\da-f]{6}$/i;
const CHANNELS = /[\d.]+(?:e[+-]?\d+)?/g;

const digitsOf = (byte: number) => byte.toString(16).padStart(2, '0');
const byteOf = (value: number) => Math.max(0, Math.min(255, Math.round(value)));

/** Browsers take more than 100 % for 100 %. */
function cutSaturation({ colorNotation, channels }: ColorData): void {
  if (colorNotation === 'hsl') channels[1] = Math.min(100, channels[1]);
}

/** The sRGB colour, cut to its gamut as browsers cut it; with alpha where it isn't opaque. */
function toHexadecimal(value: ComponentValue): string | undefined {
  const data = color(value);
  if (!data || typeof data.alpha !== 'number') return undefined;
  cutSaturation(data);
  const channels = serializeRGB(data, false).toString().match(CHANNELS)?.map(Number) ?? [];
  const [red = 0, green = 0, blue = 0, alpha = 1] = channels;
  const hexadecimal = `#${[red, green, blue].map((one) => digitsOf(byteOf(one))).join('')}`;
  const opacity = byteOf(alpha * 255);
  return opacity === 255 ? hexadecimal : `${hexadecimal}${digitsOf(opacity)}`;
}

/** Of an image, which is light whatever the page is. */
function lightOf(value: ComponentValue): ComponentValue | undefined {
  if (!isFunctionNode(value) || value.getName().toLowerCase() !== 'light-dark') return value;
  return splitAtCommas(value.value)[0]?.[0];
}

/**
 * A colour of CSS Color 4 and 5 as `#rrggbb` or `#rrggbbaa`, or `currentColor`; undefined for
 * anything else.
 */
export function readColour(
  given: ComponentValue | undefined,
  context: ValueContext,
): string | undefined {
  const value = given && lightOf(given);
  if (!value) return undefined;
  const token = tokenOf(value);
  // as it is written, and as most are
  if (isTokenHash(token) && SIX_DIGITS.test(token[1])) return token[1].toLowerCase();
  const keyword = keywordOf(value);
  if (keyword === 'currentcolor') return CURRENT;
  if (keyword !== undefined && Object.hasOwn(SYSTEM_COLOURS, keyword)) {
    return SYSTEM_COLOURS[keyword];
  }
  const text = isFunctionNode(value) ? value.toString() : '';
  if (!/currentcolor/i.test(text)) return toHexadecimal(value);
  const replaced = text.replace(/currentcolor/gi, context.colour);
  const parsed = parseComponentValue(tokenize({ css: replaced }));
  return parsed && toHexadecimal(parsed);
}
