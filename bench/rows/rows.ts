import { API_CALLS } from './api-calls.ts';
import { PACKAGE_SIZE, RENDERER_START } from './bundles.ts';
import { EQUAL_SCORE } from './bytes-at-score.ts';
import { DEFAULT_AVIF } from './default-avif.ts';
import { DEFAULT_JPEG } from './default-jpeg.ts';
import { EDGE_HIT } from './edge-hit.ts';
import { ENGINE_CPU } from './engine-cpu.ts';
import { GALLERY } from './gallery-calls.ts';
import { HTTP_CPU, NEW_RENDITION } from './http-cpu.ts';
import { IDENTICAL_REQUESTS } from './identical-requests.ts';
import { LARGE_WEBP } from './large-webp.ts';
import { MEMORY, PEAK_MEMORY } from './memory.ts';
import { REFUSAL } from './refusal.ts';
import type { Row } from './row.ts';
import { S3_CLIENT } from './s3-client.ts';
import { STORED_RENDITION } from './stored-rendition.ts';
import { THROUGHPUT } from './throughput.ts';
import { THUMBNAILS } from './thumbnails.ts';
import { UPLOADS } from './uploads.ts';

/** THE rows, by their numbers in the table of docs/performance.md. */
export const ROWS: Readonly<Record<number, Row>> = {
  1: ENGINE_CPU,
  2: S3_CLIENT,
  3: HTTP_CPU,
  4: THROUGHPUT,
  5: EQUAL_SCORE,
  6: DEFAULT_AVIF,
  7: RENDERER_START,
  9: PACKAGE_SIZE,
  10: STORED_RENDITION,
  11: IDENTICAL_REQUESTS,
  12: PEAK_MEMORY,
  13: REFUSAL,
  14: GALLERY,
  15: LARGE_WEBP,
  16: NEW_RENDITION,
  17: EDGE_HIT,
  18: DEFAULT_JPEG,
  19: UPLOADS,
  20: API_CALLS,
  21: MEMORY,
  23: THUMBNAILS,
};
