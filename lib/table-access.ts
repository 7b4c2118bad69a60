import type { ImagesIndex, TABLES, TableName } from '../core/foundation/dynamodb-tables.ts';
import type { FunctionName } from './functions.ts';

/** The table actions of a function. A transaction needs only the permissions of its writes. */
export interface TableAccess {
  readonly tables: Partial<Record<TableName, readonly `dynamodb:${string}`[]>>;
  /** An index of `images` that it queries, without a permission on the table. */
  readonly imagesIndex?: ImagesIndex;
  /** An index of `projects` that it queries, by the same keys. */
  readonly projectsIndex?: (typeof TABLES.projects.indexes)[number]['name'];
  /** An index of `members` that it queries. */
  readonly membersIndex?: (typeof TABLES.members.indexes)[number]['name'];
  /** An index of `webhooks` that it queries. */
  readonly webhooksIndex?: (typeof TABLES.webhooks.indexes)[number]['name'];
  /**
   * Partition keys that it may name in `images` and `usage`. One list for both, because its
   * transactions contain both; no key of one table could be one of the other.
   */
  readonly hashKeys: readonly string[];
  /** Further partition keys of `images` that it queries, and writes none of. */
  readonly queriedKeys?: readonly string[];
  /** Whether it writes the terms of images in `images`, and no other item of them. */
  readonly writesTerms?: true;
  /** Further partition keys of `images` of which it may read items, and write none. */
  readonly readKeys?: readonly string[];
  /**
   * Tables of which it reads single items together, in one request (docs/decisions/0121). One
   * statement has to name all keys of a request.
   */
  readonly joinedReads?: readonly TableName[];
  /** Further partition keys of `images` that it names in such reads. */
  readonly joinedKeys?: readonly string[];
  /** Whether it may change items of projects, beside its actions on `projects`, and no account. */
  readonly notesProjects?: true;
  /** Partition keys that it may name in `projects`: by default those of projects and accounts. */
  readonly projectKeys?: readonly string[];
}

/** The keys of projects. */
export const PROJECT_KEY = 'prj_*';
/** The keys of every caller's project and plan, without signing secrets. */
export const PROJECT_KEYS: readonly string[] = [PROJECT_KEY, 'acc_*'];
/**
 * The renderer verifies signatures, and users' calls about keys create and revoke the secrets: only
 * these two read it.
 */
const SIGNING_SECRETS = 'signing#*';

/** The index that finds a user. */
const IDENTITY = 'identity#*';
/** The records of a project deletion, with its receipt. */
const DELETIONS = ['deletion#*', 'emptying#*'];

const READ = ['dynamodb:GetItem'] as const;
const UPDATE = ['dynamodb:UpdateItem'] as const;
const PUT = ['dynamodb:PutItem'] as const;
const REMOVE = ['dynamodb:DeleteItem'] as const;
const QUERY = ['dynamodb:Query'] as const;
const BATCH_WRITE = ['dynamodb:BatchWriteItem'] as const;
const REMOVE_ALL = [...QUERY, ...BATCH_WRITE] as const;
const READ_LIST = ['dynamodb:Query', 'dynamodb:BatchGetItem'] as const;
const READ_KEYS = ['dynamodb:BatchGetItem'] as const;
const CHECK = ['dynamodb:ConditionCheckItem'] as const;

/** Finds a key, records its last use, and reads its project, and its account for the plan. */
const CALLER = { keys: [...READ, ...UPDATE], projects: READ };

/** Finds users by identity, and their memberships by project. */
const MEMBER = { members: READ };

/**
 * Access for calls with only a token: the first call creates the account, and changes are audited.
 */
const USER = { projects: [...READ, ...PUT], members: [...READ, ...PUT], audit: PUT };

const TEMPORARY = 'tmp_*';
const PERMANENT = 'img_*';
/** Records of renditions, separate from their image's record. */
const RENDITIONS = 'renditions#*';
const RENDITIONS_OF_TEMPORARY = 'renditions#tmp_*';
const RENDITIONS_OF_IMAGE = 'renditions#img_*';
/** Exact, and in shards (docs/decisions/0028). */
const SAVED_COUNTS = ['images#*', 'imagesShard#*'];
const UNSAVED_COUNT = 'unsaved#*';
const RENDITION_COUNTS = ['transformations#*', 'transformationsShard#*'];
const PROJECT_BANDWIDTH = 'projectBandwidth#*';
const BANDWIDTH_COUNTS = ['bandwidth#*', PROJECT_BANDWIDTH];
const DAY_COUNTS = 'projectDays#*';
const IMAGE_DAY_COUNTS = 'imageDays#*';
const COUNTED_LOG_PART = 'logPart#*';
const CALL_COUNT = 'rate#*';
const REFUSED_ORIGINS = 'refusedOrigins#*';
const LIST = 'list#*';
/** The rows by which images are searched. */
export const TERMS = 'terms#*';
const DELETING = 'deleting#*';
/** The time until which responses with an image may be in flight. */
const ANSWERS = 'answers#*';
const ROUTES = 'routes#*';
/** The keys that sign the addresses of thumbnails. */
const THUMBNAILS = 'thumbnails#*';
/** Its indexes; the first one is from before sharding. */
const DUE = ['due', 'due#*'];

