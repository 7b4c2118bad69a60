import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

export interface Shortcut {
  /** `?`, `u`, or two keys one after the other: `g i`. */
  readonly keys: string;
  /** The action, for the list of keys. */
  readonly label: string;
  readonly run: () => void;
}

const OFF_KEY = 'imagewell.no-shortcuts';
const SEQUENCE_MS = 1_200;

/** The current bindings; later ones come first. */
export const shortcuts = signal<readonly Shortcut[]>([]);
/** Single letters can be turned off (WCAG 2.1.4). */
export const hasShortcuts = signal(localStorage.getItem(OFF_KEY) === null);

/** Turns single letters on or off, and keeps that. */
export function setShortcuts(isOn: boolean): void {
  hasShortcuts.value = isOn;
  if (isOn) localStorage.removeItem(OFF_KEY);
  else localStorage.setItem(OFF_KEY, '1');
}

/** Binds keys while the component is mounted; each key runs the handler of the last render. */
export function useShortcuts(own: readonly Shortcut[], isActive = true): void {
  const latest = useRef(own);
  latest.current = own;
  const names = own.map(({ keys }) => keys).join(' ');
  useEffect(() => {
    if (!isActive) return undefined;
    const bound = latest.current.map((one, at) => ({
      ...one,
      run: () => latest.current[at]?.run(),
    }));
    shortcuts.value = [...bound, ...shortcuts.peek()];
    return () => {
      shortcuts.value = shortcuts.peek().filter((one) => !bound.includes(one));
    };
  }, [names, isActive]);
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|range)$/.test(target.type));

let first = '';
let firstAt = 0;

function onKey(event: KeyboardEvent): void {
  if (!hasShortcuts.value || event.defaultPrevented || event.isComposing) return;
  if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
  if (document.querySelector('dialog[open]')) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const isSecond = first !== '' && Date.now() - firstAt < SEQUENCE_MS;
  const keys = isSecond ? `${first} ${key}` : key;
  const found = shortcuts.value.find((one) => one.keys === keys);
  const isStart = !isSecond && shortcuts.value.some((one) => one.keys.startsWith(`${key} `));
  first = isStart ? key : '';
  firstAt = Date.now();
  if (!found) return;
  event.preventDefault();
  found.run();
}

/** Follows the keyboard from now on. */
export function startKeyboard(): void {
  addEventListener('keydown', onKey);
}
