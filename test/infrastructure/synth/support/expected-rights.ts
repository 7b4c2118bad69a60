/**
 * The permissions of each function, written by hand once more and apart from the stack's own
 * tables. Its log and its traces aside.
 */

/** Of a call that keys open and members too. */
const CALLER_OR_MEMBER = [
  'dynamodb:GetItem <Tableskeys>',
  'dynamodb:GetItem <Tablesmembers>',
  'dynamodb:GetItem <Tablesprojects> if prj_* acc_* identity#*',
  'dynamodb:UpdateItem <Tableskeys>',
];
/** Rights of the functions of users' calls, besides those in `projects`. */
const USER = [
  'dynamodb:PutItem <Tablesaudit>',
  'dynamodb:GetItem <Tablesmembers>',
  'dynamodb:PutItem <Tablesmembers>',
];
const QUEUE = ['sqs:SendMessage <PurgeQueue>'];
const TEMPORARY = '<StorageOriginals>/tmp_*/original';
const PERMANENT = '<StorageOriginals>/img_*/original';
const TEMPORARY_RENDITIONS = '<StorageRenditions>/tmp_*/renditions/*';
const RENDITIONS = ['<StorageRenditions>/renditions/img_*/*', TEMPORARY_RENDITIONS];
const RENDITION_PREFIXES = 'renditions/img_*/* tmp_*/renditions/*';

const doing = (actions: readonly string[], on: string) =>
  actions.map((action) => `${action} ${on}`);
const WRITE_LISTS = ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:UpdateItem'];
const SAVED_COUNTS = 'images#* imagesShard#*';
/** The tables whose reads one request joins. */
const JOINED = ['<Tablesimages>', '<Tablesusage>', '<Tablesprojects>'];
const RENDITION_COUNTS = 'transformations#* transformationsShard#*';
const PURGED = `tmp_* img_* renditions#* list#* deleting#* answers#* routes#* thumbnails#* ${SAVED_COUNTS} unsaved#* projectBandwidth#* projectDays#* imageDays#* refusedOrigins#*`;
const REMOVE = ['s3:DeleteObject', 's3:DeleteObjectVersion'];

const polling = (queue: string) =>
  doing(
    [
      'ReceiveMessage',
      'DeleteMessage',
      'ChangeMessageVisibility',
      'GetQueueAttributes',
      'GetQueueUrl',
    ].map((action) => `sqs:${action}`),
    queue,
  );

const ON_WEBHOOKS = doing(['dynamodb:GetItem', 'dynamodb:PutItem'], '<Tableswebhooks>');

