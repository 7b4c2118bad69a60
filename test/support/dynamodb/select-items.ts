import { TABLES, type Table } from '../../../core/foundation/dynamodb-tables.ts';
import { fromItem, type Item, invalid, itemSize, order } from './attribute-values.ts';
import { keyNames, type ReadRequest, type Request } from './check-request.ts';
import { valueAt } from './expressions.ts';

/** The items of a table by the text of their keys. */
export type StoredItems = Map<string, Item>;

/** Amazon DynamoDB developer guide: a page of a query or a scan. */
const MAX_PAGE_BYTES = 1024 * 1024;
/**
 * A page without a limit ends here already, as one with large items does: callers follow
 * `LastEvaluatedKey`.
 */
const PAGE_ITEMS = 3;

/** The key attributes by which a request looks. */
function lookedBy({ table }: ReadRequest, { IndexName }: Request): Pick<Table, 'hash' | 'range'> {
  const shape: Table = TABLES[table];
  if (IndexName === undefined) return shape;
  const index = shape.indexes.find(({ name }) => name === IndexName);
  if (!index) throw invalid(`The table does not have the specified index: ${IndexName}`);
  return index;
}

function compare(by: readonly string[], one: Item, other: Item): number {
  for (const name of by) {
    const found = order(one[name], other[name]) ?? 0;
    if (found !== 0) return found;
  }
  return 0;
}

function project(item: Item, paths: ReadRequest['projection']): object {
  if (!paths) return fromItem(item);
  const parts = paths.flatMap((path) => {
    const value = valueAt(item, path);
    return value ? [[String(path[0]), value] as const] : [];
  });
  return fromItem(Object.fromEntries(parts));
}

/** The answer of a query or a scan: one page. */
export function selectItems(stored: StoredItems, request: Request, read: ReadRequest): object {
  const by = keyNames(lookedBy(read, request));
  const all = keyNames(TABLES[read.table]);
  const sorted = [...stored.values()]
    .filter((item) => by.every((name) => item[name] !== undefined) && read.keyCondition(item))
    .sort((one, other) => compare([...by, ...all], one, other));
  if (request.ScanIndexForward === false) sorted.reverse();
  const start = request.ExclusiveStartKey;
  const sign = request.ScanIndexForward === false ? -1 : 1;
  // the item with the key of the start may be gone meanwhile
  const isBehind = (item: Item) => !start || sign * compare([...by, ...all], item, start) > 0;
  const from = sorted.findIndex(isBehind);
  if (from < 0) return { Items: [], Count: 0 };
  const page: Item[] = [];
  let bytes = 0;
  for (const item of sorted.slice(from, from + (request.Limit ?? PAGE_ITEMS))) {
    bytes += itemSize(item);
    if (page.length > 0 && bytes > MAX_PAGE_BYTES) break;
    page.push(item);
  }
  const last = page.at(-1);
  const isCut = from + page.length < sorted.length || page.length === request.Limit;
  const names = [...new Set([...by, ...all])];
  const key = last && fromItem(Object.fromEntries(names.map((name) => [name, last[name]])) as Item);
  const Items = page.filter(read.filter).map((item) => project(item, read.projection));
  return { Items, Count: Items.length, ...(isCut && key ? { LastEvaluatedKey: key } : {}) };
}
