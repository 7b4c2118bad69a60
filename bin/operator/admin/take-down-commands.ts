import type { Command } from 'commander';
import type { AnyImageId } from '../../../core/images/ids.ts';
import { parseImageReference } from '../../../core/images/image-reference.ts';
import { putPictureBack, takeDownPicture } from '../../../core/use-cases/take-down-picture.ts';
import { type AdminCall, adminAction } from './admin-action.ts';
import { AdminError } from './admin-error.ts';
import { confirm } from './confirm.ts';
import { type Printed, timeText } from './print.ts';
import { readReason } from './read-reason.ts';

/** Of any host: a report names whatever domain it was seen at, and an id is no other picture's. */
function readId(reference: string): AnyImageId {
  const id = parseImageReference(reference, () => true);
  if (id) return id;
  throw new AdminError('usage', `${reference} is neither the URL of a picture nor an ID`);
}

async function takeDown({ services, options, args }: AdminCall): Promise<Printed> {
  const [reference = ''] = args;
  const id = readId(reference);
  const reason = readReason(options.reason ?? '');
  await confirm(`Take ${id} down, in every size and format?`, options.yes);
  const { takenDownAt, ...ids } = await takeDownPicture(services, id, reason);
  return {
    json: { ...ids, takenDownAt: timeText(takenDownAt), reason },
    text: `${id} is down: its addresses answer 404. Put it back: put-back ${id}`,
  };
}

async function putBack({ services, args: [reference = ''] }: AdminCall): Promise<Printed> {
  const id = readId(reference);
  const ids = await putPictureBack(services, id);
  return { json: { ...ids, takenDownAt: null }, text: `${id} is served again, as it was` };
}

/** `admin take-down` and `admin put-back` */
export function addTakeDownCommands(admin: Command): void {
  admin
    .command('take-down <url>')
    .description('has a picture, by its URL or ID, served no more, at the origin and at the edge')
    .requiredOption('--reason <text>', 'told to who may see the image in the API')
    .option('--yes', 'without asking')
    .action(adminAction(takeDown));
  admin.command('put-back <url>').description('has it served again').action(adminAction(putBack));
}
