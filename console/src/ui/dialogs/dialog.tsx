import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

export interface DialogProps {
  readonly title: string;
  /** One or two sentences below the title. */
  readonly about?: ComponentChildren;
  readonly children?: ComponentChildren;
  /** The buttons, the last step last. */
  readonly actions: ComponentChildren;
  readonly onClose: () => void;
  readonly onSubmit?: () => void;
  /** False where closing would lose something: Escape does nothing then. */
  readonly mayClose?: boolean;
}

/** A modal dialog; it is open as long as it is drawn. Escape closes it. */
export function Dialog(props: DialogProps) {
  const { title, about, children, actions, onClose, onSubmit, mayClose = true } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (mayClose) onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !mayClose) event.preventDefault(); // the second Escape closes
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        <div class="dialog-h">
          <h2 id={id}>{title}</h2>
          {about && <p>{about}</p>}
        </div>
        {children}
        <div class="dialog-f row-c">{actions}</div>
      </form>
    </dialog>
  );
}
