import { resolve } from 'node:path';
import { type ConfiguredPlans, findPlan, PLANS } from '../../core/projects/plans.ts';
import { readConfiguredPlans } from '../../local/data-folder/configured-plans.ts';
import { readServiceSettings, type SettingSources } from '../../local/settings/read-settings.ts';
import type { ServiceSettings } from '../../local/settings/service-settings.ts';
import {
  describeSettingFaults,
  findConflicts,
  hasDevelopmentSignIn,
  hasOwnDoor,
  listWarnings,
} from '../../local/settings/start-plan.ts';

/** All arguments of a start. */
export interface StartOptions extends ServiceSettings {
  readonly dataDir: string;
  readonly plans: ConfiguredPlans;
  /** Whether the development issuer signs users in. */
  readonly hasSignIn: boolean;
  /** Whether accounts of the service itself sign in. */
  readonly hasDoor: boolean;
  /** Of the service on this machine. */
  readonly loopbackUrl: string;
  /** Of the service for its users; without a slash at the end. */
  readonly baseUrl: string;
  /** Of images. */
  readonly imageUrl: string;
  /** Sentences for the operator. */
  readonly warnings: readonly string[];
}

const HELP = 'npx imagewell start --help lists the options.';

function findPlanFault(
  { plan }: ServiceSettings,
  source: string | undefined,
  plans: ConfiguredPlans,
): readonly string[] {
  if (plan === undefined || findPlan(plan, plans)) return [];
  const known = [...Object.keys(PLANS), ...Object.keys(plans)];
  return [`${source ?? '--plan'} must be ${known.join(' or ')}, not ${plan}`];
}

/** The plans of the data folder, or the fault of their file, without its full stop. */
function readPlans(dataDir: string): {
  readonly plans: ConfiguredPlans;
  readonly faults: readonly string[];
} {
  try {
    return { plans: readConfiguredPlans(dataDir), faults: [] };
  } catch (error) {
    return { plans: {}, faults: [(error as Error).message.replace(/\.$/, '')] };
  }
}

/** The options of a start; throws an Error with every fault of every source. */
export function readStartOptions(sources: SettingSources): StartOptions {
  const { settings, faults, sourceOf } = readServiceSettings(sources);
  if (!settings) throw new Error(describeSettingFaults(faults, HELP));
  const dataDir = resolve(settings.data);
  const { plans, faults: planFaults } = readPlans(dataDir);
  const between = [
    ...findConflicts(settings, sourceOf),
    ...planFaults,
    ...(planFaults.length > 0 ? [] : findPlanFault(settings, sourceOf('plan'), plans)),
  ];
  if (between.length > 0) throw new Error(describeSettingFaults(between));
  const loopbackUrl = `http://127.0.0.1:${settings.port}`;
  const baseUrl = settings.publicUrl ?? loopbackUrl;
  return {
    ...settings,
    dataDir,
    plans,
    hasSignIn: hasDevelopmentSignIn(settings),
    hasDoor: hasOwnDoor(settings),
    loopbackUrl,
    baseUrl,
    imageUrl: settings.cdnUrl ?? baseUrl,
    warnings: listWarnings(settings),
  };
}
