import { bugsOf, type PlantedBug } from './planted-bug.ts';

const DELIVERY = 'test/unit/lambdas/delivery/thumbnails.test.ts';
const SQLITE = 'test/contract/local.test.ts';
const DYNAMO = 'test/contract/dynamodb.test.ts';

const KIND = 'thumbnails';

/** Bugs in the thumbnails of the console: their callers, their signatures and their price. */
export const THUMBNAIL_BUGS: readonly PlantedBug[] = [
  ...bugsOf(KIND, DELIVERY, [
    // one signature opens any image, any size, any time
    [
      'core/projects/thumbnail-address.ts',
      'return isThumbnail ? { expires, signature } : undefined;',
      'return { expires, signature };',
    ],
    ['core/projects/thumbnail-address.ts', '{ ...THUMBNAIL, expires })}', 'THUMBNAIL)}'],
    ['core/use-cases/delivery/find-thumbnail.ts', ' || !isThumbnailSigned(id, claim, secret)', ''],
    [
      'core/use-cases/delivery/find-thumbnail.ts',
      "  if (clock() >= claim.expires * 1000) throw refusal('url_expired');\n",
      '',
    ],
    [
      'core/use-cases/delivery/find-thumbnail.ts',
      "  if (clock() >= claim.expires * 1000) throw refusal('url_expired');\n",
      '  if (clock() >= claim.expires * 1000) return undefined;\n',
    ],
    [
      'core/use-cases/delivery/find-thumbnail.ts',
      "  if (project?.suspension) throw refusal('project_suspended');\n",
      '',
    ],
    [
      'core/use-cases/delivery/find-thumbnail.ts',
      "  if (!found) throw refusal('image_not_found');\n",
      '',
    ],
    [
      'core/use-cases/delivery/find-thumbnail.ts',
      'foundImage(image, true)',
      'foundImage(image, false)',
    ],
    // its pixels, its place and its price
    [
      'core/use-cases/delivery/plan-thumbnail.ts',
      'mayServeOriginal: false',
      'mayServeOriginal: true',
    ],
    ['core/use-cases/delivery/plan-thumbnail.ts', 'key: KEY_PREFIX + plan.key, ', ''],
    ['core/use-cases/delivery/plan-thumbnail.ts', ', isFree: true', ''],
    ['core/use-cases/delivery/open-rendition.ts', 'isFree: isFree === true', 'isFree: false'],
    ['core/use-cases/delivery/make-rendition.ts', ' && !claim.isFree', ''],
    // its viewers
    [
      'core/use-cases/delivery/find-requested-image.ts',
      "found.reviewSecret === null ? 'members' : 'one'",
      "'members'",
    ],
    [
      'core/use-cases/delivery/cache-lifetime.ts',
      '  members: (most) => `private,',
      '  members: (most) => `public,',
    ],
    [
      'core/use-cases/images/sign-thumbnails.ts',
      "  if (!('role' in caller)) return () => null;\n",
      '',
    ],
    [
      'core/use-cases/images/sign-thumbnails.ts',
      'secret === undefined || takenDown ?',
      'secret === undefined ?',
    ],
    [
      'core/use-cases/delivery/deliver-image.ts',
      'return (await findThumbnail(then, delivery))?.image.generation === served.generation;',
      'return true;',
    ],
  ]),
  ...bugsOf(KIND, SQLITE, [
    ['adapters/sqlite/renditions/rendition-store.ts', '  if (claim.isFree) return null;\n', ''],
    [
      'adapters/sqlite/renditions/rendition-store.ts',
      'claim.isFree || slow?.countedMonth',
      'slow?.countedMonth',
    ],
    [
      'adapters/sqlite/renditions/rendition-store.ts',
      'if (claim.isFree && slow && slow.countedMonth !== null)',
      'if (slow === null)',
    ],
    [
      'adapters/sqlite/projects/project-data-cleanup.ts',
      '        dropThumbnailSecret.run(projectId);\n',
      '',
    ],
    [
      'adapters/sqlite/projects/thumbnail-secrets.ts',
      'if (known === undefined) add.run(secret, projectId);',
      '',
    ],
  ]),
  ...bugsOf(KIND, DYNAMO, [
    ['adapters/dynamodb/renditions/rendition-store.ts', '  if (claim.isFree) return null;\n', ''],
    [
      'adapters/dynamodb/renditions/end-claims.ts',
      'if (!claim.isFree || !notes.unit)',
      'if (notes)',
    ],
    [
      'adapters/dynamodb/projects/thumbnail-secrets.ts',
      'if_not_exists(secret, :secret)',
      ':secret',
    ],
    ['adapters/dynamodb/projects/thumbnail-secrets.ts', ', ConsistentRead: true', ''],
    [
      'adapters/dynamodb/projects/project-data-cleanup.ts',
      '[...routes, thumbnailSecretKey(of.projectId)]',
      'routes',
    ],
  ]),
];
