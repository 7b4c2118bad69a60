import type { RuleArea } from './wording.ts';

export const REPLACING_RULES: RuleArea = {
  title: 'Replacing',
  introduction:
    'How it works: [decision 131](decisions/0131-an-image-names-the-original-that-it-shows.md).',
  rules: {
    'replacing.address':
      '`replace-image` gives an image the bytes of a temporary image, under the same ID. Metadata and focal point stay, or change in the same write. Another format changes the extension of `imageUrl`, and the old address still works. The image counts once, keeps its time of creation and its place in lists.',
    'replacing.purge':
      "From the answer on, no request gets the old bytes from the origin, at no address. Renditions, the old original, its temporary image and the CDN's copies are removed as those of a deletion, and swept once more. Every step resumes after a failure. A browser may show its own copy until the `max-age` of `delivery.cache-lifetime` ends.",
    'replacing.idempotent':
      'A call that is repeated changes nothing and answers the same. It is `409 already_saved` where the image has other metadata or another focal point by then. So it is for a temporary image that was saved, or used before for another image or for bytes that were replaced since.',
    'replacing.refused':
      'A blocked image is `403 image_taken_down`, one that waits for a decision `409 review_pending`. The new bytes of an image in a project with moderation wait for a decision, and visitors get nothing until then. A decision about the old bytes is none about the new ones.',
    'replacing.event':
      'New bytes are `image.replaced`, and no `image.metadata_updated`, also where metadata changed with them. Each decision about new bytes has events with other IDs.',
    'replacing.save':
      "A temporary image that replaced an image's bytes can't be saved: `409 already_saved` with the `imageId` of that image. A repeated save of the replaced image answers its ID as before.",
  },
};
