import type { TableName } from '../../../core/foundation/dynamodb-tables.ts';
import { fromItem, type Item, isSame } from './attribute-values.ts';

type Plain = Readonly<Record<string, unknown>>;

/** The rules that hold of every item of a kind, whoever wrote it. */
interface ItemRule {
  /**
   * When the item ends (milliseconds of the Unix epoch), or only whether it has an end; undefined
   * if the item doesn't tell.
   */
  readonly ends: (item: Plain) => number | boolean | undefined;
  /** The attribute that every change of one of these attributes raises; `all`: every change. */
  readonly version?: { readonly name: string; readonly of: readonly string[] | 'all' };
}

const always = () => true;
const never = () => false;
const STAYS: ItemRule = { ends: never };
const ENDS: ItemRule = { ends: always };

const isOf = (item: Plain, name: string, start: string) =>
  String(item[name] ?? '').startsWith(start);

const DAY_MS = 24 * 3_600_000;
/** The end that is so many days after the time in an attribute. */
const daysAfter = (days: number, time: unknown) => Number(time) + days * DAY_MS;

const RECEIPT: ItemRule = {
  ends: ({ state, purgedAt }) => state === 'purged' && daysAfter(31, purgedAt),
};
const AUDIT: ItemRule = {
  ends: ({ event }) => daysAfter(90, (event as { at: number }).at),
};
const IMAGE: ItemRule = {
  ends: ({ part, state, step_swept }) => {
    const isErased = part === 'record' ? state === 'deleted' : step_swept !== undefined;
    return isErased && daysAfter(31, step_swept);
  },
  version: { name: 'version', of: ['metadata', 'focalPoint', 'originalId'] },
};
const TEMPORARY: ItemRule = {
  ends: ({ part, isSaved, state, expiresAt }) => {
    if (part !== 'record' || !isSaved) return daysAfter(31, expiresAt);
    // a saved one stays while its image lives, also after its own end
    return state === 'temporary' ? false : undefined;
  },
};

/** The rules by the start of the first attribute of the key. */
const RULES: Readonly<Record<TableName, Readonly<Record<string, ItemRule>>>> = {
  projects: {
    prj_: STAYS,
    acc_: STAYS,
    'identity#': STAYS,
    'signing#': STAYS,
    'deletion#': RECEIPT,
    'emptying#': RECEIPT,
    'move#': STAYS,
  },
  keys: {
    'sha256#': {
      ends: ({ expiresAt, revokedAt }) => {
        const ends = [expiresAt, revokedAt].filter((end) => typeof end === 'number');
        return ends.length > 0 && daysAfter(30, Math.min(...ends));
      },
    },
    'project#': { ends: never, version: { name: 'version', of: 'all' } },
  },
  members: {
    prj_: {
      ends: (item) => isOf(item, 'accountId', 'invitation#') && daysAfter(0, item.expiresAt),
    },
    'invitation#': ENDS,
  },
  images: {
    img_: IMAGE,
    tmp_: TEMPORARY,
    'list#': STAYS,
    'terms#': STAYS,
    'deleting#': { ends: ({ part }) => part === 'count' },
    'answers#': { ends: ({ answerEnd }) => daysAfter(0, answerEnd) },
    'routes#': STAYS,
    'thumbnails#': STAYS,
    'renditions#img_': STAYS,
    'renditions#tmp_': ENDS,
  },
  webhooks: {
    prj_: { ends: never, version: { name: 'version', of: 'all' } },
    whk_: {
      ends: ({ createdAt }) => daysAfter(30, createdAt),
      version: { name: 'revision', of: 'all' },
    },
  },
  audit: { 'project#': AUDIT, 'account#': AUDIT },
  usage: {
    'images#': STAYS,
    'imagesShard#': STAYS,
    'transformations#': ENDS,
    'transformationsShard#': ENDS,
    'bandwidth#': ENDS,
    'projectBandwidth#': ENDS,
    'projectDays#': ENDS,
    'refusedOrigins#': { ends: always, version: { name: 'revision', of: 'all' } },
    'imageDays#': ENDS,
    'logPart#': ENDS,
    'unsaved#': { ends: never, version: { name: 'changes', of: 'all' } },
    'rate#': ENDS,
  },
};

function ruleOf(table: TableName, item: Item, hash: string): ItemRule {
  const key = fromItem({ key: item[hash] ?? { S: '' } }).key as string;
  const found = Object.entries(RULES[table]).find(([start]) => key.startsWith(start));
  if (found) return found[1];
  throw new Error(`no rule says how long an item of ${table} lives: ${key}`);
}

/** The fault of an item that lives too long or too short; undefined if there is none. */
export function lifeFault(table: TableName, item: Item, hash: string): string | undefined {
  const plain = fromItem(item);
  const expected = ruleOf(table, item, hash).ends(plain);
  const { endsAt } = plain;
  if (expected === undefined) return undefined;
  const isRight =
    typeof expected === 'boolean'
      ? (endsAt !== undefined) === expected
      : endsAt === Math.ceil(expected / 1000);
  if (isRight) return undefined;
  return `an item of ${table} ends at ${endsAt}, not at ${expected}: ${JSON.stringify(plain)}`;
}

/** The fault of a change that others can't see by the item's version; undefined if it has none. */
export function versionFault(
  table: TableName,
  { before, after, hash }: { readonly before: Item; readonly after: Item; readonly hash: string },
): string | undefined {
  const { version } = ruleOf(table, after, hash);
  if (!version) return undefined;
  const names = version.of === 'all' ? Object.keys({ ...before, ...after }) : version.of;
  const hasChanged = names.some(
    (name) =>
      name !== version.name && !(before[name] === after[name] || isSame(before[name], after[name])),
  );
  if (!hasChanged) return undefined;
  const numberIn = (item: Item) => Number(fromItem(item)[version.name] ?? 0);
  if (numberIn(after) > numberIn(before)) return undefined;
  return `a change of ${table} doesn't raise ${version.name}: ${JSON.stringify(fromItem(after))}`;
}
