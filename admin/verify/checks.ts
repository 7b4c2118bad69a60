import type { Check } from '../checks/run-checks.ts';
import { DELIVERY_CHECKS } from './delivery-checks.ts';
import { PAGE_CHECK } from './page-check.ts';
import { STACK_CHECKS } from './stack-checks.ts';
import type { VerifySubject } from './subject.ts';
import { UPLOAD_CHECKS } from './upload-checks.ts';

/**
 * THE checks of a deployed stack, in their order: `invalidation` deletes the small image, so what
 * needs it comes before.
 */
export const VERIFY_CHECKS: readonly Check<VerifySubject>[] = [
  ...UPLOAD_CHECKS,
  PAGE_CHECK,
  ...DELIVERY_CHECKS,
  ...STACK_CHECKS,
];
