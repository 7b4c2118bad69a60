import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { IconName } from '../icons/icons.ts';
import { Icon } from './icon.tsx';

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  /** Shown in place of the label. */
  readonly icon?: IconName;
}

/** A choice for each text of a catalogue, in its order; keys that are integers ascend. */
export function choicesOf<T extends string>(texts: Readonly<Record<T, string>>): Choice<T>[] {
  return (Object.keys(texts) as T[]).map((value) => ({ value, label: texts[value] }));
}

export interface SegmentProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly Choice<T>[];
  readonly onChange: (value: T) => void;
}

/** Two to six views of equal weight, one of them pressed. */
export function ViewSegment<T extends string>({
  label,
  value,
  choices,
  onChange,
}: SegmentProps<T>) {
  return (
    <div class="seg" role="group" aria-label={label}>
      {choices.map((one) => (
        <button
          key={one.value}
          type="button"
          aria-pressed={one.value === value}
          aria-label={one.icon ? one.label : undefined}
          title={one.icon ? one.label : undefined}
          onClick={() => onChange(one.value)}
        >
          {one.icon ? <Icon name={one.icon} /> : one.label}
        </button>
      ))}
    </div>
  );
}

/** Two to six values of equal weight; radios. */
export function ValueSegment<T extends string>({
  label,
  value,
  choices,
  onChange,
}: SegmentProps<T>) {
  const name = useId();
  return (
    <fieldset class="seg full">
      <legend class="vh">{label}</legend>
      {choices.map((one) => (
        <label key={one.value}>
          <input
            type="radio"
            name={name}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          <span>{one.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Values in a line of a form, below their label, with content that depends on the value. */
export function ValueLine<T extends string>({
  children,
  ...segment
}: SegmentProps<T> & { readonly children?: ComponentChildren }) {
  return (
    <div class="line">
      <span class="line-label" aria-hidden="true">
        {segment.label}
      </span>
      <ValueSegment {...segment} />
      {children}
    </div>
  );
}
