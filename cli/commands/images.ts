import { Argument, type Command, Option } from 'commander';
import type {
  GetImageUsageResult,
  Image,
  ListImagesRequest,
  ReviewImageRequest,
} from '../../client/src/generated/calls.ts';
import { numberText } from '../output/number-text.ts';
import { type Columns, facts } from '../output/table.ts';
import type { Session } from '../session.ts';
import { type ReplacementOptions, replaceImage } from '../upload/replace-image.ts';
import type { AddCommands } from './add-commands.ts';
import { type DeletionOptions, removeImages } from './delete-images.ts';
import { addKeptCommands } from './kept/kept-images.ts';
import { dayOrTime, pairs, texts, wholeNumber } from './option-values.ts';
import { addPrivateCommands } from './private/private-images.ts';

const IMAGE = 'ID or URL of the image';
const COLUMNS: Columns<Image> = {
  id: ({ imageId }) => imageId,
  name: ({ originalFilename }) => originalFilename,
  format: ({ format }) => format,
  size: ({ width, height }) => `${width}x${height}`,
  bytes: ({ bytes }) => bytes,
  created: ({ createdAt }) => createdAt,
};

const DAY_COLUMNS: Columns<GetImageUsageResult['days'][number]> = {
  day: ({ date }) => date,
  requests: ({ requests }) => numberText(requests),
  'bandwidth in bytes': ({ bandwidthBytes }) => numberText(bandwidthBytes),
};

interface ListOptions
  extends Pick<
    ListImagesRequest,
    'limit' | 'cursor' | 'metadata' | 'search' | 'sha256' | 'review'
  > {
  readonly format?: ListImagesRequest['formats'];
  readonly from?: string;
  readonly to?: string;
  readonly oldest?: true;
}

async function list(session: Session, options: ListOptions): Promise<void> {
  const { format, from, to, oldest, ...conditions } = options;
  const { calls, about } = await session.either();
  const answer = await calls.listImages({
    ...about,
    ...conditions,
    ...(format ? { formats: format } : {}),
    ...(from === undefined ? {} : { createdFrom: from }),
    ...(to === undefined ? {} : { createdTo: to }),
    ...(oldest ? { order: 'oldest' as const } : {}),
  });
  session.printList(answer.images, COLUMNS, 'No images were found.');
  const { cursor } = answer;
  if (cursor) session.tell(`More images: --cursor ${cursor}`);
}

const labelsOf = ({ labels }: NonNullable<Image['review']>) =>
  labels.map(({ name, confidence }) => `${name} ${Math.round(confidence)} %`).join(', ') || null;

function describeImage({ metadata, review, ...image }: Image): string {
  const named = Object.entries(metadata).map(([name, value]) => [`metadata ${name}`, value]);
  const inReview = review
    ? { review: review.state, preview: review.previewUrl, labels: labelsOf(review) }
    : {};
  return facts({ ...image, ...inReview, ...Object.fromEntries(named) });
}

function addReading(images: Command, session: Session): void {
  images
    .command('list')
    .description('list saved images, newest first; with several conditions those that meet all')
    .option('--limit <number>', 'maximum number of images', wholeNumber(1, 100))
    .option('--cursor <text>', 'the cursor of the previous page')
    .option('--search <words>', 'list only images with these words; sun* is a beginning')
    .option('--metadata <name=value>', 'list only images with this metadata; repeatable', pairs)
    .option('--format <format>', 'list only images in this format; repeatable', texts)
    .option('--sha256 <text>', 'list only images whose stored bytes have this SHA-256')
    .option('--from <day>', 'list only images that were saved then or later', dayOrTime)
    .option('--to <day>', 'list only images that were saved before', dayOrTime)
    .option('--oldest', 'list the oldest first')
    .addOption(
      new Option('--review <state>', 'list only images that wait for a decision').choices([
        'pending',
      ]),
    )
    .action((options: ListOptions) => list(session, options));
  images
    .command('show')
    .description('show an image')
    .argument('<image>', IMAGE)
    .action(async (imageId: string) => {
      const { calls, about } = await session.either();
      const answer = await calls.getImage({ ...about, imageId });
      session.print(answer, () => describeImage(answer));
    });
  images
    .command('usage')
    .description('show the requests and the sent bytes of an image on each of the last 31 days')
    .argument('<image>', IMAGE)
    .action(async (imageId: string) => {
      const { calls, about } = await session.either();
      const answer = await calls.getImageUsage({ ...about, imageId });
      session.printList(answer.days, DAY_COLUMNS, '');
    });
}

function addDeleting(images: Command, session: Session): void {
  images
    .command('delete')
    .description('delete images, by ID or by metadata; a project may keep them in a bin')
    .argument('[image...]', 'IDs or URLs of the images')
    .option('--metadata <name=value>', 'delete all images with this metadata', pairs)
    .option('--for-good', 'erase them now, whatever the project keeps')
    .option('--yes', 'do not ask for confirmation')
    .action((named: string[], options: DeletionOptions) => removeImages(session, named, options));
  images
    .command('deletion')
    .description('show the progress of the deletion of an image')
    .argument('<image>', IMAGE)
    .action(async (imageId: string) => {
      const { calls, about } = await session.either();
      const answer = await calls.getDeletionStatus({ ...about, imageId });
      const steps = answer.steps.map(({ step, at }) => [step, at]);
      const kept = answer.keptUntil ? { 'kept until': answer.keptUntil } : {};
      const { state } = answer;
      session.print(answer, () => facts({ state, ...kept, ...Object.fromEntries(steps) }));
    });
}

function addReplacing(images: Command, session: Session): void {
  images
    .command('replace')
    .description('replace the bytes of an image; its ID, its URL and its metadata stay')
    .argument('<image>', IMAGE)
    .argument('<file>', 'the image with the new bytes')
    .option('--metadata <name=value>', 'new metadata, in place of all; repeatable', pairs)
    .option('--focal-point <point>', 'new focal point like 0.5,0.3, or none')
    .option('--yes', 'do not ask for confirmation')
    .action((imageId: string, file: string, options: ReplacementOptions) =>
      replaceImage(session, imageId, file, options),
    );
}

const DONE = { approve: 'is approved', reject: 'is rejected, and deleted' } as const;

function addReviewing(images: Command, session: Session): void {
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

/** `images …`. */
export const addImageCommands: AddCommands = (program, session) => {
  const images = program.command('images').description('manage the saved images of a project');
  addReading(images, session);
  addReplacing(images, session);
  addDeleting(images, session);
  addKeptCommands(images, session);
  addReviewing(images, session);
  addPrivateCommands(images, session);
  images
    .command('purge')
    .description('purge the renditions of an image; the image itself stays')
    .argument('<image>', IMAGE)
    .action(async (imageId: string) => {
      const { calls, about } = await session.either();
      const answer = await calls.purgeImage({ ...about, imageId, renditionsOnly: true });
      session.print(answer, () => `The renditions of ${imageId} are purged.`);
    });
};
