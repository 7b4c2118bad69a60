import { useState } from 'preact/hooks';

/** Something that a button does: whether it is under way, and what its last failure was. */
export interface Action {
  readonly isBusy: boolean;
  readonly fault: unknown;
  readonly run: (act: () => Promise<void>) => Promise<void>;
}

/** Runs the action of a button, one run at a time, and keeps its failure to be shown. */
export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(undefined);
  const run = async (act: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setFault(undefined);
    try {
      await act();
    } catch (error) {
      setFault(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, fault, run };
}
