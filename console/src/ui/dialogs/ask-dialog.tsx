import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { Field } from '../field.tsx';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';

export interface AskDialogProps
  extends Omit<FormDialogProps, 'isCancelFirst' | 'isReady' | 'check'> {
  /** A text that the user types before the act; none if absent. */
  readonly typed?: { readonly label: string; readonly value: string };
}

/** Asks before something that can't be taken back, and does it. */
export function AskDialog({ typed, isDanger = true, children, ...question }: AskDialogProps) {
  const [text, setText] = useState('');
  return (
    <FormDialog
      {...question}
      isDanger={isDanger}
      isCancelFirst={typed === undefined}
      isReady={typed === undefined || text.trim() === typed.value}
    >
      {children}
      {typed && <Field label={typed.label} value={text} onInput={setText} autoFocus />}
    </FormDialog>
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
