import { Argument, type Command } from 'commander';
import type { UpdateImageVisibilityRequest } from '../../../client/src/generated/calls.ts';
import { facts } from '../../output/table.ts';
import type { Session } from '../../session.ts';
import { wholeNumber } from '../option-values.ts';

type Visibility = UpdateImageVisibilityRequest['visibility'];

/** `images visibility` and `images grant`. */
export function addPrivateCommands(images: Command, session: Session): void {
  images
    .command('visibility')
    .description('make an image private or public; its address changes')
    .argument('<image>', 'ID or URL of the image')
    .addArgument(new Argument('<visibility>', 'its viewers').choices(['public', 'private']))
    .action(async (imageId: string, visibility: Visibility) => {
      const { calls, about } = await session.either();
      const answer = await calls.updateImageVisibility({ ...about, imageId, visibility });
      session.print(answer, () => facts({ ...answer }));
    });
  images
    .command('grant')
    .description('sign a grant to see a private image, or all of a project')
    .argument('[image]', 'ID or URL of the image; all private images without one')
    .option('--life <seconds>', 'seconds until it ends; 3600 if absent', wholeNumber(60, 86_400))
    .action(async (imageId: string | undefined, { life }: { readonly life?: number }) => {
      const { calls, about } = await session.either();
      const asked = { ...(imageId && { imageId }), ...(life && { lifeSeconds: life }) };
      const answer = await calls.createAccessGrant({ ...about, ...asked });
      session.print(answer, () => answer.imageUrl ?? answer.queryString);
    });
}