/** THE permissions of each function on the tables. */
export const TABLE_ACCESS: Readonly<Record<FunctionName, TableAccess>> = {
  'upload-temporary-image': {
    tables: { ...CALLER, ...MEMBER, images: PUT, usage: [...READ, ...PUT, ...UPDATE] },
    hashKeys: [TEMPORARY, UNSAVED_COUNT, CALL_COUNT, REFUSED_ORIGINS],
    projectKeys: [...PROJECT_KEYS, IDENTITY],
  },
  'upload-from-url': {
    tables: { ...CALLER, ...MEMBER, images: PUT, usage: [...READ, ...PUT, ...UPDATE] },
    hashKeys: [TEMPORARY, UNSAVED_COUNT, CALL_COUNT],
    projectKeys: [...PROJECT_KEYS, IDENTITY],
  },
  'upload-key-calls': {
    tables: {
      ...CALLER,
      ...MEMBER,
      images: [...READ, ...PUT],
      usage: [...READ, ...PUT, ...UPDATE],
    },
    hashKeys: [TEMPORARY, UNSAVED_COUNT, CALL_COUNT, REFUSED_ORIGINS],
    projectKeys: [...PROJECT_KEYS, IDENTITY],
  },
  'save-temporary-image': {
    tables: {
      ...CALLER,
      ...MEMBER,
      // a replacement takes an image off the lists of its former metadata
      images: [...READ, ...PUT, ...UPDATE, ...REMOVE],
      usage: [...READ, ...READ_KEYS, ...UPDATE], // the shards keep a bound too
    },
    hashKeys: [TEMPORARY, PERMANENT, LIST, ...SAVED_COUNTS, UNSAVED_COUNT, DAY_COUNTS],
    projectKeys: [...PROJECT_KEYS, IDENTITY],
  },
  'update-image-metadata': {
    tables: { ...CALLER, ...MEMBER, images: [...READ, ...UPDATE, ...PUT, ...REMOVE] },
    hashKeys: [PERMANENT, LIST],
    projectKeys: [...PROJECT_KEYS, IDENTITY],
  },
  'delete-image': {
    tables: {
      // their list finds them by a pair of metadata
      ...CALLER,
      ...MEMBER,
      // an image comes into its project's bin
      images: [...READ, ...READ_LIST, ...PUT, ...UPDATE, ...REMOVE],
      usage: [...READ, ...UPDATE], // the count names the receiver of a transferred project
    },
    hashKeys: [TEMPORARY, PERMANENT, LIST, ...SAVED_COUNTS],
    projectKeys: [...PROJECT_KEYS, IDENTITY],
  },
  'api-key-calls': {
    // a purge of renditions outdates them in the image's record
    tables: {
      ...CALLER,
      ...MEMBER,
      images: [...READ, ...READ_LIST, ...UPDATE],
      usage: [...READ, ...READ_KEYS],
      audit: PUT, // of grants
    },
    hashKeys: [
      PERMANENT,
      LIST,
      THUMBNAILS,
      ...SAVED_COUNTS,
      ...RENDITION_COUNTS,
      ...BANDWIDTH_COUNTS,
      DAY_COUNTS,
      IMAGE_DAY_COUNTS,
    ],
    queriedKeys: [TERMS],
    readKeys: [RENDITIONS_OF_IMAGE], // explain-transformation reads them
    projectKeys: [...PROJECT_KEYS, IDENTITY],
  },
  'account-and-team-calls': {
    tables: {
      // an export lists them, and the call that removes a member may revoke theirs
      keys: [...READ, ...READ_KEYS, ...PUT, ...UPDATE],
      audit: [...PUT, ...QUERY],
      projects: [...READ, ...PUT, ...UPDATE, ...CHECK],
      members: [...READ, ...PUT, ...UPDATE, ...REMOVE, ...CHECK, ...QUERY],
      usage: [...READ, ...READ_KEYS, ...UPDATE], // an ownership transfer moves the count of images
    },
    membersIndex: 'byMember',
    // an ownership transfer is one transaction over both tables, and each of its keys may have to
    // be allowed on either
    hashKeys: [
      ...SAVED_COUNTS,
      ...RENDITION_COUNTS,
      ...BANDWIDTH_COUNTS,
      DAY_COUNTS,
      CALL_COUNT, // of those who read an invitation
      ...PROJECT_KEYS,
    ],
    projectKeys: [...PROJECT_KEYS, IDENTITY, ...SAVED_COUNTS],
  },
  'project-calls': {
    tables: {
      audit: [...PUT, ...QUERY],
      projects: [...READ, ...PUT, ...UPDATE, ...CHECK],
      members: [...READ, ...PUT, ...QUERY],
      usage: READ,
    },
    membersIndex: 'byMember',
    hashKeys: [REFUSED_ORIGINS],
    projectKeys: [...PROJECT_KEYS, IDENTITY, ...DELETIONS],
  },
  'project-key-calls': {
    tables: {
      ...USER,
      keys: [...READ, ...READ_KEYS, ...PUT, ...UPDATE],
      projects: [...READ, ...PUT, ...UPDATE], // signing secrets are there
    },
    hashKeys: [],
    projectKeys: [...PROJECT_KEYS, IDENTITY, SIGNING_SECRETS],
  },
  'webhook-calls': {
    tables: { ...USER, webhooks: [...READ, ...PUT] },
    webhooksIndex: 'byState',
    hashKeys: [],
    projectKeys: [...PROJECT_KEYS, IDENTITY],
  },
  'render-image': {
    tables: {
      images: [...PUT, ...UPDATE, ...REMOVE],
      usage: UPDATE,
    },
    joinedReads: ['images', 'usage', 'projects'],
    hashKeys: [RENDITIONS, ...RENDITION_COUNTS, DAY_COUNTS, ANSWERS],
    joinedKeys: [TEMPORARY, PERMANENT, THUMBNAILS],
    readKeys: [ROUTES],
    projectKeys: [...PROJECT_KEYS, SIGNING_SECRETS],
  },
  'render-queued': {
    tables: {
      images: [...PUT, ...UPDATE, ...REMOVE],
      usage: UPDATE,
    },
    joinedReads: ['images', 'usage', 'projects'],
    hashKeys: [RENDITIONS_OF_IMAGE, ...RENDITION_COUNTS, DAY_COUNTS],
    joinedKeys: [PERMANENT],
  },
  // of single images, and of all data of a project
  'purge-image': {
    tables: {
      keys: [...READ, ...REMOVE],
      webhooks: [...READ, ...REMOVE],
      projects: [...READ, ...UPDATE, ...REMOVE],
      members: [...QUERY, ...REMOVE],
      images: [...READ, ...READ_LIST, ...UPDATE, ...PUT, ...REMOVE, ...BATCH_WRITE],
      usage: [...READ, ...UPDATE, ...REMOVE],
    },
    membersIndex: 'byMember',
    hashKeys: [
      TEMPORARY,
      PERMANENT,
      RENDITIONS,
      LIST,
      DELETING,
      ANSWERS,
      ROUTES,
      THUMBNAILS,
      ...SAVED_COUNTS,
      UNSAVED_COUNT,
      PROJECT_BANDWIDTH,
      DAY_COUNTS,
      IMAGE_DAY_COUNTS,
      REFUSED_ORIGINS,
    ],
    projectKeys: [...PROJECT_KEYS, IDENTITY, SIGNING_SECRETS, ...DELETIONS],
  },
  'accept-direct-upload': {
    tables: { images: [...READ, ...PUT, ...UPDATE], usage: [...READ, ...PUT, ...UPDATE] },
    hashKeys: [TEMPORARY, UNSAVED_COUNT],
  },
  'check-sign-up': { tables: {}, hashKeys: [] },
  'queue-purges': { tables: {}, hashKeys: [], writesTerms: true },
  'requeue-purges': {
    tables: {},
    imagesIndex: 'purgeDue',
    projectsIndex: 'purgeDue',
    hashKeys: DUE,
  },
  'sweep-temporary-images': {
    tables: { images: [...READ, ...UPDATE, ...REMOVE_ALL] },
    imagesIndex: 'temporaryEnd',
    hashKeys: [TEMPORARY, RENDITIONS_OF_TEMPORARY, ...DUE],
  },
  // the plan whose limit a count has
  'publish-events': { tables: { projects: READ, webhooks: [...READ, ...PUT] }, hashKeys: [] },
  'deliver-webhooks': {
    tables: { webhooks: [...READ, ...PUT] },
    webhooksIndex: 'due',
    hashKeys: [],
  },
  // approves, or notes labels
  'classify-images': {
    tables: { projects: READ, images: [...READ, ...UPDATE, ...REMOVE] },
    hashKeys: [PERMANENT, LIST],
  },
  // notes a project whose images are refused for its bandwidth
  'meter-access-logs': {
    tables: { projects: READ, images: READ, usage: [...READ, ...PUT, ...UPDATE] },
    hashKeys: [TEMPORARY, PERMANENT, ...BANDWIDTH_COUNTS, IMAGE_DAY_COUNTS, COUNTED_LOG_PART],
    notesProjects: true,
  },
};
