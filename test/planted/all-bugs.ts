import { BYTES_BUGS } from './bytes.ts';
import type { PlantedBug } from './planted-bug.ts';

/** THE list of planted bugs: `npm run test:planted` plants each of them. */
export const PLANTED_BUGS: readonly PlantedBug[] = [...BYTES_BUGS];
