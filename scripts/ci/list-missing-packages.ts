/** `node scripts/ci/list-missing-packages.ts`: the packages of Debian that tests need here. */
import { NEEDS } from '../../test/support/needs/needs.ts';

for (const need of Object.values(NEEDS)) {
  if ('debianPackage' in need && !need.isThere()) console.log(need.debianPackage);
}
