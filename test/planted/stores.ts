import { type BugRow, bugsOf, type PlantedBug } from './planted-bug.ts';

const DYNAMO = 'test/contract/dynamodb.test.ts';
const FAULTS = 'test/unit/adapters/dynamodb-faults.test.ts';
const CLIENTS = 'test/architecture/time-limits.test.ts';
const PEERS = 'test/unit/adapters/aws-clients/faulty-peers.test.ts';
const ANSWERS = 'test/unit/adapters/aws-clients/answers-to-callers.test.ts';
const AUTO = 'test/unit/lambdas/delivery/auto-background.test.ts';
const DISK = 'test/unit/durability/durable-writers.test.ts';
const CALLS = 'test/unit/lambdas/left-behind/calls.test.ts';
const WORKERS = 'test/unit/lambdas/left-behind/workers.test.ts';
const METERING = 'test/unit/lambdas/projects/metering.test.ts';
const IMAGE_USAGE = 'test/unit/lambdas/images/image-usage.test.ts';
const KEPT_IMAGES = 'test/unit/lambdas/images/kept-images.test.ts';
const KEPT_MODERATION = 'test/unit/lambdas/images/kept-moderation.test.ts';
const CLASSIFY = 'test/unit/lambdas/images/classify.test.ts';
const SQLITE = 'test/contract/local.test.ts';
const EVENTS = 'test/unit/core/events/events.test.ts';
const KILL_POINTS = 'test/unit/local/data-folder/kill-points.test.ts';

