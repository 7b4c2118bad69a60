import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { signIn } from '../../state/session/session.ts';
import { hasCode } from '../../texts/fault-kinds.ts';
import { SHELL_TEXTS } from '../../texts/shell-texts.ts';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
import { Button } from '../button.tsx';
import { FaultBanner } from '../fault-banner.tsx';
import { Field } from '../field.tsx';
import { useAction } from '../use-action.ts';
import { Dialog } from './dialog.tsx';

export interface AskDialogProps {
  readonly title: string;
  /** The consequence of the act. */
  readonly about: ComponentChildren;
  /** The words of the button that does it. */
  readonly yes: string;
  /** The title of a failure: the act that did not happen. */
  readonly failed: string;
  /** The state after a failure; "Nothing is lost." if absent. */
  readonly safe?: string;
  /** A text that the user types before the act; none if absent. */
  readonly typed?: { readonly label: string; readonly value: string };
  readonly isDanger?: boolean;
  readonly act: () => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

const signInHere = () => signIn(location.pathname + location.search, { prompt: 'login' });

/** Asks before something that can't be taken back, and does it. */
export function AskDialog(props: AskDialogProps) {
  const { title, about, yes, failed, safe, typed, isDanger = true, act, onClose, children } = props;
  const [text, setText] = useState('');
  const { isBusy, fault, run } = useAction();
  const isReady = typed === undefined || text.trim() === typed.value;
  const isTooOld = hasCode(fault, 'sign_in_too_old');
  return (
    <Dialog
      title={title}
      about={about}
      onClose={onClose}
      onSubmit={() => isReady && run(act)}
      actions={
        <>
          <Button autoFocus={typed === undefined} onClick={onClose}>
            {UI_TEXTS.cancel}
          </Button>
          {isTooOld ? (
            <Button kind="primary" onClick={signInHere}>
              {SHELL_TEXTS.signInAgain}
            </Button>
          ) : (
            <Button
              type="submit"
              kind="primary"
              isDanger={isDanger}
              isDisabled={isBusy || !isReady}
            >
              {yes}
            </Button>
          )}
        </>
      }
    >
      {fault !== undefined && (
        <FaultBanner fault={fault} what={failed} {...(safe !== undefined && { safe })} />
      )}
      {children}
      {typed && <Field label={typed.label} value={text} onInput={setText} autoFocus />}
    </Dialog>
  );
}

const asked = signal<Omit<AskDialogProps, 'onClose'> | undefined>(undefined);

/** Opens the dialog of `<Asking>`, which closes once it is done. */
export function ask(question: Omit<AskDialogProps, 'onClose'>): void {
  asked.value = question;
}

/** The place of the dialog of `ask`; a screen has one. */
export function Asking() {
  const close = () => {
    asked.value = undefined;
  };
  useEffect(() => close, []);
  const question = asked.value;
  if (!question) return null;
  return <AskDialog {...question} act={() => question.act().then(close)} onClose={close} />;
}