export const EXPECTED_RIGHTS: Readonly<Record<string, readonly string[]>> = {
  // within a deploy, on the bucket of the site alone
  SiteFilesWriter: [
    ...doing(['s3:DeleteObject', 's3:PutObject'], '<SiteFiles>/*'),
    's3:ListBucket <SiteFiles>',
  ],
  uploadtemporaryimage: [
    ...CALLER_OR_MEMBER,
    'dynamodb:PutItem <Tablesimages> if tmp_* unsaved#* rate#* refusedOrigins#*',
    ...doing(
      ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      '<Tablesusage> if tmp_* unsaved#* rate#* refusedOrigins#*',
    ),
    ...doing(['s3:PutObject', ...REMOVE], TEMPORARY),
    's3:ListBucketVersions <StorageOriginals> if tmp_*/original',
  ],
  uploadfromurl: [
    ...CALLER_OR_MEMBER,
    'dynamodb:PutItem <Tablesimages> if tmp_* unsaved#* rate#*',
    ...doing(
      ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      '<Tablesusage> if tmp_* unsaved#* rate#*',
    ),
    ...doing(['s3:PutObject', ...REMOVE], TEMPORARY),
    's3:ListBucketVersions <StorageOriginals> if tmp_*/original',
  ],
  uploadkeycalls: [
    ...CALLER_OR_MEMBER,
    ...doing(
      ['dynamodb:GetItem', 'dynamodb:PutItem'],
      '<Tablesimages> if tmp_* unsaved#* rate#* refusedOrigins#*',
    ),
    ...doing(
      ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      '<Tablesusage> if tmp_* unsaved#* rate#* refusedOrigins#*',
    ),
    's3:PutObject <StorageIncoming>/tmp_*',
  ],
  acceptdirectupload: [
    ...['<Tablesimages>', '<Tablesusage>'].flatMap((table) =>
      doing(
        ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
        `${table} if tmp_* unsaved#*`,
      ),
    ),
    ...doing(['s3:GetObject', 's3:DeleteObject'], '<StorageIncoming>/tmp_*'),
    ...doing(['s3:GetObject', 's3:PutObject', ...REMOVE], TEMPORARY),
    's3:ListBucketVersions <StorageOriginals> if tmp_*/original',
    ...polling('<DirectUploadsQueue>'),
  ],
  savetemporaryimage: [
    ...CALLER_OR_MEMBER,
    ...doing(
      ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      `<Tablesimages> if tmp_* img_* list#* ${SAVED_COUNTS} unsaved#* projectDays#*`,
    ),
    ...doing(
      ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:UpdateItem'],
      `<Tablesusage> if tmp_* img_* list#* ${SAVED_COUNTS} unsaved#* projectDays#*`,
    ),
    `s3:GetObject ${TEMPORARY}`,
    `s3:PutObject ${PERMANENT}`,
  ],
  updateimagemetadata: [
    ...CALLER_OR_MEMBER,
    ...doing([...WRITE_LISTS, 'dynamodb:PutItem'], '<Tablesimages> if img_* list#*'),
  ],
  deleteimage: [
    ...CALLER_OR_MEMBER,
    ...doing(
      [...WRITE_LISTS, 'dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:Query'],
      `<Tablesimages> if tmp_* img_* list#* ${SAVED_COUNTS}`,
    ),
    ...doing(
      ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      `<Tablesusage> if tmp_* img_* list#* ${SAVED_COUNTS}`,
    ),
  ],
  apikeycalls: [
    ...CALLER_OR_MEMBER,
    ...doing(
      ['BatchGetItem', 'GetItem', 'Query', 'UpdateItem'].map((action) => `dynamodb:${action}`),
      `<Tablesimages> if img_* list#* thumbnails#* ${SAVED_COUNTS} ${RENDITION_COUNTS} bandwidth#* projectBandwidth#* projectDays#* imageDays#*`,
    ),
    'dynamodb:GetItem <Tablesimages> if renditions#img_*',
    'dynamodb:Query <Tablesimages> if terms#*',
    'dynamodb:PutItem <Tablesaudit>',
    ...doing(
      ['dynamodb:BatchGetItem', 'dynamodb:GetItem'],
      `<Tablesusage> if img_* list#* thumbnails#* ${SAVED_COUNTS} ${RENDITION_COUNTS} bandwidth#* projectBandwidth#* projectDays#* imageDays#*`,
    ),
  ],
  accountandteamcalls: [
    ...doing(
      ['ConditionCheckItem', 'GetItem', 'PutItem', 'UpdateItem'].map(
        (action) => `dynamodb:${action}`,
      ),
      `<Tablesprojects> if prj_* acc_* identity#* ${SAVED_COUNTS}`,
    ),
    ...doing(
      ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'].map((action) => `dynamodb:${action}`),
      '<Tableskeys>',
    ),
    ...doing(['dynamodb:PutItem', 'dynamodb:Query'], '<Tablesaudit>'),
    ...doing(
      ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'].map(
        (action) => `dynamodb:${action}`,
      ),
      '<Tablesmembers>',
    ),
    ...doing(
      ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:UpdateItem'],
      `<Tablesusage> if ${SAVED_COUNTS} ${RENDITION_COUNTS} bandwidth#* projectBandwidth#* projectDays#* rate#* prj_* acc_*`,
    ),
    'dynamodb:Query <Tablesmembers>/index/byMember',
  ],
  projectcalls: [
    ...doing(
      ['ConditionCheckItem', 'GetItem', 'PutItem', 'UpdateItem'].map(
        (action) => `dynamodb:${action}`,
      ),
      '<Tablesprojects> if prj_* acc_* identity#* deletion#* emptying#*',
    ),
    ...QUEUE,
    'dynamodb:GetItem <Tablesusage> if refusedOrigins#*',
    ...doing(['dynamodb:PutItem', 'dynamodb:Query'], '<Tablesaudit>'),
    ...doing(['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'], '<Tablesmembers>'),
    'dynamodb:Query <Tablesmembers>/index/byMember',
  ],
  projectkeycalls: [
    ...doing(
      ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      '<Tablesprojects> if prj_* acc_* identity#* signing#*',
    ),
    ...QUEUE,
    ...doing(
      ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'].map((action) => `dynamodb:${action}`),
      '<Tableskeys>',
    ),
    ...USER,
  ],
  webhookcalls: [
    ...doing(
      ['dynamodb:GetItem', 'dynamodb:PutItem'],
      '<Tablesprojects> if prj_* acc_* identity#*',
    ),
    ...USER,
    ...ON_WEBHOOKS,
    'dynamodb:Query <Tableswebhooks>/index/byState',
  ],
  checksignup: [],
  renderimage: [
    ...doing(
      ['DeleteItem', 'PutItem', 'UpdateItem'].map((action) => `dynamodb:${action}`),
      `<Tablesimages> if renditions#* ${RENDITION_COUNTS} projectDays#* answers#*`,
    ),
    'dynamodb:GetItem <Tablesimages> if routes#*',
    `dynamodb:UpdateItem <Tablesusage> if renditions#* ${RENDITION_COUNTS} projectDays#* answers#*`,
    ...JOINED.map(
      (table) =>
        `dynamodb:BatchGetItem ${table} if renditions#* ${RENDITION_COUNTS} projectDays#* answers#* tmp_* img_* thumbnails#* prj_* acc_* signing#*`,
    ),
    'sqs:SendMessage <QueuedRendersQueue>',
    `s3:GetObject ${TEMPORARY}`,
    `s3:GetObject ${PERMANENT}`,
    ...RENDITIONS.flatMap((key) => doing(['s3:GetObject', 's3:PutObject', ...REMOVE], key)),
    `s3:ListBucketVersions <StorageRenditions> if ${RENDITION_PREFIXES}`,
  ],
  renderqueued: [
    ...doing(
      ['DeleteItem', 'PutItem', 'UpdateItem'].map((action) => `dynamodb:${action}`),
      `<Tablesimages> if renditions#img_* ${RENDITION_COUNTS} projectDays#*`,
    ),
    `dynamodb:UpdateItem <Tablesusage> if renditions#img_* ${RENDITION_COUNTS} projectDays#*`,
    ...JOINED.map(
      (table) =>
        `dynamodb:BatchGetItem ${table} if renditions#img_* ${RENDITION_COUNTS} projectDays#* img_* prj_* acc_*`,
    ),
    `s3:GetObject ${PERMANENT}`,
    ...doing(['s3:PutObject', ...REMOVE], '<StorageRenditions>/renditions/img_*/*'),
    's3:ListBucketVersions <StorageRenditions> if renditions/img_*/*',
    ...polling('<QueuedRendersQueue>'),
  ],
  purgeimage: [
    'cloudfront:CreateInvalidation arn:<AWS::Partition>:cloudfront::<AWS::AccountId>:distribution/<DeliveryDistribution>',
    ...doing(
      [
        'BatchGetItem',
        'BatchWriteItem',
        'DeleteItem',
        'GetItem',
        'PutItem',
        'Query',
        'UpdateItem',
      ].map((action) => `dynamodb:${action}`),
      `<Tablesimages> if ${PURGED}`,
    ),
    ...doing(WRITE_LISTS, `<Tablesusage> if ${PURGED}`),
    ...doing(
      WRITE_LISTS,
      '<Tablesprojects> if prj_* acc_* identity#* signing#* deletion#* emptying#*',
    ),
    ...['<Tableskeys>', '<Tableswebhooks>'].flatMap((table) =>
      doing(['dynamodb:DeleteItem', 'dynamodb:GetItem'], table),
    ),
    ...doing(['dynamodb:DeleteItem', 'dynamodb:Query'], '<Tablesmembers>'),
    'dynamodb:Query <Tablesmembers>/index/byMember',
    ...QUEUE,
    ...[TEMPORARY, PERMANENT, ...RENDITIONS].flatMap((key) => doing(REMOVE, key)),
    ...['<StorageOriginals>', '<StorageRenditions>'].map(
      (bucket) =>
        `s3:ListBucketVersions ${bucket} if ${RENDITION_PREFIXES} tmp_*/original img_*/original`,
    ),
    ...polling('<PurgeQueue>'),
  ],
  meteraccesslogs: [
    'dynamodb:GetItem <Tablesprojects> if prj_* acc_*',
    'dynamodb:UpdateItem <Tablesprojects> if prj_*',
    'sqs:SendMessage <PurgeQueue>',
    'dynamodb:GetItem <Tablesimages> if tmp_* img_* bandwidth#* projectBandwidth#* imageDays#* logPart#*',
    ...doing(
      ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      '<Tablesusage> if tmp_* img_* bandwidth#* projectBandwidth#* imageDays#* logPart#*',
    ),
    's3:GetObject <StorageAccessLogs>/cdn/*',
    ...polling('<MeteringQueue>'),
  ],
  queuepurges: [
    ...QUEUE,
    'dynamodb:BatchWriteItem <Tablesimages> if terms#*',
    ...doing(
      ['DescribeStream', 'GetRecords', 'GetShardIterator'].map((action) => `dynamodb:${action}`),
      '<Tablesimages>',
    ),
    'dynamodb:ListStreams *',
    ...doing(
      ['sqs:SendMessage', 'sqs:GetQueueAttributes', 'sqs:GetQueueUrl'],
      '<PurgeDeadChanges>',
    ),
  ],
  requeuepurges: [
    ...QUEUE,
    ...doing(['dynamodb:Query'], '<Tablesimages>/index/purgeDue if due due#*'),
    'dynamodb:Query <Tablesprojects>/index/purgeDue if due due#*',
  ],
  sweeptemporaryimages: [
    ...doing(
      ['BatchWriteItem', 'GetItem', 'Query', 'UpdateItem'].map((action) => `dynamodb:${action}`),
      '<Tablesimages> if tmp_* renditions#tmp_* due due#*',
    ),
    'dynamodb:Query <Tablesimages>/index/temporaryEnd if tmp_* renditions#tmp_* due due#*',
    ...[TEMPORARY, TEMPORARY_RENDITIONS].flatMap((key) => doing(REMOVE, key)),
    's3:ListBucketVersions <StorageOriginals> if tmp_*/original',
    's3:ListBucketVersions <StorageRenditions> if tmp_*/renditions/*',
    'sqs:SendMessage <PurgeQueue>',
  ],
};

/** The same of what there is where events are on. */
export const EXPECTED_RIGHTS_OF_EVENTS: Readonly<Record<string, readonly string[]>> = {
  publishevents: [
    'dynamodb:GetItem <Tablesprojects> if prj_* acc_*',
    ...['<Tablesimages>', '<Tablesusage>'].flatMap((table) =>
      doing(
        ['DescribeStream', 'GetRecords', 'GetShardIterator'].map((action) => `dynamodb:${action}`),
        table,
      ),
    ),
    'dynamodb:ListStreams *',
    ...doing(
      ['sqs:SendMessage', 'sqs:GetQueueAttributes', 'sqs:GetQueueUrl'],
      '<EventsDeadChanges>',
    ),
    'events:PutEvents <EventsBus>',
    ...ON_WEBHOOKS,
    'sqs:SendMessage <EventsDeliveries>',
  ],
  deliverwebhooks: [
    ...ON_WEBHOOKS,
    'dynamodb:Query <Tableswebhooks>/index/due',
    'sqs:SendMessage <EventsDeliveries>',
    ...polling('<EventsDeliveries>'),
  ],
  webhookcalls: [...(EXPECTED_RIGHTS.webhookcalls ?? []), 'sqs:SendMessage <EventsDeliveries>'],
};
