// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the bugs stand in templates
import type { PlantedBug } from './planted-bug.ts';

const LEFT = 'what an error leaves behind';
const WORKERS = 'test/unit/lambdas/left-behind/workers.test.ts';
const ENDED = 'test/unit/lambdas/left-behind/ended-projects.test.ts';
const DISK = 'test/unit/lambdas/images/disk-faults.test.ts';
const TRANSFER = 'after a transfer';
const UPGRADE = 'after an upgrade';
const SQLITE = 'test/contract/local.test.ts';
const DYNAMO = 'test/contract/dynamodb.test.ts';
const STATE = 'state in console and client';
const CONSOLE = 'test/unit/console/state';
const WAITS = 'test/unit/client/waits.test.ts';
const SWAPPED = 'two ids swapped';
const STORES = 'DynamoDB as it is';
const SHOWN = 'what a call without a credential shows';
const INVITED = 'core/use-cases/members/get-invitation.ts';
const DETAILS = 'test/unit/lambdas/members/invitation-details.test.ts';

type Row = readonly [file: string, old: string, planted: string, test: string | readonly string[]];

const bugs = (kind: string, rows: readonly Row[]): PlantedBug[] =>
  rows.map(([file, old, planted, test]) => ({ kind, file, old, new: planted, test }));

