import { bugsOf, type PlantedBug } from './planted-bug.ts';

const WALLS = 'test/unit/lambdas/images/private-images.test.ts';
const ATTEMPTS = 'test/security/private-attempts.test.ts';
const GRANTS = 'test/unit/local/cloudfront/check-grant.test.ts';

const KIND = 'private-images';

/** Bugs that would show a private image to others. */
export const PRIVATE_BUGS: readonly PlantedBug[] = [
  ...bugsOf(KIND, WALLS, [
    // both kinds at both paths
    [
      'core/use-cases/delivery/find-requested-image.ts',
      '  if (!isAt(requested, image)) throw notFound(requested.id);\n',
      '',
    ],
    [
      'core/use-cases/delivery/find-requested-image.ts',
      '  if (image.isPrivate) return undefined;\n',
      '',
    ],
  ]),
  ...bugsOf(KIND, ATTEMPTS, [
    // the key of a grant opens any image
    ['core/use-cases/images/create-access-grant.ts', 'imageId}.*`', "'*'}`"],
    [
      'local/cloudfront/private/check-grant.ts',
      "return { refusal: 'InvalidKey' };",
      'return { target };',
    ],
  ]),
  ...bugsOf(KIND, GRANTS, [
    ['local/cloudfront/private/check-grant.ts', '!(now < endsAt * 1000)', 'now < 0'],
    [
      'local/cloudfront/private/check-grant.ts',
      "  if (!isSigned(grant, text, key)) return { refusal: 'AccessDenied' };\n",
      '',
    ],
  ]),
];
