import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
import { Button } from '../button.tsx';
import { Code } from '../code.tsx';
import { CopyButton } from '../copy-button.tsx';
import { Check } from '../field.tsx';
import { Dialog } from './dialog.tsx';

export interface SecretDialogProps {
  readonly title: string;
  readonly about: string;
  readonly text: string;
  /** The name of the secret, for its Copy button: "key". */
  readonly what: string;
  /** The variable that a program reads it from. */
  readonly envName: string;
  readonly onDone: () => void;
  readonly children?: ComponentChildren;
}

/** Shows a secret for a single time; it closes only after the user confirms that it is kept. */
export function SecretDialog(props: SecretDialogProps) {
  const { title, about, text, what, envName, onDone, children } = props;
  const [isKept, setKept] = useState(false);
  return (
    <Dialog
      title={title}
      about={about}
      mayClose={false}
      onClose={onDone}
      onSubmit={() => isKept && onDone()}
      actions={
        <Button type="submit" isDisabled={!isKept}>
          {UI_TEXTS.done}
        </Button>
      }
    >
      <div class="secret">
        <code>{text}</code>
        <CopyButton text={text} what={what} look="primary" />
      </div>
      {children}
      <Code text={`${envName}=${text}`} what={UI_TEXTS.asEnv} />
      <Check isOn={isKept} onChange={setKept}>
        {UI_TEXTS.safePlace}
      </Check>
    </Dialog>
  );
}
