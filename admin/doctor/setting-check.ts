import type { Settings } from '../../lib/settings.ts';
import { type Check, type Outcome, skipped, warned } from '../checks/run-checks.ts';
import type { StageSubject } from './setting-subject.ts';
import type { DoctorSubject } from './subject.ts';

/** The settings and the things that they name, with the account and the region. */
export interface CheckedStage extends StageSubject {
  readonly settings: Settings;
  readonly account: DoctorSubject;
}

/** A check of something that settings name. */
export interface SettingCheck extends Omit<Check<DoctorSubject>, 'run'> {
  /** Undefined where the settings have nothing to check. */
  run(stage: CheckedStage): Promise<Outcome | undefined>;
  /** Skips the check, with this sentence. */
  readonly otherwise: string;
}

/** The name of the system call in an error of Node's resolver, `queryCname` and the like. */
const QUERY = /^query/;

/** A resolver that does not answer says nothing about the settings. */
function warnOfSilentDns(error: NodeJS.ErrnoException): Outcome {
  if (!QUERY.test(error.syscall ?? '')) throw error;
  return warned(`It could not be checked: the DNS does not answer (${error.code}).`);
}

/** A check of the settings as one of the account; it is skipped without settings. */
export function checkOfSettings({ run, otherwise, ...named }: SettingCheck): Check<DoctorSubject> {
  return {
    ...named,
    async run(account) {
      const { stage } = account;
      if (!stage || 'faults' in stage.read) return skipped('No settings were read.');
      const { settings } = stage.read;
      const outcome = await run({ ...stage, settings, account }).catch(warnOfSilentDns);
      return outcome ?? skipped(otherwise);
    },
  };
}

/** The parts of an ARN that tell where its resource is. */
export function placeOf(arn: string): { readonly region: string; readonly account: string } {
  const [, , , region = '', account = ''] = arn.split(':');
  return { region, account };
}

/**
 * A sentence about a resource that is in another region or account, which begins with `subject`;
 * undefined where both are right.
 */
export async function describeMisplaced(
  { account }: CheckedStage,
  subject: string,
  { arn, region }: { readonly arn: string; readonly region: string | undefined },
): Promise<string | undefined> {
  const place = placeOf(arn);
  if (place.region !== region) return `${subject} is in ${place.region}, and must be in ${region}.`;
  const own = (await account.getIdentity()).account;
  return place.account === own
    ? undefined
    : `${subject} is of the account ${place.account}, not ${own}.`;
}
