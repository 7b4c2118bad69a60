import { bugsOf, type PlantedBug } from './planted-bug.ts';

const KEPT = 'test/unit/lambdas/delivery/stored/kept-renditions.test.ts';
const TRIPS = 'test/unit/lambdas/delivery/stored/round-trips.test.ts';
const WIRE = 'test/unit/lambdas/delivery/slow-wire.test.ts';
const HANDED = 'test/unit/local/lambda/handed-over.test.ts';
const POOL = 'test/unit/local/lambda/function-pool.test.ts';
const DELIVER = 'core/use-cases/delivery/deliver-image.ts';
const RACES = 'test/unit/core/races/races.test.ts';
const JOINED = 'test/unit/adapters/dynamodb/joined-reads.test.ts';
const DYNAMO = 'test/contract/dynamodb.test.ts';
const MAKE = 'core/use-cases/delivery/make-rendition.ts';
const KNOW = 'core/use-cases/delivery/know-delivery.ts';

const KIND = 'trips';

/** Bugs in the joined reads of a delivery, and in the writes beside its answer. */
export const TRIP_BUGS: readonly PlantedBug[] = [
  ...bugsOf(KIND, KEPT, [
    // a deletion or a purge during the encode
    [KNOW, '    checkImage(services, delivery.image),\n', ''],
    // and before the note
    [KNOW, '    checkImage(services, image),\n', ''],
    [KNOW, '    checkOverlays(services, image),\n', ''],
    [KNOW, ' && (await noteOverlays(services, image))', ''],
    [MAKE, '  await objects.remove(objectKeyOf(claim));\n', ''],
    [
      MAKE,
      '  await unlessStorageFails(renditions.release(claim), noteUnstored(log, image));\n',
      '',
    ],
    [DELIVER, '    await opened.kept;\n', ''],
    [
      'core/use-cases/delivery/end-when-kept.ts',
      'if ((await keeping) === TIMED_OUT) {',
      'if (0) {',
    ],
  ]),
  ...bugsOf(KIND, WIRE, [
    ['core/use-cases/delivery/end-when-kept.ts', '      abandonProcess();\n', ''],
  ]),
  ...bugsOf(KIND, RACES, [
    ['core/use-cases/delivery/open-rendition.ts', '    if (!known) return undefined;\n', ''],
  ]),
  ...bugsOf(KIND, TRIPS, [
    ['lambdas/composition/rendering-services.ts', 'joinReads(client)', 'client'],
    [
      'core/use-cases/delivery/open-rendition.ts',
      'renditions.claim(claim, delivery.found)',
      'renditions.claim(claim)',
    ],
    [MAKE, 'rendition, found);\n  const isStored', 'rendition);\n  const isStored'],
    ['core/use-cases/delivery/open-rendition.ts', 'found.mayReadAhead ?', 'false ?'],
    [MAKE, '    await finding;\n', '    await kept;\n'],
  ]),
  // a delivery that another process continues
  ...bugsOf(KIND, HANDED, [
    [DELIVER, 'isFirst && begun ? begun : ', ''],
    [DELIVER, 'begun?.startedAt ?? ', ''],
    ['lambdas/delivery/respond.ts', 'begun?.known.startedAt ?? ', ''],
    ['lambdas/delivery/respond.ts', 'createTimings(undefined, begun?.phases)', 'createTimings()'],
    [KNOW, '    checkOverlays(services, delivery.image),\n', ''],
    [
      'core/use-cases/delivery/open-rendition.ts',
      'await findServedRendition(services, delivery) }',
      'await findRendition(services, delivery, delivery.plan) }',
    ],
  ]),
  ...bugsOf(KIND, POOL, [
    ['local/lambda/pooled-host.ts', '    invocation.begun = message.begun;\n', ''],
    [
      'local/lambda/run-function-host.ts',
      'hasMoved: false, begun }',
      'hasMoved: false, begun: undefined }',
    ],
  ]),
  ...bugsOf(KIND, JOINED, [
    ['adapters/dynamodb/client/joined-reads.ts', '!ConsistentRead || ', ''],
  ]),
  ...bugsOf(KIND, DYNAMO, [
    [
      'adapters/dynamodb/renditions/rendition-store.ts',
      "if (first?.outcome === 'claimed') return first;",
      'if (first) return first;',
    ],
    ['adapters/dynamodb/renditions/end-claims.ts', '      recalled = undefined;\n', ''],
  ]),
];