/** A second reading of the same kinds, in places that the first one didn't try. */
export const SECOND_READING_BUGS: readonly PlantedBug[] = [
  ...bugs(SHOWN, [
    [INVITED, 'expiresAt <= clock()', 'expiresAt < clock()', DETAILS],
    [INVITED, ' || !isEnough(inviter.role, role)', '', DETAILS],
    [INVITED, ' || project.deletion', '', DETAILS],
    [
      'core/use-cases/members/find-inviter-name.ts',
      'return emailVerified ?',
      'return email ?',
      DETAILS,
    ],
    [
      'core/use-cases/access/admit-visitor.ts',
      'LIMITS.maxInvitationReadsPerMinute',
      'LIMITS.maxUploadsPerMinute',
      DETAILS,
    ],
    [
      'core/use-cases/access/admit-visitor.ts',
      '= networkOf(address)',
      "= networkOf('192.0.2.1')",
      DETAILS,
    ],
    [
      'adapters/sqlite/members/invitation-store.ts',
      'find(sha256, 0)',
      'find(sha256, Date.now())',
      SQLITE,
    ],
  ]),
  ...bugs(LEFT, [
    ['core/use-cases/deletion/erase-image.ts', '  if (fault) throw fault;\n', '', [DISK, WORKERS]],
    [
      'core/use-cases/deletion/erase-image.ts',
      '    await renditions.forgetAll(id);\n',
      '',
      [WORKERS, 'test/unit/lambdas/images/purge-faults.test.ts'],
    ],
    [
      'core/use-cases/uploads/accept-direct-upload.ts',
      "    if (outcome === 'replaced') await directUploads.endValidation(id, etag);\n",
      '',
      ['test/unit/lambdas/uploads/direct-upload.test.ts', WORKERS],
    ],
    [
      'core/use-cases/uploads/accept-direct-upload.ts',
      "  if (outcome === 'not_pending') await dropCopy(services, image.temporaryImageId);\n",
      '',
      ['test/unit/lambdas/uploads/direct-upload.test.ts', WORKERS],
    ],
    [
      'core/use-cases/webhooks/deliver-webhook.ts',
      'if (!(await needs.deliveries.replaceDelivery(after))) return undefined;',
      'await needs.deliveries.replaceDelivery(after);',
      'test/unit/core/webhooks/deliver.test.ts',
    ],
    [
      'local/workers/event-loop.ts',
      '      await publish(logged.map(({ change }) => change));\n      changeLog.removeUpTo(last.number);\n',
      '      changeLog.removeUpTo(last.number);\n      await publish(logged.map(({ change }) => change));\n',
      'test/unit/local/workers/loops-after-errors.test.ts',
    ],
    [
      'local/workers/purge-loop.ts',
      '      plan(Math.min(MAX_PAUSE_MS, PERIOD_MS * 2 ** failures));\n',
      '',
      'test/unit/local/workers/loops-after-errors.test.ts',
    ],
    [
      'local/workers/arrival-loop.ts',
      '      failures.delete(name);\n',
      '',
      'test/unit/local/workers/loops-after-errors.test.ts',
    ],
    [
      'local/workers/metering.ts',
      '      await meterOne(name).catch((error: Error) => {\n        fault = error;\n      });\n',
      '      await meterOne(name);\n',
      'test/unit/local/workers/loops-after-errors.test.ts',
    ],
    [
      'local/workers/render-queue.ts',
      'await make(render).catch(() => undefined);',
      'await make(render);',
      'test/unit/local/workers/render-queue.test.ts',
    ],
    [
      'adapters/sqlite/projects/project-data-cleanup.ts',
      "['members', 'invitations']",
      "['members']",
      ENDED,
    ],
    ['adapters/sqlite/projects/project-data-cleanup.ts', "    'routes',\n", '', ENDED],
    [
      'adapters/sqlite/projects/project-data-cleanup.ts',
      '        dropCounts.run(accountId);\n',
      '',
      ENDED,
    ],
  ]),
  ...bugs(TRANSFER, [
    ['adapters/sqlite/members/ownership-transfers.ts', '    count.run(images, to);\n', '', SQLITE],
    [
      'adapters/sqlite/members/ownership-transfers.ts',
      'SET account_id = ?, is_default = 0 WHERE',
      'SET account_id = ? WHERE',
      SQLITE,
    ],
    [
      'adapters/sqlite/members/ownership-transfers.ts',
      'found.receiverImages + images > maxImages',
      'found.receiverImages + images >= maxImages',
      SQLITE,
    ],
    [
      'adapters/dynamodb/client/usage.ts',
      "      UpdateExpression: 'ADD used :less, #project :less',\n      ConditionExpression: STAYS,\n",
      "      UpdateExpression: 'ADD used :less, #project :less',\n      ConditionExpression: 'attribute_exists(used) OR attribute_not_exists(#moved)',\n",
      DYNAMO,
    ],
    [
      'core/use-cases/images/save-temporary-image.ts',
      'if (present.accountId !== project.accountId) {',
      'if (present.projectId !== project.projectId) {',
      'test/unit/lambdas/images/save-after-transfer.test.ts',
    ],
  ]),
  ...bugs(UPGRADE, [
    [
      'adapters/sqlite/renditions/rendition-store.ts',
      'generation = excluded.generation, is_counted = excluded.is_counted`',
      'generation = excluded.generation`',
      SQLITE,
    ],
    [
      'core/projects/counted-month.ts',
      'if (earlier.version !== claim.version) return earlier.countedMonth;',
      'if (earlier.version !== claim.version) return claim.month;',
      SQLITE,
    ],
    [
      'core/projects/counted-month.ts',
      'if (earlier.version !== claim.version) return earlier.countedMonth;',
      'if (earlier.version > claim.version) return earlier.countedMonth;',
      [SQLITE, DYNAMO],
    ],
    [
      'adapters/sqlite/renditions/rendition-store.ts',
      "state === 'ready' && version === revision.version && generation === revision.generation",
      "state === 'ready' && version >= revision.version && generation === revision.generation",
      SQLITE,
    ],
  ]),
  ...bugs(STATE, [
    [
      'console/src/state/router.ts',
      "if (value === null || value === '') query.delete(name);",
      'if (value === null) query.delete(name);',
      `${CONSOLE}/navigation.test.ts`,
    ],
    [
      'console/src/state/router.ts',
      '  if (to === location.pathname + location.search) return;\n',
      '',
      `${CONSOLE}/navigation.test.ts`,
    ],
    [
      'console/src/state/router.ts',
      'event.altKey) return;',
      'event.defaultPrevented) return;',
      `${CONSOLE}/navigation.test.ts`,
    ],
    [
      'console/src/state/keyboard.ts',
      "first !== '' && Date.now() - firstAt < SEQUENCE_MS",
      "first !== ''",
      `${CONSOLE}/navigation.test.ts`,
    ],
    [
      'console/src/state/keyboard.ts',
      "first = isStart ? key : '';",
      'first = key;',
      `${CONSOLE}/navigation.test.ts`,
    ],
    [
      'console/src/uploads/kept-uploads.ts',
      'all.filter(({ tab }) => !living.has(tab))',
      'all.filter(({ tab }) => tab !== TAB)',
      `${CONSOLE}/kept-uploads.test.ts`,
    ],
    [
      'console/src/images/thumbnails.ts',
      'now >= Number(expires) * 1000',
      'now > Number(expires) * 1000',
      `${CONSOLE}/pure-modules.test.ts`,
    ],
    [
      'console/src/images/thumbnails.ts',
      'takenDown ? undefined : (thumbnailUrl ?? undefined)',
      'thumbnailUrl ?? undefined',
      `${CONSOLE}/pure-modules.test.ts`,
    ],
    [
      'console/src/state/change-project.ts',
      'if (change) keepProject(await imagewell().updateProject({ projectId, ...change }));',
      'if (change) await imagewell().updateProject({ projectId, ...change });',
      `${CONSOLE}/projects.test.ts`,
    ],
    ['client/src/wait-for-upload.ts', 'error.status === 429 || ', '', WAITS],
    [
      'client/src/with-retries.ts',
      '(retryAfterSeconds ?? 0) * 1000 + ',
      '(retryAfterSeconds ?? 0) + ',
      WAITS,
    ],
    [
      'client/src/send.ts',
      '    signal?.throwIfAborted();\n    throw networkError(url, error);',
      '    throw networkError(url, error);',
      WAITS,
    ],
    [
      'client/src/image-source.ts',
      'if ((base ?? host) !== host)',
      "if (base !== undefined && host !== base && host !== '')",
      'test/unit/client/image-source.test.ts',
    ],
  ]),
  ...bugs(SWAPPED, [
    [
      'core/use-cases/delivery/know-delivery.ts',
      'accountId: project.accountId,\n    projectId: image.projectId,',
      'accountId: image.projectId,\n    projectId: project.accountId,',
      ['types', 'test/unit/lambdas/projects/usage.test.ts'],
    ],
    [
      'core/use-cases/images/save-temporary-image.ts',
      "countOnDay(services, project.projectId, 'images')",
      "countOnDay(services, project.accountId, 'images')",
      ['types', 'test/unit/lambdas/projects/usage-by-day.test.ts'],
    ],
    [
      'core/use-cases/webhooks/deliver-webhook.ts',
      'getDelivery(webhookId, deliveryId)',
      'getDelivery(deliveryId, webhookId)',
      ['types', 'test/unit/core/webhooks/deliver.test.ts'],
    ],
    [
      'core/use-cases/members/accept-invitation.ts',
      'acceptInvitation(sha256, accountId, clock())',
      'acceptInvitation(accountId, sha256, clock())',
      ['types', 'test/unit/lambdas/members/teams.test.ts'],
    ],
  ]),
  ...bugs(STORES, [
    [
      'adapters/dynamodb/members/member-rows.ts',
      'TableName: table, Key, ConsistentRead: true',
      'TableName: table, Key',
      DYNAMO,
    ],
    [
      'adapters/dynamodb/members/invitation-store.ts',
      'TableName: table, Key: key, ConsistentRead: true',
      'TableName: table, Key: key',
      DYNAMO,
    ],
    [
      'adapters/dynamodb/renditions/answer-notes.ts',
      'TableName: table, Key, ConsistentRead: true',
      'TableName: table, Key',
      DYNAMO,
    ],
    [
      'adapters/dynamodb/keys/signing-secret-store.ts',
      '...keyOf(projectId), ConsistentRead: true',
      '...keyOf(projectId)',
      DYNAMO,
    ],
    [
      'adapters/dynamodb/renditions/quota-units.ts',
      'Key: { counter }, ConsistentRead: true',
      'Key: { counter }',
      DYNAMO,
    ],
  ]),
  ...bugs('values of CDK that are no rights', [
    [
      'lib/constructs/events.ts',
      'TRIED_FOR = Duration.hours(12)',
      'TRIED_FOR = Duration.hours(1)',
      'test/infrastructure/synth/literal-values.test.ts',
    ],
    [
      'lib/constructs/sweeper.ts',
      'SWEEP_EVERY = Duration.minutes(15)',
      'SWEEP_EVERY = Duration.minutes(150)',
      'test/infrastructure/synth/literal-values.test.ts',
    ],
    [
      'lib/constructs/console-site.ts',
      'MAX_AGE = Duration.days(365)',
      'MAX_AGE = Duration.days(3)',
      'test/infrastructure/synth/literal-values.test.ts',
    ],
  ]),
  ...bugs('a copied name in the rendition key', [
    [
      'core/transform/transformation.ts',
      "isFastEncoded: (is) => part('fast', is),",
      "isFastEncoded: () => '',",
      'test/unit/core/transform/key-parts-distinct.test.ts',
    ],
    [
      'core/transform/transformation.ts',
      '`${trim.tolerance}x${trimDigest(trim)}`',
      'trimDigest(trim)',
      'test/unit/core/transform/key-parts-distinct.test.ts',
    ],
    [
      'core/transform/key-parts.ts',
      'key.slice(0, 180)}-sum${digestOf(key, 40)}',
      'key.slice(0, 180)}-sum${digestOf(key.slice(0, 200), 40)}',
      [
        'test/unit/core/transform/key-parts-distinct.test.ts',
        'test/unit/core/transform/key-parts.test.ts',
      ],
    ],
  ]),
];
