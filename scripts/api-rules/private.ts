import { LIMITS } from '../../core/foundation/limits.ts';
import { PRIVATE_MAX_AGE_SECONDS } from '../../core/foundation/private-cache.ts';
import type { RuleArea } from './wording.ts';

export const PRIVATE_RULES: RuleArea = {
  title: 'Private images',
  introduction:
    'How they work: [decision 134](decisions/0134-private-images-are-opened-by-signatures-of-the-cdn.md).',
  rules: {
    'private.visibility':
      'An image is public or private: `visibility` of its save, else `defaultVisibility` of its project. `update-image-visibility` changes it and purges as `purge-image` does; the same again changes nothing. A repeated save with another visibility is `409 already_saved`.',
    'private.path':
      'A private image is served at `/private/<projectId>/<imageId>.<extension>` alone. At any other address it has the answer of an image that does not exist: below `/res`, and below another project. So has a public image below `/private`. The exceptions are addresses that the service signs for members: thumbnails, and images that wait for a decision.',
    'private.grants': `\`create-access-grant\` signs a policy of CloudFront for one private image or for all of a project. It ends after ${LIMITS.minGrantSeconds} to ${LIMITS.maxGrantSeconds} seconds, ${LIMITS.grantSeconds} if none are named. It opens nothing else. An API key needs the scope \`images:grant\`, which it has only if it was named. A grant of a public image is \`409 image_public\`. A stack without \`privateImageKeys\` answers \`409 private_images_disabled\`.`,
    'private.audited':
      'A grant is in the audit trail of its project before it is signed, and so is a refused one. The trail has the caller: a member, or an API key by its `keyId`. Nothing of the grant itself is there.',
    'private.check':
      "The CDN checks a request's signed URL or signed cookies before its cache and before any function. The local CDN does the same by the same keys and answers with CloudFront's own `403`, in XML.",
    'private.viewer-cache': `A viewer gets \`Cache-Control: private, max-age=${PRIVATE_MAX_AGE_SECONDS}\` at most, and never longer than the grant lasts. The CDN keeps the image as others, behind its check.`,
    'private.overlays':
      "A private image is drawn over private images of its project alone, and is no fallback. The exception is a project's watermark, which is drawn over all of its images.",
  },
};
