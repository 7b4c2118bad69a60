import { Option } from 'commander';
import type { GetUsageByDayResult } from '../../client/src/generated/calls.ts';
import { numberText } from '../output/number-text.ts';
import { type Columns, facts, table } from '../output/table.ts';
import type { Session } from '../session.ts';
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

const AMOUNT_COLUMNS = {
  of: ({ what }: Amount) => what,
  used: ({ used }: Amount) => numberText(used),
  limit: ({ limit }: Amount) => (limit === null ? 'none' : numberText(limit)),
  'used %': ({ used, limit }: Amount) =>
    limit === null ? null : Math.floor((100 * used) / Math.max(limit, 1)),
};
const TOP_COLUMNS = {
  'top images': ({ imageId }: Top) => imageId,
  bytes: ({ bandwidthBytes }: Top) => numberText(bandwidthBytes),
};

const DAY_COLUMNS: Columns<GetUsageByDayResult['days'][number]> = {
  day: ({ date }) => date,
  images: ({ images }) => numberText(images),
  transformations: ({ transformations }) => numberText(transformations),
  'bandwidth in bytes': ({ bandwidthBytes }) => numberText(bandwidthBytes),
};

async function showDays(session: Session): Promise<void> {
  const { calls, about } = await session.either();
  const answer = await calls.getUsageByDay(about);
  session.printList(answer.days, DAY_COLUMNS, '');
}

/** `usage`. */
export const addUsageCommand: AddCommands = (program, session) => {
  program
    .command('usage')
    .description('show the usage of the plan in this month')
    .addOption(
      new Option('--by-day', 'show the project on each of the last 31 days').conflicts('account'),
    )
    .option('--account', 'show the total of all projects of your account')
    .action(async ({ account, byDay }: { account?: boolean; byDay?: boolean }) => {
      if (byDay) return showDays(session);
      const requested = account
        ? { calls: await session.userCalls(), about: {} }
        : await session.either();
      const answer = await requested.calls.getUsage(requested.about);
      const { month, resetsAt, images, transformations, bandwidthBytes, topImages } = answer;
      const { imagesRefusedUntil: refused } = answer;
      const amounts = [
        { what: 'images', ...images },
        { what: 'transformations', ...transformations },
        { what: 'bandwidth in bytes', ...bandwidthBytes },
      ];
      const parts = () => [
        facts({ month, 'ends at': resetsAt, 'images are refused until': refused ?? undefined }),
        table(amounts, AMOUNT_COLUMNS, ''),
        ...(topImages.length > 0 ? [table(topImages, TOP_COLUMNS, '')] : []),
      ];
      session.print(answer, () => parts().join('\n\n'));
    });
};
