import type { ComponentChildren } from 'preact';
import type { IconName } from '../icons/icons.ts';
import { Icon } from './icon.tsx';

export interface ButtonProps {
  readonly children: ComponentChildren;
  readonly icon?: IconName;
  /** One `primary` a screen; `quiet` has no border. */
  readonly kind?: 'outlined' | 'primary' | 'quiet';
  readonly isDanger?: boolean;
  readonly size?: 'small' | 'large';
  readonly type?: 'button' | 'submit';
  readonly form?: string;
  /** A link that looks like a button. */
  readonly href?: string;
  readonly isDisabled?: boolean;
  /** The ID of the reason why it can't act now: it stays in the Tab order and does nothing. */
  readonly blockedBy?: string | undefined;
  readonly autoFocus?: boolean;
  readonly class?: string;
  /** Said in place of the words, where they may be hidden. */
  readonly label?: string;
  readonly onClick?: (event: MouseEvent) => void;
}

function classOf({ kind = 'outlined', isDanger = false, size, class: more }: ButtonProps): string {
  return [
    'btn',
    kind === 'outlined' ? '' : kind,
    isDanger ? 'danger' : '',
    size === 'small' ? 'sm' : '',
    size === 'large' ? 'lg' : '',
    more ?? '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** A button, or with `href` a link. A word ends in … if a further step follows. */
export function Button(props: ButtonProps) {
  const {
    children,
    icon,
    type = 'button',
    form,
    href,
    isDisabled = false,
    onClick,
    blockedBy,
  } = props;
  const inner = (
    <>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </>
  );
  if (href !== undefined) {
    return (
      <a class={classOf(props)} href={href} onClick={onClick}>
        {inner}
      </a>
    );
  }
  return (
    <button
      class={classOf(props)}
      type={type}
      form={form}
      aria-label={props.label}
      title={props.label}
      disabled={isDisabled}
      aria-disabled={blockedBy === undefined ? undefined : true}
      aria-describedby={blockedBy}
      autofocus={props.autoFocus}
      onClick={blockedBy === undefined ? onClick : undefined}
    >
      {inner}
    </button>
  );
}

export interface IconButtonProps {
  readonly icon: IconName;
  /** Said aloud, and shown as the title. */
  readonly label: string;
  readonly kind?: 'outlined' | 'quiet';
  readonly isDanger?: boolean;
  readonly size?: 'small';
  readonly isDisabled?: boolean;
  readonly onClick: (event: MouseEvent) => void;
}

/** A button of an icon alone. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, kind = 'quiet', isDanger, size, isDisabled = false, onClick } = props;
  const name = [
    'btn icon',
    kind === 'quiet' ? 'quiet' : '',
    isDanger ? 'danger' : '',
    size ? 'sm' : '',
  ];
  return (
    <button
      class={name.filter(Boolean).join(' ')}
      type="button"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
