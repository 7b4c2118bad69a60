import { BOUNDS_BUGS } from './bounds.ts';
import { BYTES_BUGS } from './bytes.ts';
import { COLOUR_BUGS } from './colours.ts';
import { FINDING_BUGS } from './finding.ts';
import { INFRASTRUCTURE_BUGS } from './infrastructure.ts';
import type { PlantedBug } from './planted-bug.ts';
import { PRIVATE_BUGS } from './private-images.ts';
import { PROMISE_BUGS } from './promises.ts';
import { RENDITION_KEY_BUGS } from './rendition-key.ts';
import { RULE_BUGS } from './rules.ts';
import { SECOND_BOUNDS_BUGS } from './second-bounds.ts';
import { SECOND_READING_BUGS } from './second-reading.ts';
import { STATE_BUGS } from './state.ts';
import { STORE_BUGS } from './stores.ts';
import { THUMBNAIL_BUGS } from './thumbnails.ts';
import { TRIP_BUGS } from './trips.ts';

/** THE list of planted bugs: `npm run test:planted` plants each of them. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...BOUNDS_BUGS,
  ...BYTES_BUGS,
  ...COLOUR_BUGS,
  ...FINDING_BUGS,
  ...INFRASTRUCTURE_BUGS,
  ...PRIVATE_BUGS,
  ...PROMISE_BUGS,
  ...RENDITION_KEY_BUGS,
  ...RULE_BUGS,
  ...SECOND_BOUNDS_BUGS,
  ...SECOND_READING_BUGS,
  ...STATE_BUGS,
  ...STORE_BUGS,
  ...THUMBNAIL_BUGS,
  ...TRIP_BUGS,
];
