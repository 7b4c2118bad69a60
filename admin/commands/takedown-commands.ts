import type { Command } from 'commander';
import { CommandError } from '../../cli/command-error.ts';
import { confirmed } from '../../cli/output/ask.ts';
import type { Session } from '../../cli/session.ts';
import { type AnyImageId, isImageId } from '../../core/images/ids.ts';
import { parseImageReference } from '../../core/images/image-reference.ts';
import { notFound } from '../../core/use-cases/delivery/find-served-image.ts';
import { blockImage, unblockImage } from '../../core/use-cases/moderation/block-image.ts';
import { type AdminCall, adminAction } from '../session/admin-action.ts';
import { type AdminAct, audited } from '../session/audited.ts';
import { readReason } from '../session/read-reason.ts';
import { timeText } from '../session/time-text.ts';

/** Accepts a URL on any host: reports use any domain, and an ID is unique. */
function readId(reference = ''): AnyImageId {
  const id = parseImageReference(reference, () => true);
  if (id) return id;
  throw new CommandError('usage', `${reference} is not the URL or ID of an image.`);
}

/** Its audit event, in the list of its project. */
async function actOn(
  { services: { images } }: AdminCall,
  id: AnyImageId,
  action: string,
): Promise<AdminAct> {
  const image = await (isImageId(id) ? images.getImage(id) : images.getTemporaryImage(id));
  if (!image) throw notFound(id);
  const { accountId, projectId, imageId } = image;
  return { action, accountId, projectId, sent: { projectId, imageId } };
}

async function takeDown(call: AdminCall): Promise<void> {
  const { session, services, options, args } = call;
  const id = readId(args[0]);
  const reason = readReason(options.reason);
  const act = await actOn(call, id, 'take-down');
  await confirmed(session.machine, `Block ${id} of ${act.projectId}?`, options.yes);
  const result = await audited(services, { ...act, sent: { ...act.sent, reason } }, () =>
    blockImage(services, id, reason),
  );
  const { imageId, temporaryImageId, takenDownAt } = result;
  session.print(
    { imageId, temporaryImageId, takenDown: { reason, takenDownAt: timeText(takenDownAt) } },
    () => `${id} is blocked: its URLs answer 404 in every size and format.`,
  );
}

async function putBack(call: AdminCall): Promise<void> {
  const { session, services, args } = call;
  const id = readId(args[0]);
  const act = await actOn(call, id, 'put-back');
  const ids = await audited(services, act, () => unblockImage(services, id));
  session.print({ ...ids, takenDown: null }, () => `${id} is unblocked and served again.`);
}

/** `admin take-down`, `admin put-back`. */
export function addTakedownCommands(admin: Command, session: Session): void {
  const reference = 'ID of the image, or its URL on any host';
  admin
    .command('take-down')
    .description('block an image: stop its delivery at the origin and the CDN immediately')
    .argument('<url>', reference)
    .requiredOption('--reason <text>', 'reason shown to users of the API who may see the image')
    .option('-y, --yes', 'do not ask for confirmation')
    .action(adminAction(session, takeDown));
  admin
    .command('put-back')
    .description('unblock an image')
    .argument('<url>', reference)
    .action(adminAction(session, putBack));
}
