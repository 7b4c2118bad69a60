import type { ComponentChildren } from 'preact';
import { signIn } from '../../state/session/session.ts';
import { hasCode } from '../../texts/fault-kinds.ts';
import { SHELL_TEXTS } from '../../texts/shell-texts.ts';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
import { Button } from '../button.tsx';
import { FaultBanner } from '../fault-banner.tsx';
import { useAction } from '../hooks/use-action.ts';
import { Dialog } from './dialog.tsx';

export interface FormDialogProps {
  readonly title: string;
  /** One or two sentences below the title. */
  readonly about: ComponentChildren;
  /** The words of the button that does it. */
  readonly yes: string;
  /** The same while it is done. */
  readonly busy?: string;
  /** The title of a failure: the act that did not happen. */
  readonly failed: string;
  /** The state after a failure; the one for the kind of the fault if absent. */
  readonly safe?: string | ((fault: unknown) => string) | undefined;
  readonly isDanger?: boolean;
  /** Cancel has the focus: no field asks for it. */
  readonly isCancelFirst?: boolean;
  /** Cancel is disabled while it is done. */
  readonly isHeld?: boolean;
  /** False where closing would lose something: Escape does nothing then. */
  readonly mayClose?: boolean;
  /** False disables the button. */
  readonly isReady?: boolean;
  /** Asked at the button; false: a field shows its fault, and nothing is done. */
  readonly check?: () => boolean;
  readonly act: () => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

const signInHere = () => signIn(location.pathname + location.search, { prompt: 'login' });

/** A dialog that does something, and stays with the fault where that fails. */
export function FormDialog(props: FormDialogProps) {
  const { yes, busy = yes, failed, safe, isReady = true, check, act, onClose, children } = props;
  const { isBusy, fault, run } = useAction();
  const told = typeof safe === 'function' ? safe(fault) : safe;
  return (
    <Dialog
      title={props.title}
      about={props.about}
      mayClose={props.mayClose ?? true}
      onClose={onClose}
      onSubmit={() => isReady && (check?.() ?? true) && run(act)}
      actions={
        <>
          <Button
            autoFocus={props.isCancelFirst ?? false}
            isDisabled={isBusy && props.isHeld === true}
            onClick={onClose}
          >
            {UI_TEXTS.cancel}
          </Button>
          {hasCode(fault, 'sign_in_too_old') ? (
            <Button kind="primary" onClick={signInHere}>
              {SHELL_TEXTS.signInAgain}
            </Button>
          ) : (
            <Button
              type="submit"
              kind="primary"
              isDanger={props.isDanger ?? false}
              isDisabled={isBusy || !isReady}
            >
              {isBusy ? busy : yes}
            </Button>
          )}
        </>
      }
    >
      <FaultBanner fault={fault} what={failed} safe={told} />
      {children}
    </Dialog>
  );
}
