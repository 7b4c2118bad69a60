import { useEffect, useMemo, useState } from 'preact/hooks';
import { readWait } from '../state/resource.ts';
import { renewals } from '../state/session/renewals.ts';
import { kindOf, mayPass } from '../texts/fault-kinds.ts';
import { describeFault } from '../texts/fault-texts.ts';
import { UI_TEXTS } from '../texts/ui-texts.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { copyText } from './copy-button.tsx';

/** Seconds until the service may be asked again. */
function useWait(fault: unknown): number {
  const [left, setLeft] = useState(readWait(fault));
  useEffect(() => {
    const until = Date.now() + readWait(fault) * 1000;
    const measure = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    measure();
    const timer = setInterval(measure, 500);
    return () => clearInterval(timer);
  }, [fault]);
  return left;
}

export interface FaultBannerProps {
  readonly fault: unknown;
  /** The failure, as a sentence: "The images didn't load." */
  readonly what: string;
  /** The reassurance; by default the one for the kind of the fault. */
  readonly safe?: string | undefined;
  /** Offered only where the same may work later. */
  readonly onRetry?: (() => void) | undefined;
}

function Shown({ fault, what, safe = UI_TEXTS.safe[kindOf(fault)], onRetry }: FaultBannerProps) {
  const { why, cure, code, requestId } = describeFault(fault);
  const wait = useWait(fault);
  const round = useMemo(() => renewals.peek(), [fault]);
  // a sign-in was its cure, and it is done
  if (kindOf(fault) === 'session' && round !== renewals.value) return null;
  const told = [what, code, requestId].filter(Boolean).join(' ');
  const retry = onRetry && mayPass(fault) && (
    <Button icon="rotate" isDisabled={wait > 0} onClick={onRetry}>
      {wait > 0 ? UI_TEXTS.tryAgainIn(wait) : UI_TEXTS.tryAgain}
    </Button>
  );
  return (
    <Banner kind="bad" title={what} actions={retry}>
      {why} {safe} {cure}{' '}
      <small>
        <code>{code}</code>
        {requestId && (
          <>
            {' '}
            {UI_TEXTS.request} <code>{requestId}</code>
          </>
        )}{' '}
        <button
          type="button"
          class="link"
          onClick={() => copyText(told, UI_TEXTS.faultDetails)}
          aria-label={UI_TEXTS.copy(UI_TEXTS.faultDetails)}
        >
          {UI_TEXTS.copyWord}
        </button>
      </small>
    </Banner>
  );
}

/**
 * A fault with its four parts, then code and request ID to copy; nothing without a fault. One that
 * asked for a sign-in goes with it.
 */
export function FaultBanner(props: FaultBannerProps) {
  return props.fault === undefined ? null : <Shown {...props} />;
}
