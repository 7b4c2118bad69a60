import type { Change, ImageSnapshot, UsageGrowth } from '../../events/change.ts';
import type { EventType } from '../../events/event-types.ts';
import { limitOf, passedMarks } from '../../events/quota-marks.ts';
import { createEvent, type ServiceEvent } from '../../events/service-event.ts';
import type { AnyImageId } from '../../images/ids.ts';
import { imagePath } from '../../images/image-url.ts';
import { savedImagePath } from '../../images/private/private-path.ts';
import type { ReviewState } from '../../images/review.ts';
import type { Services } from '../../ports/services.ts';
import type { Format } from '../../transform/formats.ts';

type Needs = Pick<Services, 'projects' | 'cdnUrl'>;
type ChangeOf<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>;

function urlOf({ cdnUrl }: Needs, id: AnyImageId, { format }: { format: Format }): string {
  return cdnUrl + imagePath(id, format);
}

function ofTemporary(needs: Needs, { current, changedAt: at }: ChangeOf<'temporary_image'>) {
  const { temporaryImageId, projectId, format, width, height, bytes } = current;
  const data = {
    temporaryImageId,
    temporaryImageUrl: urlOf(needs, temporaryImageId, current),
    format,
    width,
    height,
    bytes,
    expiresAt: new Date(current.expiresAt).toISOString(),
  };
  return [createEvent('temporary_image.uploaded', [temporaryImageId], { at, projectId, data })];
}

const REVIEW_TYPES = {
  pending: 'image.pending_review',
  approved: 'image.approved',
  rejected: 'image.rejected',
} as const satisfies Record<ReviewState, EventType>;

/** The new state of an image, compared with the old one. */
function turnOf(previous: ChangeOf<'image'>['previous'], current: ImageSnapshot) {
  if (current.state !== 'saved') return previous?.state === 'saved' ? 'image.deleted' : undefined;
  if (previous?.state === 'binned') return 'image.restored';
  if (previous === undefined) return 'image.saved';
  if (previous.originalId !== current.originalId) return 'image.replaced';
  return previous.version === current.version ? undefined : 'image.metadata_updated';
}

/** The new state of its review, compared with the old one. */
function reviewTurnOf(previous: ChangeOf<'image'>['previous'], { reviewState }: ImageSnapshot) {
  if (reviewState === null || previous?.reviewState === reviewState) return undefined;
  return REVIEW_TYPES[reviewState];
}

function ofImage(
  needs: Needs,
  { previous, current, changedAt: at }: ChangeOf<'image'>,
): ServiceEvent[] {
  const { imageId, temporaryImageId, projectId, version, format, width, height, bytes } = current;
  // each review of new bytes has events of its own
  const named = current.originalId === null ? [imageId] : [imageId, current.originalId];
  const image = { imageId, imageUrl: needs.cdnUrl + savedImagePath(current) };
  const saved = { ...image, temporaryImageId, format, width, height, bytes };
  const types = [reviewTurnOf(previous, current), turnOf(previous, current)] as const;
  return types.flatMap((type): ServiceEvent[] => {
    if (type === undefined) return [];
    if (type === 'image.metadata_updated') {
      const data = { ...image, version };
      return [createEvent(type, [imageId, version], { at, projectId, data })];
    }
    if (type === 'image.replaced' || type === 'image.restored') {
      const data = { ...saved, version };
      return [createEvent(type, [imageId, version], { at, projectId, data })];
    }
    if (type === 'image.saved') return [createEvent(type, named, { at, projectId, data: saved })];
    // bytes that a restore shows again wait for another decision, whose events are no repeated ones
    const reviewed = [...named, version];
    if (type === 'image.pending_review') {
      return [createEvent(type, reviewed, { at, projectId, data: saved })];
    }
    if (type === 'image.approved') {
      return [createEvent(type, reviewed, { at, projectId, data: image })];
    }
    // an image in the bin may be restored, and deleted again
    const told =
      type === 'image.deleted' && current.state === 'binned' ? [imageId, version] : named;
    return [createEvent(type, told, { at, projectId, data: image })];
  });
}

/** A month publishes each mark under one id; a count of images can reach its mark again. */
function nameOf({ accountId, quota, month }: UsageGrowth, changeId: string): string[] {
  return [accountId, quota, month ?? changeId];
}

async function ofUsage(
  { projects }: Needs,
  { growth, changeId, changedAt: at }: ChangeOf<'usage'>,
): Promise<ServiceEvent[]> {
  const { accountId, projectId, quota, month, before, after: used } = growth;
  const project = await projects.getProject(projectId);
  const limit = project ? limitOf(project.plan, quota) : null;
  if (limit === null) return [];
  const data = { accountId, quota, month, used, limit };
  return passedMarks(limit, before, used).map((type) =>
    createEvent(type, nameOf(growth, changeId), { at, projectId, data }),
  );
}

/** The events of a change; most changes have none. */
export async function eventsOfChange(needs: Needs, change: Change): Promise<ServiceEvent[]> {
  if (change.kind === 'temporary_image') return ofTemporary(needs, change);
  return change.kind === 'image' ? ofImage(needs, change) : ofUsage(needs, change);
}
