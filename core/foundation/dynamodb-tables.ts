/** A key attribute; `N` for milliseconds of the Unix epoch. */
export interface KeyAttribute {
  readonly name: string;
  readonly type: 'S' | 'N';
}

export interface TableIndex {
  readonly name: string;
  readonly hash: KeyAttribute;
  readonly range: KeyAttribute;
}

/**
 * A table of records in the cloud: its keys, its indexes, and the attribute (seconds of the Unix
 * epoch) that ends a record.
 */
export interface Table {
  readonly hash: KeyAttribute;
  readonly range?: KeyAttribute;
  readonly indexes: readonly TableIndex[];
  readonly endAttribute?: string;
  /** A worker listens to its changes. */
  readonly hasStream: boolean;
}

const text = (name: string): KeyAttribute => ({ name, type: 'S' });
const time = (name: string): KeyAttribute => ({ name, type: 'N' });

/**
 * THE tables of the cloud, read by the stack and by the adapters.
 *
 * | Table | Item | Key | Read by |
 * |---|---|---|---|
 * | keys | a key's record | `sha256#<hex>` | its hash, on every call |
 * | keys | a project's list of keys of a kind | `project#<projectId>#<kind>` | project and kind, when keys are listed or changed |
 * | projects | a project | `prj_…` | its id; an account's, oldest first (byAccount) |
 * | projects | an account with its plan | `acc_…` | its id, with each project |
 * | projects | the deletion of a project and its receipt, and its emptying | `deletion#<projectId>`, `emptying#<projectId>` | the project's id; those that are due, longest due first (purgeDue) |
 * | projects | the signing secrets of a project | `signing#<projectId>` | the renderer, if URLs must be signed |
 * | projects | the account of an identity | `identity#<sha256>` | the hash of issuer and subject, on every user's call |
 * | members | a user's role in a project | `prj_…`, `acc_…` | both; all of one project; a user's projects, oldest first (byMember) |
 * | members | an open invitation, not in byMember | `prj_…`, `invitation#<invitationId>` | both; all of one project |
 * | members | the place of an invitation; of an accepted one, its project and the account | `invitation#<sha256>`, `code` | the hash of its code |
 * | images | an image's record, purge steps in it | `<id>`, `record` | its id; those to be purged, oldest first (purgeDue); ended ones that are not swept (temporaryEnd) |
 * | images | an entry of a list, all of a project's images or those with one pair of metadata; a key only | `list#<projectId>` or `list#<projectId>#<SHA-256 of key=value>`, `<createdAt, 15 digits>#<id>` | the list, newest first |
 * | images | a term of an image: a word, first letters, its format, its bytes; a key only, written from the stream | `terms#<projectId>#<SHA-256 of the term>`, `<createdAt, 15 digits>#<id>` | a search, in the order of dates |
 * | images | images that are deleted with their project and not purged yet, a key only; and their number | `deleting#<deletionId>`, `<id>` or `count` | the deletion |
 * | images | the time until which responses with an image may be in flight to the edge | `answers#<image id>`, `answers` | the renderer writes it; the purge of a deletion reads it |
 * | images | a route of a project: the target of an old path | `routes#<projectId>`, the path | the renderer; the operator writes it |
 * | images | the key of a project's thumbnails | `thumbnails#<projectId>`, `secret` | the list of images; the renderer, for the address of a thumbnail |
 * | images | a rendition's record; and the number of a temporary image's renditions, and an image's timeouts with their unit | `renditions#<id>`, `rendition#<rendition key>` or `image` (earlier: `<id>`, `rendition#<rendition key>`, only read) | both; all of one image |
 * | audit | an audit event | `project#<projectId>` or `account#<accountId>`, `<began, 15 digits>#<eventId>` | the trail, newest first |
 * | webhooks | the webhooks of a project, with their secrets | `prj_…`, `webhooks` | its id |
 * | webhooks | a delivery | `whk_…`, `dlv_…` | both; those of a webhook in one state, newest first (byState); pending ones, longest due first, by shard (due) |
 * | usage | images of an account, each project's share under its id; under `moved#<projectId>` the account that received a project | `images#<accountId>`, exact; of plans without a bound `imagesShard#<accountId>#<0 to 39>` | save, delete and ownership transfer; get-usage |
 * | usage | transformations of a month, likewise; under `making#<hash>` the expiry of a reserved unit, which is in `used` and in no project's share | `transformations#<accountId>#<month>`, `transformationsShard#<accountId>#<month>#<0 to 39>` | a new rendition; get-usage |
 * | usage | bytes sent for an account in a month, each project's share under its id, and the images with the most of them; the same for a project, which also has its bytes by day: `bytes05` | `bandwidth#<accountId>#<month>`, `projectBandwidth#<projectId>#<month>` | metering; get-usage |
 * | usage | images saved and renditions made for a project, by day of a month: `images05`, `transformations05` | `projectDays#<projectId>#<month>` | a save, a new rendition; get-usage-by-day |
 * | usage | bytes and requests of an image by day of a month: `b05`, `r05` | `imageDays#<image id>#<month>` | metering; get-image-usage; the purge of a deletion |
 * | usage | the mark of a counted part of an access log | `logPart#<file>#<part>#<projectId>#<month>`, `logPart#<file>#<part>#images#<first>` | metering |
 * | usage | unsaved temporary images of a project | `unsaved#<projectId>`, `unsaved#<projectId>#<1 to 15>` | upload and save |
 * | usage | calls in a window | `rate#<counter>#<window's start>` | upload, get-invitation |
 */
export const TABLES = {
  keys: { hash: text('lookup'), indexes: [], endAttribute: 'endsAt', hasStream: false },
  projects: {
    hash: text('entity'),
    indexes: [
      { name: 'byAccount', hash: text('accountId'), range: time('createdAt') },
      // sparse: `purge` is there until the project is purged
      { name: 'purgeDue', hash: text('purge'), range: time('purgeAt') },
    ],
    endAttribute: 'endsAt',
    hasStream: false,
  },
  images: {
    hash: text('id'),
    range: text('part'),
    // both are sparse: `purge` is there from the asking to the last sweep, `sweep` from the upload
    // to the sweep after the end
    indexes: [
      { name: 'purgeDue', hash: text('purge'), range: time('purgeAt') },
      { name: 'temporaryEnd', hash: text('sweep'), range: time('expiresAt') },
    ],
    endAttribute: 'endsAt',
    hasStream: true,
  },
  members: {
    hash: text('projectId'),
    range: text('accountId'),
    indexes: [{ name: 'byMember', hash: text('accountId'), range: time('createdAt') }],
    endAttribute: 'endsAt',
    hasStream: false,
  },
  webhooks: {
    hash: text('owner'),
    range: text('part'),
    indexes: [
      { name: 'byState', hash: text('webhookState'), range: time('createdAt') },
      // sparse: `dueShard` is there while a delivery is pending
      { name: 'due', hash: text('dueShard'), range: time('nextAt') },
    ],
    endAttribute: 'endsAt',
    hasStream: false,
  },
  audit: {
    hash: text('trail'),
    range: text('entry'),
    indexes: [],
    endAttribute: 'endsAt',
    hasStream: false,
  },
  usage: { hash: text('counter'), indexes: [], endAttribute: 'endsAt', hasStream: true },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof TABLES;
export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

/** The output of a stack with the name of a table, like `KeysTable`. */
export function tableOutput(name: TableName): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}Table`;
}

/** The name of an index of `images`. */
export type ImagesIndex = (typeof TABLES.images.indexes)[number]['name'];
