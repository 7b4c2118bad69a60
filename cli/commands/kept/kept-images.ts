import type { Command } from 'commander';
import type {
  ListBinRequest,
  ListBinResult,
  ListImageVersionsResult,
} from '../../../client/src/generated/calls.ts';
import { confirmed } from '../../output/ask.ts';
import type { Columns } from '../../output/table.ts';
import type { Session } from '../../session.ts';
import { wholeNumber } from '../option-values.ts';

const IMAGE = 'ID or URL of the image';
const VERSION_COLUMNS: Columns<ListImageVersionsResult['versions'][number]> = {
  version: ({ versionId }) => versionId,
  format: ({ format }) => format,
  size: ({ width, height }) => `${width}x${height}`,
  replaced: ({ replacedAt }) => replacedAt,
  'kept until': ({ keptUntil }) => keptUntil,
};
const BIN_COLUMNS: Columns<ListBinResult['images'][number]> = {
  id: ({ imageId }) => imageId,
  name: ({ originalFilename }) => originalFilename,
  format: ({ format }) => format,
  deleted: ({ deletedAt }) => deletedAt,
  'kept until': ({ keptUntil }) => keptUntil,
};

function addVersions(images: Command, session: Session): void {
  images
    .command('versions')
    .description('list the former bytes of an image, the last replaced first')
    .argument('<image>', IMAGE)
    .action(async (imageId: string) => {
      const { calls, about } = await session.either();
      const answer = await calls.listImageVersions({ ...about, imageId });
      session.printList(answer.versions, VERSION_COLUMNS, 'The image was never replaced.');
    });
  images
    .command('delete-version')
    .description('erase former bytes of an image')
    .argument('<image>', IMAGE)
    .argument('<version>', 'ID of the version')
    .option('--yes', 'do not ask for confirmation')
    .action(async (imageId: string, versionId: string, { yes }: { readonly yes?: boolean }) => {
      const { calls, about } = await session.either();
      await confirmed(session.machine, `Erase ${versionId} of ${imageId}?`, yes);
      const answer = await calls.deleteImageVersion({ ...about, imageId, versionId });
      session.print(answer, () => `${versionId} of ${imageId} is deleted.`);
    });
}

/** `images versions`, `images restore` and `images bin`. */
export function addKeptCommands(images: Command, session: Session): void {
  addVersions(images, session);
  images
    .command('restore')
    .description('restore a deleted image, or former bytes of an image')
    .argument('<image>', IMAGE)
    .argument('[version]', 'ID of the version; without it a deleted image')
    .action(async (imageId: string, versionId?: string) => {
      const { calls, about } = await session.either();
      const answer = await (versionId === undefined
        ? calls.restoreImage({ ...about, imageId })
        : calls.restoreImageVersion({ ...about, imageId, versionId }));
      session.print(answer, () => `${answer.imageUrl} is restored.`);
    });
  images
    .command('bin')
    .description('list deleted images that can be restored, the last deleted first')
    .option('--limit <number>', 'maximum number of images', wholeNumber(1, 100))
    .option('--cursor <text>', 'the cursor of the previous page')
    .action(async (requested: Omit<ListBinRequest, 'projectId'>) => {
      const { calls, about } = await session.either();
      const answer = await calls.listBin({ ...about, ...requested });
      session.printList(answer.images, BIN_COLUMNS, 'The bin is empty.');
      if (answer.cursor) session.tell(`More images: --cursor ${answer.cursor}`);
    });
}
