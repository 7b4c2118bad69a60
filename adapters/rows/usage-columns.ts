import type { KeptTraffic } from '../../core/metering/top-images.ts';
import { type ColumnsOf, fields, list, number } from './columns.ts';
import { imageId } from './image-columns.ts';

/** The images with the most of an owner's bandwidth. */
export const keptTraffic = list(
  fields({
    imageId,
    bytes: number,
    requests: number,
    excess: number,
  } satisfies ColumnsOf<KeptTraffic>),
);
