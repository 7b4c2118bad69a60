import { LIMITS } from '../../core/foundation/limits.ts';
import type { RuleArea } from './wording.ts';

export const KEEPING_RULES: RuleArea = {
  title: 'Versions and the bin',
  introduction:
    'How it works: [decision 135](decisions/0135-bytes-are-kept-for-a-restore-by-choice.md).',
  rules: {
    'keeping.days': `A project's \`keepDays\`, 0 to ${LIMITS.maxKeepDays}, keeps replaced bytes as versions and deleted images in a bin. It counts from the replacement or the deletion.`,
    'keeping.off':
      'Without days nothing is kept: a replacement and a deletion erase the bytes, as `replacing.purge` and `deletion.steps` say.',
    'keeping.bin':
      'From the answer of `delete-image` on, an image in the bin is gone for visitors, out of lists and out of the quota. The CDN is purged. Its original and its record stay. `list-bin` has the last deleted first. `get-deletion-status` answers `deleting`, the done steps, and `keptUntil`.',
    'keeping.versions':
      'The bytes that `replace-image` replaced are a version of the image. `list-image-versions` has the last replaced first, with the steps of their erasure.',
    'keeping.shown':
      'Only members and API keys with `images:read` get `originalUrl`, which shows kept bytes for an hour. No cache keeps them, and no other address shows them.',
    'keeping.restore':
      'An image from the bin has its ID, address, metadata and focal point again, and the caches are purged. It counts as an image: in a full plan the restore is `403 image_quota_exceeded`, and the image stays in the bin. A repeated call changes nothing.',
    'keeping.restore-version':
      'A restored version is shown in place of the present bytes, which become a version. Metadata and focal point stay. In a project with moderation it waits for a decision, as replaced bytes do.',
    'keeping.end':
      'The end is exact for every call, by the present `keepDays`: a lower number ends earlier, a higher one never later. A worker erases the bytes within a day of it, and a quarter of an hour after the first end.',
    'keeping.end-for-good':
      '`forGood` of `delete-image` and `delete-images` erases now, also an image in the bin. `delete-image-version` erases a version. A rejected image never comes into the bin. The end of a project, or its emptying, erases all that is kept.',
    'keeping.blocked':
      'While the operator blocks an image, neither it nor its versions can be seen, in the bin too. A restore does not lift the block.',
    'keeping.seen-bytes':
      '`review-image` with `sha256` decides about those bytes alone: `409 review_outdated` where the image has others by then.',
    'keeping.receipts':
      'The steps of the erasure of each version are shown for 30 days, as those of a deletion.',
    'keeping.most-versions': `An image keeps ${LIMITS.maxKeptVersions} versions at most. With more of them the oldest ends.`,
  },
};
