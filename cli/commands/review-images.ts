import { Argument, type Command } from 'commander';
import type { ReviewImageRequest } from '../../client/src/generated/calls.ts';
import type { Session } from '../session.ts';

const DONE = { approve: 'is approved', reject: 'is rejected, and deleted' } as const;

/** `images review`. */
export function addReviewing(images: Command, session: Session): void {
  images
    .command('review')
    .description('approve or reject an image that waits for a decision; a rejected one is deleted')
    .argument('<image>', 'ID or URL of the image')
    .addArgument(new Argument('<decision>', 'the decision').choices(['approve', 'reject']))
    .option('--reason <text>', 'the reason, which is kept with the image')
    .action(
      async (
        imageId: string,
        decision: ReviewImageRequest['decision'],
        options: Pick<ReviewImageRequest, 'reason'>,
      ) => {
        const { calls, about } = await session.either();
        const answer = await calls.reviewImage({ ...about, imageId, decision, ...options });
        session.print(answer, () => `${answer.imageId} ${DONE[decision]}.`);
      },
    );
}
