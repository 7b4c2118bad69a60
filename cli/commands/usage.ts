import { facts, table } from '../output/table.ts';
import type { AddCommands } from './add-commands.ts';

interface Amount {
  readonly what: string;
  readonly used: number;
  readonly limit: number | null;
}
interface Top {
  readonly imageId: string;
  readonly bandwidthBytes: number;
}

const number = new Intl.NumberFormat('en').format;

const AMOUNT_COLUMNS = {
  of: ({ what }: Amount) => what,
  used: ({ used }: Amount) => number(used),
  limit: ({ limit }: Amount) => (limit === null ? 'none' : number(limit)),
  'used %': ({ used, limit }: Amount) =>
    limit === null ? null : Math.floor((100 * used) / Math.max(limit, 1)),
};
const TOP_COLUMNS = {
  'top images': ({ imageId }: Top) => imageId,
  bytes: ({ bandwidthBytes }: Top) => number(bandwidthBytes),
};

/** `usage`. */
export const addUsageCommand: AddCommands = (program, session) => {
  program
    .command('usage')
    .description('show the usage of the plan in this month')
    .option('--account', 'show the total of all projects of your account')
    .action(async ({ account }: { account?: boolean }) => {
      const requested = account
        ? { calls: await session.userCalls(), about: {} }
        : await session.either();
      const answer = await requested.calls.getUsage(requested.about);
      const { month, resetsAt, images, transformations, bandwidthBytes, topImages } = answer;
      const amounts = [
        { what: 'images', ...images },
        { what: 'transformations', ...transformations },
        { what: 'bandwidth in bytes', ...bandwidthBytes },
      ];
      const parts = () => [
        facts({ month, 'ends at': resetsAt }),
        table(amounts, AMOUNT_COLUMNS, ''),
        ...(topImages.length > 0 ? [table(topImages, TOP_COLUMNS, '')] : []),
      ];
      session.print(answer, () => parts().join('\n\n'));
    });
};
