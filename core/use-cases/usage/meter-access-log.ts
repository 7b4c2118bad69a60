import { type AnyImageId, isImageId } from '../../images/ids.ts';
import {
  type ImageMonthTraffic,
  type Tally,
  tallyAccessLog,
} from '../../metering/tally-access-log.ts';
import type { ImageTraffic } from '../../metering/top-images.ts';
import type { AccessLogFile } from '../../ports/projects/access-logs.ts';
import type { Services } from '../../ports/services.ts';
import { countImages } from './count-images.ts';
import { noteBandwidth } from './note-bandwidth.ts';

type Needs = Pick<
  Services,
  'clock' | 'images' | 'projects' | 'projectPurge' | 'usage' | 'accessLogs' | 'log'
>;

interface Owner {
  readonly projectId: string;
  readonly accountId: string;
}

/** The record of an image or a temporary image. */
interface FoundImage extends Owner {
  readonly state: string;
}

/** The bytes and requests of a project's images in one month. */
interface ProjectTraffic extends Owner {
  readonly month: string;
  bytes: number;
  readonly bytesByDay: Map<string, number>;
  readonly images: ImageTraffic[];
}

/** The result of metering a file. */
export interface MeteredLog {
  readonly lines: number;
  readonly malformed: number;
  /** Of images without a record: unknown ids, and records that are long deleted. */
  readonly ownerlessBytes: number;
  readonly otherBytes: number;
}

/** Concurrent reads of records. */
const MAX_AT_ONCE = 20;

type FindOnce = (id: AnyImageId) => Promise<FoundImage | undefined>;

/** The record of an image, also of a deleted one while it exists; read once. */
function createFindOnce({ images }: Needs): FindOnce {
  const known = new Map<AnyImageId, Promise<FoundImage | undefined>>();
  return (id) => {
    const requested = known.get(id);
    if (requested) return requested;
    const asking = isImageId(id) ? images.getImage(id) : images.getTemporaryImage(id);
    known.set(id, asking);
    return asking;
  };
}

function addTraffic(
  byProject: Map<string, ProjectTraffic>,
  { projectId, accountId }: Owner,
  { id, month, bytes, requests, days }: ImageMonthTraffic,
): void {
  const key = `${projectId} ${month}`;
  const nothing = { bytes: 0, bytesByDay: new Map<string, number>(), images: [] };
  const known = byProject.get(key) ?? { projectId, accountId, month, ...nothing };
  known.bytes += bytes;
  for (const [day, ofDay] of days) {
    known.bytesByDay.set(day, (known.bytesByDay.get(day) ?? 0) + ofDay.bytes);
  }
  if (isImageId(id)) known.images.push({ imageId: id, bytes, requests });
  byProject.set(key, known);
}

async function groupByProject(
  findOnce: FindOnce,
  { images }: Tally,
): Promise<{ traffic: Iterable<ProjectTraffic>; ownerlessBytes: number }> {
  const byProject = new Map<string, ProjectTraffic>();
  const remaining = images[Symbol.iterator]();
  let ownerlessBytes = 0;
  const work = async () => {
    for (let next = remaining.next(); !next.done; next = remaining.next()) {
      const owner = await findOnce(next.value.id);
      if (owner) addTraffic(byProject, owner, next.value);
      else ownerlessBytes += next.value.bytes;
    }
  };
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, work));
  return { traffic: byProject.values(), ownerlessBytes };
}

async function countProject(services: Needs, part: string, traffic: ProjectTraffic): Promise<void> {
  const project = await services.projects.getProject(traffic.projectId);
  // a project may have been transferred since its images were stored
  const accountId = project?.accountId ?? traffic.accountId;
  const count = { ...traffic, accountId, part, now: services.clock() };
  const counted = await services.usage.countBandwidth(count);
  if (project) await noteBandwidth(services, project, traffic.month, counted);
}

/**
 * Counts the sent bytes in a file of the CDN's access logs, whatever the responses were. They count
 * to the projects of the requested images, in the months of the lines (quotas.bandwidth), and by
 * day to each image (calls.get-image-usage). A second call counts nothing more, and a call after a
 * crash continues. Undefined if the file doesn't exist any more.
 */
export async function meterAccessLog(
  services: Needs,
  file: AccessLogFile,
): Promise<MeteredLog | undefined> {
  const bytes = await services.accessLogs.open(file);
  if (!bytes) return undefined;
  const findOnce = createFindOnce(services);
  const isCounted = async (id: AnyImageId) => (await findOnce(id))?.state === 'saved';
  const metered = { lines: 0, malformed: 0, ownerlessBytes: 0, otherBytes: 0 };
  let parts = 0;
  for await (const tally of tallyAccessLog(bytes)) {
    const part = `${file.name}#${file.etag}#${parts}`;
    const { traffic, ownerlessBytes } = await groupByProject(findOnce, tally);
    for (const project of traffic) await countProject(services, part, project);
    await countImages(services, part, tally, isCounted);
    parts += 1;
    metered.lines += tally.lines;
    metered.malformed += tally.malformed;
    metered.ownerlessBytes += ownerlessBytes;
    metered.otherBytes += tally.otherBytes;
  }
  return metered;
}
