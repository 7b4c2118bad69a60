/** A stored name that the code has no longer, and its present meaning. */
interface StoredName {
  /** `SQLite` is its schema; JSON in its columns is apart. */
  readonly in: readonly ('DynamoDB' | 'SQLite' | 'JSON in SQLite')[];
  readonly means: string;
}

/**
 * THE stored names whose words differ from the code's (docs/architecture.md, Words). They stay:
 * tables, items and data folders of deployed services have them, and a rename would need a
 * migration of each. A row's reader maps them to the code's words, and new names use those words
 * from the start. A test compares this list with the schemas and with the adapters.
 */
export const STORED_NAMES = {
  people: { in: ['SQLite'], means: 'the users of the development sign-in' },
  judging: {
    in: ['DynamoDB', 'JSON in SQLite'],
    means: 'the validation of a direct upload: ETag, open attempts, start',
  },
  judged_etag: { in: ['SQLite'], means: 'the ETag of the bytes that are being validated' },
  open_judgings: { in: ['SQLite'], means: 'the open attempts of a validation' },
  judging_since: { in: ['SQLite'], means: 'the start of a validation' },
  time_outs: { in: ['SQLite'], means: 'the timeouts of the renditions of an image' },
  timeOuts: { in: ['DynamoDB'], means: 'the number of timeouts of the renditions of an image' },
  picture: {
    in: ['DynamoDB'],
    means: 'the sort key of the item that has the timeouts and the count of an image’s renditions',
  },
  images_deleting_together: { in: ['SQLite'], means: 'the images of one project deletion' },
  log_handed_over: {
    in: ['SQLite'],
    means: 'the trigger that logs an ownership transfer of a project',
  },
  person: {
    in: ['DynamoDB', 'JSON in SQLite'],
    means: 'the kind of a user in the audit trail, which `list-audit-events` also answers',
  },
} as const satisfies Readonly<Record<string, StoredName>>;