/** Bugs in stores, and bugs that leave records or files behind. */
export const STORE_BUGS: readonly PlantedBug[] = [
  ...bugsOf('DynamoDB as it is', DYNAMO, [
    [
      'adapters/dynamodb/images/unsaved-images.ts',
      "UpdateExpression: 'REMOVE #id ADD changes :one',\n      ExpressionAttributeNames: { '#id': id },\n      ExpressionAttributeValues: { ':one': 1 },",
      "UpdateExpression: 'REMOVE #id',\n      ExpressionAttributeNames: { '#id': id },",
    ],
    ['adapters/dynamodb/keys/key-rows.ts', 'Key: key, ConsistentRead: true', 'Key: key'],
    ['adapters/dynamodb/images/image-rows.ts', '    endsAt: temporaryEnd(expiresAt),\n', ''],
    [
      'adapters/dynamodb/images/image-rows.ts',
      'endsAt(expiresAt + LIMITS.temporaryGraceMs + DAY_MS)',
      'endsAt(expiresAt + LIMITS.temporaryGraceMs)',
    ],
    ['adapters/dynamodb/client/get-batch.ts', ', ConsistentRead: true', ''],
    ['adapters/dynamodb/client/get-batch.ts', 'remaining = UnprocessedKeys;', 'remaining = {};'],
    ['adapters/dynamodb/client/delete-all.ts', 'remaining = UnprocessedItems;', 'remaining = {};'],
    ['adapters/dynamodb/client/query-all.ts', 'from = LastEvaluatedKey;', 'from = undefined;'],
    ['adapters/dynamodb/webhooks/webhook-store.ts', 'version: version + 1', 'version'],
    ['adapters/dynamodb/keys/key-rows.ts', 'version: version + 1, entries', 'version, entries'],
    [
      'adapters/dynamodb/images/image-store.ts',
      "'SET metadata = :metadata ADD version :one'",
      "'SET metadata = :metadata'",
    ],
    [
      'adapters/dynamodb/uploads/rate-counter.ts',
      'ADD used :one SET endsAt = :end, lastCall = :call',
      'ADD used :one SET lastCall = :call',
    ],
    ['adapters/dynamodb/client/delete-all.ts', 'MAX_BATCH_WRITES = 25', 'MAX_BATCH_WRITES = 26'],
    [
      'adapters/dynamodb/images/image-store.ts',
      'SET isSaved = :saved REMOVE endsAt',
      'SET isSaved = :saved',
    ],
    [
      'adapters/dynamodb/members/invitation-store.ts',
      'endsAt(invitation.expiresAt)',
      'endsAt(invitation.expiresAt * 2)',
    ],
    [
      'adapters/dynamodb/accounts/audit-store.ts',
      'endsAt(event.at + LIMITS.auditMs)',
      'endsAt(event.at + 2 * LIMITS.auditMs)',
    ],
    [
      'adapters/dynamodb/images/project-images.ts',
      "'ADD images :one SET endsAt = :end'",
      "'ADD images :one'",
    ],
  ]),
  ...bugsOf(
    'each passing error by name',
    FAULTS,
    [
      'TransactionConflictException',
      'InternalServerError',
      'ServiceUnavailable',
      'ThrottlingError',
    ].map((name): BugRow => ['adapters/dynamodb/client/retry.ts', `  '${name}',\n`, '']),
  ),
  ...bugsOf('each passing error by the classes of the AWS SDK', FAULTS, [
    ['adapters/dynamodb/client/retry.ts', ' || isPassingFault(error)', ''],
    [
      'adapters/aws-clients/passing-faults.ts',
      'return isThrottlingError(error) || isTransientError(error)',
      'return isTransientError(error)',
    ],
    [
      'adapters/aws-clients/passing-faults.ts',
      'return isThrottlingError(error) || isTransientError(error)',
      'return isThrottlingError(error)',
    ],
  ]),
  ...bugsOf('a client of AWS without its time limits', CLIENTS, [
    [
      'adapters/sqs/sqs-client.ts',
      "createAwsClient(caller, 'SQSClient', SQSClient, {",
      'new SQSClient({',
    ],
    ['admin/read-stack.ts', "'CloudFormationClient', CloudF", "'SSMClient', CloudF"],
    ['adapters/aws-clients/time-limits.ts', 'budgetMs: 11_000', 'budgetMs: 14_000'],
    [
      'adapters/aws-clients/time-limits.ts',
      'patienceMs: 20_000,\n    },',
      'patienceMs: 50_000,\n    },',
    ],
  ]),
  ...bugsOf('a forgotten row of time limits', 'types', [
    ['adapters/aws-clients/time-limits.ts', '    SNSClient: PATIENT,\n', ''],
  ]),
  ...bugsOf('a call of AWS without an end', PEERS, [
    [
      'adapters/aws-clients/create-client.ts',
      'throwOnRequestTimeout: true',
      'throwOnRequestTimeout: false',
    ],
    [
      'adapters/aws-clients/bounded-body.ts',
      'found.body.destroy(Object.assign(',
      'console.warn(Object.assign(',
    ],
    ['adapters/aws-clients/bounded-retries.ts', '{ retryAfterHint: _, ...info }', 'info'],
    [
      'adapters/aws-clients/bounded-retries.ts',
      'performance.now() + pauseMs > lastStart',
      'performance.now() > Infinity',
    ],
  ]),
  ...bugsOf('an answer of AWS that no caller understands', ANSWERS, [
    [
      'adapters/sqs/purge-queue.ts',
      'await answerOfQueue(client.send(command))',
      'await client.send(command)',
    ],
    ['adapters/s3/s3-faults.ts', ' || isPassingFault(error)', ''],
  ]),
  ...bugsOf('an order that holds a finished response', AUTO, [
    [
      'core/use-cases/delivery/queue-rendition.ts',
      'withinDeadline(ordering, LIMITS.renderOrderMs)',
      'withinDeadline(ordering, LIMITS.deliveryWorkMs)',
    ],
  ]),
  ...bugsOf('durability beyond put', DISK, [
    [
      'adapters/folder/incoming-objects.ts',
      'await file.sync().finally(() => file.close());',
      'await file.close();',
    ],
    ['adapters/folder/incoming-objects.ts', '        await syncFolder(root);\n', ''],
    ['adapters/folder/disk/folder-files.ts', 'await file.truncate(size);', ''],
    [
      'adapters/folder/disk/folder-files.ts',
      'if (size === 0) await syncFolder(dirname(path)); // it may be new',
      '',
    ],
    [
      'local/cloudfront/access-log.ts',
      'lines = [...closed, ...lines].slice(0, MAX_HELD_LINES);',
      '',
    ],
    ['adapters/folder/access-logs.ts', '    await syncFolder(root);\n', ''],
    ['local/objects/check-place.ts', '  await syncFolder(dataDir);\n', ''],
    ['adapters/folder/object-store.ts', '  if (isDurable) await syncFolder(dirname(path));\n', ''],
    [
      'adapters/folder/disk/folder-files.ts',
      'await rmdir(folder).catch(() => undefined); // another writer uses it by now',
      '',
    ],
    ['adapters/folder/event-sink.ts', '        reserve.requireWhole();\n', ''],
    [
      'admin/backup/sums-file.ts',
      'await file.sync().finally(() => file.close());',
      'await file.close();',
    ],
    ['adapters/sqlite/database/disk-database.ts', 'synchronous = FULL', 'synchronous = NORMAL'],
  ]),
  ...bugsOf('what a refusal leaves behind', CALLS, [
    [
      'core/use-cases/uploads/upload-temporary-image.ts',
      "  if (added === 'added') return;\n  await objects.remove(objectKey);\n",
      "  if (added === 'added') return;\n",
    ],
    [
      'core/use-cases/uploads/upload-temporary-image.ts',
      'if (isStorageFull(error)) await objects.remove(objectKey);',
      '',
    ],
    [
      'core/use-cases/keys/make-key.ts',
      '    await services.keys.revokeKey(ring, record.keyId, services.clock());\n',
      '',
    ],
    [
      'core/use-cases/uploads/upload-temporary-image.ts',
      '  await objects.remove(objectKey);\n  throw',
      '  void objects.remove(objectKey);\n  throw',
    ],
  ]),
  ...bugsOf('what an error holds', WORKERS, [
    [
      'core/use-cases/deletion/erase-project.ts',
      '  } finally {\n    await putDown(services, deletion);\n  }',
      '  } finally {\n  }',
    ],
    [
      'core/use-cases/deletion/erase-project.ts',
      'await putDown(services, deletion);',
      'void putDown(services, deletion);',
    ],
    [
      'core/use-cases/delivery/make-rendition.ts',
      'if (claim) await unlessStorageFails(renditions.release(claim), note);',
      'if (claim) void unlessStorageFails(renditions.release(claim), note);',
    ],
    [
      'core/use-cases/uploads/accept-direct-upload.ts',
      '    if (!refusal) {\n      await directUploads.endValidation(id, etag);\n',
      '    if (!refusal) {\n',
    ],
    ['core/use-cases/deletion/sweep-temporary-images.ts', 'MAX_LISTED + seen.size', 'MAX_LISTED'],
    [
      'core/use-cases/deletion/sweep-temporary-images.ts',
      '  await removeTemporary({ renditions, objects }, id);\n',
      '',
    ],
  ]),
  ...bugsOf('after a transfer', METERING, [
    [
      'core/use-cases/usage/meter-access-log.ts',
      'project?.accountId ?? traffic.accountId',
      'traffic.accountId',
    ],
  ]),
  ...bugsOf('numbers of images', IMAGE_USAGE, [
    ['core/use-cases/usage/count-images.ts', '      .filter((_, index) => known[index])\n', ''],
    [
      'core/use-cases/usage/count-images.ts',
      'filter(([day]) => day >= oldest)',
      'filter(() => true)',
    ],
    ['core/use-cases/usage/count-images.ts', 'at}`, images, now', '0}`, images, now'],
    [
      'core/use-cases/deletion/erase-image.ts',
      '  await services.usage.forgetImage(image.imageId, services.clock());\n',
      '',
    ],
    ['adapters/sqlite/usage/image-days.ts', '      dropEnded.run(oldest);\n', ''],
  ]),
  ...bugsOf('kept images in moderation', KEPT_MODERATION, [
    [
      'core/use-cases/images/restore-image-version.ts',
      "moderation === 'none' ? undefined",
      'moderation ? undefined',
    ],
    [
      'core/use-cases/delivery/find-served-image.ts',
      '!isStored || image.takenDown) return',
      '!isStored) return',
    ],
    [
      'adapters/sqlite/images/kept-images.ts',
      "SET state = 'saved', deleted_at",
      "SET state = 'saved', taken_down = NULL, deleted_at",
    ],
  ]),
  ...bugsOf('restored images that no reviewer has seen', CLASSIFY, [
    ['core/events/event-types.ts', "  'image.restored',\n] as const", '] as const'],
  ]),
  ...bugsOf('searches of restored images', SQLITE, [
    [
      'adapters/sqlite/images/kept-images.ts',
      'listRows.change(undefined, reads.image(imageId));',
      'listRows.change(undefined, binned);',
    ],
    [
      'adapters/sqlite/images/kept-images.ts',
      '      listRows.change(shown, reads.image(imageId));\n',
      '',
    ],
  ]),
  ...bugsOf('reviews of restored bytes', EVENTS, [
    [
      'core/use-cases/events/events-of-change.ts',
      'const reviewed = [...named, version];',
      'const reviewed = named;',
    ],
  ]),
  ...bugsOf('kills of restores', KILL_POINTS, [
    [
      'adapters/sqlite/images/kept-images.ts',
      'inTransaction(db, () => {\n      const { imageId } = image;',
      'Promise.resolve().then(() => {\n      const { imageId } = image;',
    ],
  ]),
  ...bugsOf('decisions in the bin', DYNAMO, [
    [
      'adapters/dynamodb/images/image-deletion.ts',
      'const mayBeBinned = !kept && !rejected;',
      'const mayBeBinned = !kept;',
    ],
  ]),
  ...bugsOf('kept images', KEPT_IMAGES, [
    ['core/images/kept/keeping.ts', 'return Math.min(until, since', 'return Math.max(until, since'],
    [
      'core/use-cases/delivery/authorize-delivery.ts',
      '    if (kept && services.clock() >= endOfKeeping(kept, settings.keepDays)) return undefined;\n',
      '',
    ],
    [
      'core/use-cases/deletion/remove-outdated.ts',
      '    if (!kept) await objects',
      '    await objects',
    ],
    [
      'core/use-cases/deletion/end-kept.ts',
      '  if (isOnlyOriginal(version)) await eraseVersion(services, version);\n',
      '',
    ],
    ['adapters/sqlite/images/kept-images.ts', '      forgetSteps.run(imageId);\n', ''],
  ]),
  ...bugsOf('numbers of images in DynamoDB', DYNAMO, [
    ['adapters/dynamodb/usage/image-days.ts', '[mark, ...images.map', '[...images.map'],
    ['adapters/dynamodb/usage/image-days.ts', '      await deleteEach(client, table, keys);\n', ''],
  ]),
  ...bugsOf('after an upgrade', SQLITE, [
    [
      'adapters/sqlite/renditions/rendition-store.ts',
      '  if (result.isOriginal && row.isCounted) units.giveBack(row);\n',
      '',
    ],
    [
      'adapters/sqlite/renditions/rendition-store.ts',
      '  if (row.isCounted) units.giveBack(row);\n  rows.remove',
      '  rows.remove',
    ],
  ]),
];
