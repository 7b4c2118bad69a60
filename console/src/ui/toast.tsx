import { signal } from '@preact/signals';

const TOAST_MS = 2_400;
const said = signal('');
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says a short word at the bottom for 2.4 s; for copies and views, never for faults. */
export function say(text: string): void {
  said.value = text;
  clearTimeout(timer);
  timer = setTimeout(() => {
    said.value = '';
  }, TOAST_MS);
}

/** The region where `say` speaks; one at the end of the page. */
export function Toast() {
  return (
    <div
      class="toast"
      role="status"
      aria-live="polite"
      data-on={said.value === '' ? undefined : ''}
    >
      {said.value}
    </div>
  );
}
