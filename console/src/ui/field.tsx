import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from './icon.tsx';

export interface FieldProps {
  readonly label: string;
  /** The label is said and not shown. */
  readonly isLabelHidden?: boolean;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly onBlur?: () => void;
  /** The accepted values; a fault is shown in their place. */
  readonly hint?: ComponentChildren;
  /** The fault, and its correction. */
  readonly fault?: ComponentChildren;
  readonly type?: 'text' | 'email' | 'url' | 'number' | 'search' | 'date' | 'datetime-local';
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  readonly isDisabled?: boolean;
  readonly isRequired?: boolean;
  /** In monospace: the value is a name of the API. */
  readonly isCode?: boolean;
}

/** A labelled line of text with its hint, or with its fault. */
export function Field(props: FieldProps) {
  const { label, isLabelHidden, value, onInput, onBlur, hint, fault, isCode } = props;
  const id = useId();
  const below = fault ?? hint;
  return (
    <div class={fault ? 'line bad' : 'line'}>
      <label class={isLabelHidden ? 'vh' : 'line-label'} for={id}>
        {label}
      </label>
      <input
        id={id}
        class={isCode ? 'input mono' : 'input'}
        type={(props.type ?? 'text') as 'text'} // Preact types each kind apart
        value={value}
        placeholder={props.placeholder}
        maxLength={props.maxLength}
        min={props.min}
        max={props.max}
        step={props.step}
        autocomplete={props.autoComplete ?? 'off'}
        autofocus={props.autoFocus}
        disabled={props.isDisabled}
        required={props.isRequired}
        aria-invalid={fault ? true : undefined}
        aria-describedby={below ? `${id}-below` : undefined}
        onInput={(event) => onInput(event.currentTarget.value)}
        onBlur={onBlur}
      />
      {below && (
        <p class="line-below" id={`${id}-below`}>
          {fault && <Icon name="error" />}
          <span>{below}</span>
        </p>
      )}
    </div>
  );
}

export interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
  readonly isDisabled?: boolean;
}

/** One of some; its label is said and not shown. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, value, options, onChange, isDisabled = false } = props;
  return (
    <label class="select">
      <span class="vh">{label}</span>
      <select
        value={value}
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          const chosen = options[currentTarget.selectedIndex];
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value} selected={one.value === value}>
            {one.label}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </label>
  );
}

export interface CheckProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ComponentChildren;
  readonly hint?: ComponentChildren;
}

/** A box to check, with its words. */
export function Check({ isOn, onChange, children, hint }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>
        {children}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  );
}

export interface ChecksProps<T extends string> {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly choices: readonly T[];
  readonly chosen: readonly T[];
  readonly onChange: (chosen: readonly T[]) => void;
  /** The fault of a list with none. */
  readonly none: string;
  readonly hintOf?: (choice: T) => string;
  readonly children: (choice: T) => ComponentChildren;
}

/** Several of some, each with its box; at least one. */
export function Checks<T extends string>(props: ChecksProps<T>) {
  const { label, isLabelHidden, choices, chosen, onChange, none, hintOf, children } = props;
  return (
    <fieldset class="scopes">
      <legend class={isLabelHidden ? 'vh' : 'line-label'}>{label}</legend>
      {choices.map((choice) => (
        <Check
          key={choice}
          isOn={chosen.includes(choice)}
          hint={hintOf?.(choice)}
          onChange={(isOn) =>
            onChange(choices.filter((one) => (one === choice ? isOn : chosen.includes(one))))
          }
        >
          {children(choice)}
        </Check>
      ))}
      {chosen.length === 0 && (
        <p class="line-below" role="alert">
          {none}
        </p>
      )}
    </fieldset>
  );
}

export interface FormProps {
  /** False: Enter does nothing. */
  readonly isReady: boolean;
  readonly onSubmit: () => unknown;
  readonly onMouseDown?: (event: MouseEvent) => void;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Fields of a panel, with the button that sends them. */
export function Form(props: FormProps) {
  const { isReady, onSubmit, onMouseDown, class: name = 'settings', children } = props;
  return (
    <form
      class={name}
      autocomplete="off"
      onMouseDown={onMouseDown}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onSubmit();
      }}
    >
      {children}
    </form>
  );
}
