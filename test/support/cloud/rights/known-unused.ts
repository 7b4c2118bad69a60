import type { KnownUnused } from './check-rights.ts';

const BY_LAMBDA = 'the service itself uses it in the name of the role, not the code';

const RATES_ARE_OFF =
  'counts calls by the minute, which is off on an emulator: every call comes from one address there';

/** Rights that no recorded call can use. */
export const KNOWN_UNUSED: readonly KnownUnused[] = [
  { action: /^logs:(CreateLogStream|PutLogEvents)$/, why: BY_LAMBDA },
  { action: /^xray:Put(TraceSegments|TelemetryRecords)$/, why: BY_LAMBDA },
  ...['purgeimage', 'renderqueued', 'meteraccesslogs', 'deliverwebhooks'].map((functionName) => ({
    functionName,
    action: /^sqs:(ReceiveMessage|ChangeMessageVisibility|DeleteMessage|GetQueue\w+)$/,
    why: `polls the queue: ${BY_LAMBDA}`,
  })),
  ...['queuepurges', 'publishevents'].flatMap((functionName) => [
    {
      functionName,
      action: /^dynamodb:(ListStreams|DescribeStream|GetRecords|GetShardIterator)$/,
      why: `polls the stream: ${BY_LAMBDA}`,
    },
    {
      functionName,
      action: /^sqs:(SendMessage|GetQueue\w+)$/,
      resource: /DeadChanges/,
      why: `sends on what failed for good: ${BY_LAMBDA}`,
    },
  ]),
  {
    functionName: 'uploadtemporaryimage',
    action: /^dynamodb:(UpdateItem|LeadingKeys)$/,
    resource: /Tablesusage|^rate#\*$/,
    why: RATES_ARE_OFF,
  },
  {
    functionName: 'uploadkeycalls',
    action: /^dynamodb:(UpdateItem|LeadingKeys)$/,
    resource: /Tablesusage|^rate#\*$/,
    why: RATES_ARE_OFF,
  },
  {
    functionName: 'uploadfromurl',
    action: /^(dynamodb:(PutItem|GetItem|UpdateItem|LeadingKeys)|s3:\w+)$/,
    why: 'stores an image of a public address, and none can be reached from an emulator',
  },
  {
    functionName: 'renderqueued',
    action: /^dynamodb:(BatchGetItem|LeadingKeys)$/,
    resource: /^transformations#\*$/,
    why: 'reserves a unit of a bounded plan: what is queued there is of a project without one',
  },
  {
    functionName: 'uploadkeycalls',
    action: /^s3:PutObject$/,
    why: 'lent by the forms that it signs: whoever holds one makes the call',
  },
  {
    functionName: 'acceptdirectupload',
    action: /^sqs:(ReceiveMessage|ChangeMessageVisibility|DeleteMessage|GetQueue\w+)$/,
    why: `polls the queue: ${BY_LAMBDA}`,
  },
];
