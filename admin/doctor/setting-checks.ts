import { type Check, failed, passed, skipped, warned } from '../checks/run-checks.ts';
import { ALARM_CHECKS } from './alarm-checks.ts';
import { CERTIFICATE_CHECKS } from './certificate-checks.ts';
import { DOMAIN_CHECKS } from './domain-checks.ts';
import { ISSUER_CHECKS } from './issuer-checks.ts';
import { PRIVATE_KEY_CHECKS } from './private-key-checks.ts';
import { checkOfSettings } from './setting-check.ts';
import type { DoctorSubject } from './subject.ts';
import { WEB_ACL_CHECKS } from './web-acl-checks.ts';

const settings: Check<DoctorSubject> = {
  name: 'settings',
  title: 'The settings of the stage are valid',
  failureMeans: 'A deploy would be refused. Correct settings/STAGE.json, or the values of `-c`.',
  async run({ stage }) {
    if (!stage) {
      return skipped('No settings were read: this works in a clone, and without --stack.');
    }
    return 'faults' in stage.read
      ? failed(stage.read.faults.join('; '))
      : passed(`They are those of ${stage.read.path}, with each -c.`);
  },
};

const originShield = checkOfSettings({
  name: 'origin-shield',
  title: 'Origin Shield is in the region of the stack',
  failureMeans:
    'Each miss of the cache would cross regions twice. Set `originShieldRegion` to the region of the stack, if CloudFront has Origin Shield there.',
  needs: ['settings'],
  otherwise: 'No originShieldRegion is set.',
  async run({ settings: { originShieldRegion: shield }, account, shieldRegions }) {
    if (!shield) return undefined;
    const { region = '' } = account;
    return shield !== region && shieldRegions.includes(region)
      ? warned(`It is in ${shield}, and ${region} has one too.`)
      : passed(`It is in ${shield}.`);
  },
});

/** THE checks of the settings of a stage, and of all that they name, in their order. */
export const SETTING_CHECKS: readonly Check<DoctorSubject>[] = [
  settings,
  ...CERTIFICATE_CHECKS,
  ...DOMAIN_CHECKS,
  ...WEB_ACL_CHECKS,
  ...ALARM_CHECKS,
  ...ISSUER_CHECKS,
  ...PRIVATE_KEY_CHECKS,
  originShield,
];
