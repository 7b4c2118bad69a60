import { LIMITS } from '../../core/foundation/limits.ts';
import { duration, type RuleArea } from './wording.ts';

export const MODERATION_RULES: RuleArea = {
  title: 'Moderation',
  introduction: '[guides/moderation.md](guides/moderation.md) shows its use.',
  rules: {
    'moderation.pending':
      'An image that is saved in a project with `moderation: webhook` or `rekognition` is pending, whichever call saves it. Save answers as ever, with `review: pending`, and `image.pending_review` is sent. It counts as a saved image. It stays pending if the moderation ends.',
    'moderation.not-served':
      'A pending image is `404` to visitors like an unknown one: every address, format, parameter, name and download, also as overlay and fallback. Its own fallback is served. While a project has moderation, its temporary images are `404` too.',
    'moderation.decision':
      '`review-image` approves or rejects it. Of concurrent decisions exactly one is carried out, and a deletion stays one. The same decision again has the same response, the opposite one is `409 review_not_pending`. A rejected image is deleted as by `delete-image`; the reason stays with its receipt.',
    'moderation.preview': `Whoever may read a pending image gets two addresses in its \`review\`, which show it for ${duration(LIMITS.reviewUrlSeconds * 1000)}. Every answer is \`Cache-Control: private, no-store\`. They need no other signature and no allowed size. \`originalUrl\` counts no transformation. They end with the decision.`,
    'moderation.rekognition':
      '`moderation: rekognition` is refused with the cure where the service has no Amazon Rekognition. There an image without a label is approved; any other one stays pending, with its labels.',
  },
};
