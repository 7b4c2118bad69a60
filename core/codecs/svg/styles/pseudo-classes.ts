/** How a pseudo-class is matched in a still image. */
export type PseudoClass =
  /** By css-select, from the document. */
  | 'matched'
  /** It is a state that no image is ever in. */
  | 'never'
  /** It means the root. */
  | 'root';

/** Pseudo-classes that Chromium knows; a rule with any other one is none. */
export const PSEUDO_CLASSES: Readonly<Record<string, PseudoClass>> = {
  active: 'never',
  'any-link': 'matched',
  autofill: 'never',
  buffering: 'never',
  checked: 'never',
  default: 'never',
  defined: 'matched',
  disabled: 'never',
  empty: 'matched',
  enabled: 'never',
  'first-child': 'matched',
  'first-of-type': 'matched',
  focus: 'never',
  'focus-visible': 'never',
  'focus-within': 'never',
  fullscreen: 'never',
  has: 'matched',
  host: 'never',
  'host-context': 'never',
  hover: 'never',
  'in-range': 'never',
  indeterminate: 'never',
  invalid: 'never',
  is: 'matched',
  'last-child': 'matched',
  'last-of-type': 'matched',
  link: 'matched',
  matches: 'matched',
  modal: 'never',
  muted: 'never',
  not: 'matched',
  'nth-child': 'matched',
  'nth-last-child': 'matched',
  'nth-last-of-type': 'matched',
  'nth-of-type': 'matched',
  'only-child': 'matched',
  'only-of-type': 'matched',
  open: 'never',
  optional: 'never',
  'out-of-range': 'never',
  paused: 'never',
  'picture-in-picture': 'never',
  'placeholder-shown': 'never',
  playing: 'never',
  'popover-open': 'never',
  'read-only': 'never',
  'read-write': 'never',
  required: 'never',
  root: 'root',
  scope: 'root',
  seeking: 'never',
  stalled: 'never',
  target: 'never',
  'target-within': 'never',
  'user-invalid': 'never',
  'user-valid': 'never',
  valid: 'never',
  visited: 'never',
  'volume-locked': 'never',
  '-webkit-any': 'matched',
  '-webkit-any-link': 'never',
  '-webkit-autofill': 'never',
  where: 'matched',
};

/** Selectors in the brackets of these; one that is no selector is left out. */
export const FORGIVING: readonly string[] = ['is', 'where', 'matches', '-webkit-any'];

/** The same pseudo-class by its present name. */
export const PRESENT_NAMES: Readonly<Record<string, string>> = {
  matches: 'is',
  '-webkit-any': 'is',
};

/** Parts of elements that no drawing has; a rule with any other one is none. */
export const PSEUDO_ELEMENTS: readonly string[] = [
  'after',
  'backdrop',
  'before',
  'cue',
  'file-selector-button',
  'first-letter',
  'first-line',
  'grammar-error',
  'highlight',
  'marker',
  'part',
  'placeholder',
  'selection',
  'slotted',
  'spelling-error',
  'target-text',
  'view-transition',
];
