import { BOUNDS_BUGS } from './bounds.ts';
import { BYTES_BUGS } from './bytes.ts';
import { INFRASTRUCTURE_BUGS } from './infrastructure.ts';
import type { PlantedBug } from './planted-bug.ts';
import { RENDITION_KEY_BUGS } from './rendition-key.ts';
import { RULE_BUGS } from './rules.ts';
import { STATE_BUGS } from './state.ts';
import { STORE_BUGS } from './stores.ts';

/** THE list of planted bugs: `npm run test:planted` plants each of them. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...BOUNDS_BUGS,
  ...BYTES_BUGS,
  ...INFRASTRUCTURE_BUGS,
  ...RENDITION_KEY_BUGS,
  ...RULE_BUGS,
  ...STATE_BUGS,
  ...STORE_BUGS,
];
