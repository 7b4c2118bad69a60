import type { LocalDatabase } from '../data-folder/open-records.ts';
import type { OwnerSignIn } from '../identity-provider/identity-provider.ts';
import { createAddSamples } from '../samples/add-samples.ts';
import type { ActionHandlers } from './console-actions.ts';
import { createLiftLimits, type LiftLimitsOptions } from './lift-limits.ts';
import { createTakeOver, type TakeOverOptions } from './take-over.ts';

export interface ActionOptions
  extends Omit<TakeOverOptions, 'callers' | 'ownerSignIn'>,
    Pick<LiftLimitsOptions, 'dataDir'> {
  readonly callers: TakeOverOptions['callers'] & LiftLimitsOptions['callers'];
  /** See ServiceProgram. */
  readonly samples: readonly string[];
}

/** The console's actions on the project of a local service, by the sign-in of its owner. */
export function createActionHandlers(db: LocalDatabase, options: ActionOptions) {
  const { samples, dataDir } = options;
  return (ownerSignIn: OwnerSignIn | undefined): ActionHandlers => {
    const takeOver = createTakeOver(db, { ...options, ownerSignIn });
    return {
      offerTakeOver: takeOver.offer,
      takeOver: takeOver.take,
      addSamples: createAddSamples({ samples, dataDir }),
      ...createLiftLimits(db, options),
    };
  };
}
