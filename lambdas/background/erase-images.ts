import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { gatherPurges } from '../../adapters/cloudfront/gathered-edge-purge.ts';
import { valueAt } from '../../core/foundation/json/json-value.ts';
import { isImageId, isTemporaryImageId } from '../../core/images/ids.ts';
import type { ProjectMessage } from '../../core/ports/projects/project-queue.ts';
import type { Services } from '../../core/ports/services.ts';
import { eraseImage } from '../../core/use-cases/deletion/erase-image.ts';
import { eraseProject } from '../../core/use-cases/deletion/erase-project.ts';
import { removeOrphanedCopy } from '../../core/use-cases/deletion/remove-orphaned-copy.ts';
import { AWS_EDGE } from '../composition/edge-services.ts';
import { AWS_OBJECTS } from '../composition/object-services.ts';
import { AWS_PROJECT_PURGE } from '../composition/project-deletion-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { lazily } from '../lazily.ts';
import { parseMessage } from './parse-message.ts';

type PurgeServices = RecordServices &
  Pick<Services, 'objects' | 'edge' | 'projectDeletions' | 'projectDataCleanup' | 'projectQueue'>;

/** A batch of the queue; concurrently, so that one invalidation covers it. */
const MAX_AT_ONCE = 100;
/** Maximum delay between purges of a batch: a later one sends its own invalidation. */
const GATHER_MS = 2_000;

/**
 * The rest of a project deletion gets a new message: retries would end in the dead-letter queue.
 */
async function purgeWhole(
  services: PurgeServices,
  { projectId, edge, run }: ProjectMessage,
): Promise<boolean> {
  if (edge) await services.edge.purgeProject(projectId);
  else await eraseProject(services, projectId, run);
  return true;
}

function projectMessageIn(message: unknown): ProjectMessage | undefined {
  const [projectId, run] = [valueAt(message, 'projectId'), valueAt(message, 'run')];
  if (typeof projectId !== 'string') return undefined;
  const isOfEdge = valueAt(message, 'edge') === true;
  return {
    projectId,
    ...(isOfEdge && { edge: true }),
    ...(typeof run === 'number' && { run }),
  };
}

async function purgeRecord(services: PurgeServices, { body }: SQSRecord): Promise<boolean> {
  const message = parseMessage(body);
  const project = projectMessageIn(message);
  if (project) return purgeWhole(services, project);
  const temporaryImageId = valueAt(message, 'temporaryImageId');
  if (typeof temporaryImageId === 'string' && isTemporaryImageId(temporaryImageId)) {
    await removeOrphanedCopy(services, temporaryImageId);
    return true;
  }
  const imageId = valueAt(message, 'imageId');
  // a retry can't fix this
  if (typeof imageId !== 'string' || !isImageId(imageId)) return true;
  return (await eraseImage(services, imageId)) === 'done';
}

async function isDone(services: PurgeServices, record: SQSRecord): Promise<boolean> {
  try {
    return await purgeRecord(services, record);
  } catch (error) {
    services.log.error('purge failed', { error: String((error as Error).stack) });
    return false;
  }
}

/** The services without the edge; none of them is created here. */
function withEdge(services: PurgeServices, edge: Services['edge']): PurgeServices {
  return Object.defineProperties({} as PurgeServices, {
    ...Object.getOwnPropertyDescriptors(services),
    edge: { value: edge },
  });
}

/**
 * The purge worker: one record a purge, as adapters/sqs/purge-queue writes it. A record names an
 * image (`{"imageId": "img_…"}`), a project, or a temporary image whose save may have left a copy.
 * Unfinished records are reported and return. With `gatherMs` one invalidation covers a batch.
 */
export function createHandler(services: PurgeServices, { gatherMs = 0 } = {}) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    const remaining = [...Records];
    const workers = Math.min(remaining.length, MAX_AT_ONCE);
    const { edge, leave } = gatherPurges(services.edge, { workers, waitMs: gatherMs });
    const needs = gatherMs > 0 ? withEdge(services, edge) : services;
    const work = async () => {
      for (let record = remaining.shift(); record; record = remaining.shift()) {
        if (await isDone(needs, record)) continue;
        batchItemFailures.push({ itemIdentifier: record.messageId });
      }
      leave();
    };
    await Promise.all(Array.from({ length: workers }, work));
    return { batchItemFailures };
  };
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_OBJECTS, ...AWS_EDGE, ...AWS_PROJECT_PURGE }), {
    gatherMs: GATHER_MS,
  }),
);
