import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { RESERVATION_PREFIX } from '../../adapters/dynamodb/client/reservations.ts';
import type {
  Change,
  ImageSnapshot,
  TemporarySnapshot,
  UsageGrowth,
} from '../../core/events/change.ts';
import type { QuotaName } from '../../core/events/event-types.ts';
import { isImageId, isTemporaryImageId } from '../../core/images/ids.ts';

type Item = Readonly<Record<string, AttributeValue>>;
type Content =
  | Pick<Extract<Change, { kind: 'temporary_image' }>, 'kind' | 'current'>
  | Pick<Extract<Change, { kind: 'image' }>, 'kind' | 'previous' | 'current'>
  | Pick<Extract<Change, { kind: 'usage' }>, 'kind' | 'growth'>;

/** By the first word of a counter's key. */
const QUOTA_OF: Readonly<Record<string, QuotaName>> = {
  images: 'images',
  transformations: 'transformations',
  bandwidth: 'bandwidthBytes',
};

const text = (item: Item | undefined, name: string) => item?.[name]?.S ?? '';
const number = (item: Item | undefined, name: string) => Number(item?.[name]?.N ?? 0);

/** The attributes of all snapshots, with the values that the stores write. */
function factsOf(item: Item) {
  return {
    temporaryImageId: text(item, 'temporaryImageId'),
    projectId: text(item, 'projectId'),
    format: text(item, 'format'),
    width: number(item, 'width'),
    height: number(item, 'height'),
    bytes: number(item, 'bytes'),
  };
}

function imageOf(item: Item): ImageSnapshot {
  const own = { imageId: text(item, 'imageId'), state: text(item, 'state') };
  const reviewState = text(item.review?.M, 'state') || null;
  const originalId = text(item, 'originalId') || null;
  const visible = text(item, 'visibility') === '' ? {} : { visibility: text(item, 'visibility') };
  const version = number(item, 'version');
  return {
    ...factsOf(item),
    ...own,
    ...visible,
    version,
    reviewState,
    originalId,
  } as ImageSnapshot;
}

function temporaryOf(item: Item): TemporarySnapshot {
  return { ...factsOf(item), expiresAt: number(item, 'expiresAt') } as TemporarySnapshot;
}

/** The project whose share of a count grew. */
function growingProject(item: Item, previous: Item | undefined): string | undefined {
  return Object.keys(item).find(
    (name) => name.startsWith('prj_') && number(item, name) > number(previous, name),
  );
}

/** The count of an account over all shards, without reservations. */
function countOf(item: Item | undefined): number {
  const reserved = Object.keys(item ?? {}).filter((name) => name.startsWith(RESERVATION_PREFIX));
  return number(item, 'used') + number(item, 'shardSum') - reserved.length;
}

function growthOf(item: Item, previous: Item | undefined): UsageGrowth | undefined {
  const [word = '', accountId = '', month = null] = text(item, 'counter').split('#');
  const quota = QUOTA_OF[word];
  const [before, after] = [countOf(previous), countOf(item)];
  const projectId = growingProject(item, previous);
  if (!quota || !projectId || after <= before) return undefined;
  return { accountId, projectId, quota, month, before, after };
}

function contentOf(current: Item, previous: Item | undefined): Content | undefined {
  if (current.counter) {
    const growth = growthOf(current, previous);
    return growth && { kind: 'usage', growth };
  }
  const id = text(current, 'part') === 'record' ? text(current, 'id') : '';
  if (isImageId(id))
    return { kind: 'image', previous: previous && imageOf(previous), current: imageOf(current) };
  const isLive = (item: Item | undefined) => text(item, 'state') === 'temporary';
  if (!isTemporaryImageId(id) || !isLive(current) || isLive(previous)) return undefined;
  return { kind: 'temporary_image', current: temporaryOf(current) };
}

/** The change in a record of a table's stream; undefined if it can't become an event. */
export function changeOfRecord({ eventID = '', dynamodb }: DynamoDBRecord): Change | undefined {
  const {
    NewImage: current,
    OldImage: previous,
    ApproximateCreationDateTime: seconds = 0,
  } = dynamodb ?? {};
  // by a move from another place: its events were sent there
  if (current?.movedAt && current.movedAt.N !== previous?.movedAt?.N) return undefined;
  const content = current && contentOf(current, previous);
  return content && { changeId: eventID, changedAt: seconds * 1000, ...content };
}
