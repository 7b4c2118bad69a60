import type { Command } from 'commander';
import type { Session } from '../../cli/session.ts';
import { type AdminCall, adminAction } from '../session/admin-action.ts';

/** Each step is told, so that an interrupted run can be continued. */
async function indexWords({ session, services, options }: AdminCall): Promise<void> {
  let images = 0;
  let cursor = options.cursor ?? null;
  do {
    const step = await services.termIndex.indexStep(cursor);
    images += step.images;
    cursor = step.cursor;
    if (cursor) session.tell(`${images} images; to continue from here: --cursor ${cursor}`);
  } while (cursor);
  session.print({ images }, () => `The words of ${images} images are indexed.`);
}

/** `admin index-words`. */
export function addIndexCommand(admin: Command, session: Session): void {
  admin
    .command('index-words')
    .description(
      'index the words of all images of a stack that was deployed before searches; a data folder is always indexed',
    )
    .option('--cursor <text>', 'the place that an interrupted run told')
    .action(adminAction(session, indexWords));
}
