import { BYTES_BUGS } from './bytes.ts';
import { INFRASTRUCTURE_BUGS } from './infrastructure.ts';
import type { PlantedBug } from './planted-bug.ts';
import { RENDITION_KEY_BUGS } from './rendition-key.ts';

/** THE list of planted bugs: `npm run test:planted` plants each of them. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...BYTES_BUGS,
  ...INFRASTRUCTURE_BUGS,
  ...RENDITION_KEY_BUGS,
];
