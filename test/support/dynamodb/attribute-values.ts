import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

/** A value of an attribute as DynamoDB's protocol writes it: its type, and the value. */
export type Value =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly B: Uint8Array }
  | { readonly M: Item }
  | { readonly L: readonly Value[] }
  | { readonly SS: readonly string[] }
  | { readonly NS: readonly string[] };

export type Item = { readonly [name: string]: Value };

/** An error with which DynamoDB refuses a request that no retry mends. */
export function invalid(message: string): Error {
  return Object.assign(new Error(message), { name: 'ValidationException' });
}

/** Plain values as the service's clients send them. */
export function toItem(plain: object): Item {
  return marshall(plain, { removeUndefinedValues: true }) as unknown as Item;
}

/** Plain values as the clients return them. */
export function fromItem(item: Item): Record<string, unknown> {
  return unmarshall(item as unknown as Parameters<typeof unmarshall>[0]);
}

/** The name of a value's type, like `S`. */
export function typeOf(value: Value): string {
  return Object.keys(value)[0] ?? '';
}

/** Whether two values have the same type and content; the order of a set means nothing. */
export function isSame(one: Value | undefined, other: Value | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  if ('N' in one && 'N' in other) return Number(one.N) === Number(other.N);
  if ('SS' in one && 'SS' in other) return `${[...one.SS].sort()}` === `${[...other.SS].sort()}`;
  if ('M' in one && 'M' in other) return isSameItem(one.M, other.M);
  if ('L' in one && 'L' in other) {
    return (
      one.L.length === other.L.length && one.L.every((value, at) => isSame(value, other.L[at]))
    );
  }
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether two items have the same attributes. */
export function isSameItem(one: Item, other: Item): boolean {
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => isSame(one[name], other[name]));
}

/** Negative, zero or positive; undefined for types that have no common order. */
export function order(one: Value | undefined, other: Value | undefined): number | undefined {
  if (one === undefined || other === undefined) return undefined;
  if ('N' in one && 'N' in other) return Number(one.N) - Number(other.N);
  if ('S' in one && 'S' in other) return Buffer.compare(Buffer.from(one.S), Buffer.from(other.S));
  return undefined;
}

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** The bytes of a value (Amazon DynamoDB developer guide, "Item sizes and formats"). */
function sizeOf(value: Value): number {
  if ('S' in value) return bytesOf(value.S);
  if ('N' in value) return Math.ceil(value.N.replace(/[-.]/g, '').length / 2) + 1;
  if ('B' in value) return value.B.length;
  if ('M' in value) return 3 + itemSize(value.M) + Object.keys(value.M).length;
  if ('L' in value) return 3 + value.L.reduce((sum, one) => sum + sizeOf(one) + 1, 0);
  if ('SS' in value) return value.SS.reduce((sum, one) => sum + bytesOf(one), 0);
  return 1;
}

/** The bytes of an item, names included. */
export function itemSize(item: Item): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + bytesOf(name) + sizeOf(value),
    0,
  );
}

const MAX_DIGITS = 38;
const MAX_DEPTH = 32;

/** Throws for a value that DynamoDB doesn't store. */
export function checkValue(value: Value, depth = 0): void {
  if (depth > MAX_DEPTH) throw invalid('Nesting Levels have exceeded supported limits');
  if ('SS' in value && value.SS.length === 0) throw invalid('An string set may not be empty');
  if ('SS' in value && new Set(value.SS).size < value.SS.length) {
    throw invalid('Input collection contains duplicates.');
  }
  if ('NS' in value && value.NS.length === 0) throw invalid('An number set may not be empty');
  if ('N' in value) checkNumber(value.N);
  if ('M' in value) for (const one of Object.values(value.M)) checkValue(one, depth + 1);
  if ('L' in value) for (const one of value.L) checkValue(one, depth + 1);
}

function checkNumber(text: string): void {
  const digits = text
    .replace(/e.*$/i, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+|0+$/g, '');
  if (!Number.isFinite(Number(text)))
    throw invalid('A value provided cannot be converted into a number');
  if (digits.length > MAX_DIGITS) {
    throw invalid('Attempting to store more than 38 significant digits in a Number');
  }
}
