import {
  addTimeout,
  afterSuccess,
  isChangedBySuccess,
  noTimeouts,
  renditionBacksOffUntil,
} from '../../../core/images/rendition-back-off.ts';
import type { RenditionClaim, RenditionStore } from '../../../core/ports/images/rendition-store.ts';
import { untilAnswered } from '../client/retry.ts';
import { type Write, writeTransaction } from '../client/transactional-write.ts';
import {
  forgetTimeouts,
  type ImageRow,
  noteTimeout,
  timeoutsOf,
  uncountRendition,
} from './image-row.ts';
import {
  type ClaimedImage,
  claimedImageOf,
  type Parts,
  type Recall,
  readKnown,
  readRow,
} from './known-renditions.ts';
import { countUnit, giveBackUnit, settleUnit, uncount } from './quota-units.ts';
import { finishRow, isOwned, removeRow } from './rendition-rows.ts';

/** Whether the image is still the one of the claim. */
function isTheirs({ liveUntil, generation }: ClaimedImage, claim: RenditionClaim): boolean {
  return claim.now < liveUntil && generation === claim.generation;
}

/**
 * Removes a rendition that was marked ready although its image is gone; if that is interrupted, the
 * purge's last sweep removes it.
 */
async function takeBack(parts: Parts, claim: RenditionClaim): Promise<void> {
  const { client, tables } = parts;
  const row = await readRow(parts, claim.imageId, claim.renditionKey);
  if (row?.state !== 'ready' || row.owner !== claim.owner) return;
  await writeTransaction(client, [
    removeRow(tables.images, claim, 'ready'),
    ...uncount(tables.usage, row),
  ]);
}

/** Whether only the unit was missing: its reservation expired and was given back. */
function hasLostUnit(failed: ReadonlySet<number>, unitsFrom: number): boolean {
  return failed.size > 0 && [...failed].every((at) => at >= unitsFrom);
}

/** The write that a success needs where the rendition or its image backed off, or a unit is due. */
function endBackOff(table: string, claim: RenditionClaim, notes: ImageRow): Write[] {
  const timeouts = timeoutsOf(notes);
  const isChanged = timeouts !== undefined && isChangedBySuccess(timeouts, claim);
  if (!timeouts || !(isChanged || (notes.unit && !claim.isFree))) return [];
  const left = afterSuccess(timeouts, claim);
  if (!claim.isFree || !notes.unit) return [forgetTimeouts(table, claim.imageId, notes, left)];
  // a free one takes no unit over: the timeouts keep theirs
  const facts = { ...(left ?? noTimeouts(timeouts, claim)), isLess: false };
  return [noteTimeout(table, claim, notes, facts)];
}

/** Marks a rendition ready. */
export function createComplete(parts: Parts, recall: Recall): RenditionStore['complete'] {
  const { client, tables, records } = parts;
  return async (claim, result, found) => {
    let recalled = recall(found);
    const isDone = await untilAnswered(async (patience) => {
      const known = recalled ?? (await readKnown(parts, claim));
      recalled = undefined;
      const { row, notes, image } = known;
      if (!isOwned(row, claim) || !isTheirs(image, claim)) return false;
      const spare = notes.unit?.countedMonth === row.countedMonth ? notes.unit : undefined;
      const how = { spare, isFree: result.isOriginal };
      const { writes, unit } = settleUnit(tables.usage, row, claim, how);
      const own = [
        finishRow(tables.images, claim, result, unit),
        ...endBackOff(tables.images, claim, notes),
      ];
      const failed = await writeTransaction(client, [...own, ...writes], patience);
      if (hasLostUnit(failed, own.length)) return false;
      return failed.size === 0 ? true : undefined;
    });
    if (!isDone) return false;
    // not a condition of the write: renderers may only read the record
    const item = await records.item(claim.imageId);
    if (isTheirs(claimedImageOf(claim.imageId, item), claim)) return true;
    await takeBack(parts, claim);
    return false;
  };
}

/** Gives a claim back. */
export function createRelease(parts: Parts): RenditionStore['release'] {
  const { client, tables } = parts;
  return async (claim) => {
    let isLost = false;
    await untilAnswered(async (patience) => {
      const { row, notes } = await readKnown(parts, claim);
      if (!isOwned(row, claim)) return true;
      const isPlaced = claim.maxRenditions !== null && notes.renditions !== undefined;
      const own = [
        removeRow(tables.images, claim),
        ...(isPlaced ? [uncountRendition(tables.images, claim.imageId)] : []),
      ];
      const units = giveBackUnit(tables.usage, row, claim, isLost);
      const failed = await writeTransaction(client, [...own, ...units], patience);
      isLost ||= hasLostUnit(failed, own.length);
      return failed.size === 0 ? true : undefined;
    });
  };
}

/** Gives a claim back that timed out. */
export function createTimeout(parts: Parts): RenditionStore['recordTimeout'] {
  const { client, tables } = parts;
  return async (claim) => {
    let isLost = false;
    return untilAnswered<number>(async (patience) => {
      const { row, notes, image } = await readKnown(parts, claim);
      if (!isOwned(row, claim)) return claim.now;
      const begunAt = row.leaseUntil - claim.leaseMs;
      const timeouts = addTimeout(timeoutsOf(notes), { ...claim, begunAt });
      const isPaid = isLost || notes.unit?.countedMonth === claim.month;
      const { writes, unit } = isPaid
        ? { writes: giveBackUnit(tables.usage, row, claim, isLost) }
        : countUnit(tables.usage, row, claim);
      const isLess = claim.maxRenditions !== null && notes.renditions !== undefined;
      const { endsAt } = image;
      const facts = { ...timeouts, isLess, endsAt, ...(unit ? { unit } : {}) };
      const own = [
        removeRow(tables.images, claim),
        noteTimeout(tables.images, claim, notes, facts),
      ];
      const failed = await writeTransaction(client, [...own, ...writes], patience);
      isLost ||= hasLostUnit(failed, own.length);
      return failed.size === 0 ? renditionBacksOffUntil(timeouts, claim) : undefined;
    });
  };
}
