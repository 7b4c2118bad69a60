import type { Command } from 'commander';
import type { GetImageAnswer, ListImagesRequest } from '../../client/src/generated/calls.ts';
import { type Columns, facts, table } from '../output/table.ts';
import type { Session } from '../session.ts';
import type { AddCommands } from './add-commands.ts';
import { type DeletionOptions, removeImages } from './delete-images.ts';
import { pairs, wholeNumber } from './option-values.ts';

const IMAGE = 'its id or URL';
const COLUMNS: Columns<GetImageAnswer> = {
  id: ({ imageId }) => imageId,
  name: ({ originalFilename }) => originalFilename,
  format: ({ format }) => format,
  size: ({ width, height }) => `${width}x${height}`,
  bytes: ({ bytes }) => bytes,
  created: ({ createdAt }) => createdAt,
};

async function list(session: Session, asked: Omit<ListImagesRequest, 'projectId'>): Promise<void> {
  const { calls, about } = await session.either();
  const answer = await calls.listImages({ ...about, ...asked });
  session.print(answer, () => table(answer.images, COLUMNS, 'There are no images.'));
  const { cursor } = answer;
  if (cursor && !session.options().json) session.tell(`There are more: --cursor ${cursor}`);
}

function describeImage({ metadata, ...image }: GetImageAnswer): string {
  const named = Object.entries(metadata).map(([name, value]) => [`metadata ${name}`, value]);
  return facts({ ...image, ...Object.fromEntries(named) });
}

function addReading(images: Command, session: Session): void {
  images
    .command('list')
    .description('list them, the newest first')
    .option('--limit <number>', 'how many at most', wholeNumber(1, 100))
    .option('--cursor <text>', 'what follows an earlier list')
    .option('--metadata <name=value>', 'those alone that have this', pairs)
    .action((asked: Omit<ListImagesRequest, 'projectId'>) => list(session, asked));
  images
    .command('show')
    .description('show what is known of one')
    .argument('<image>', IMAGE)
    .action(async (imageId: string) => {
      const { calls, about } = await session.either();
      const answer = await calls.getImage({ ...about, imageId });
      session.print(answer, () => describeImage(answer));
    });
}

function addDeleting(images: Command, session: Session): void {
  images
    .command('delete')
    .description('delete images for good: those that are named, or those that have a metadata')
    .argument('[image...]', 'their ids or URLs')
    .option('--metadata <name=value>', 'all that have this', pairs)
    .option('--yes', 'without asking')
    .action((named: string[], options: DeletionOptions) => removeImages(session, named, options));
  images
    .command('deletion')
    .description('show how far the deletion of one has come')
    .argument('<image>', IMAGE)
    .action(async (imageId: string) => {
      const { calls, about } = await session.either();
      const answer = await calls.getDeletionStatus({ ...about, imageId });
      const steps = answer.steps.map(({ step, at }) => [step, at]);
      session.print(answer, () => facts({ state: answer.state, ...Object.fromEntries(steps) }));
    });
}

/** `images …`. */
export const addImageCommands: AddCommands = (program, session) => {
  const images = program.command('images').description('saved images of a project');
  addReading(images, session);
  addDeleting(images, session);
  images
    .command('purge')
    .description('have the renditions of one made anew; the image stays')
    .argument('<image>', IMAGE)
    .action(async (imageId: string) => {
      const { calls, about } = await session.either();
      const answer = await calls.purgeImage({ ...about, imageId, renditionsOnly: true });
      session.print(answer, () => `The renditions of ${imageId} are made anew.`);
    });
};
