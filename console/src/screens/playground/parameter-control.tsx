import { useId } from 'preact/hooks';
import type { ParameterControl as Row } from '../../generated/parameters.ts';
import { PLAYGROUND_TEXTS } from '../../texts/playground-texts.ts';
import { Button } from '../../ui/button.tsx';
import { ValueSegment } from '../../ui/segment.tsx';

export interface ParameterControlProps {
  readonly row: Row;
  /** Empty: not asked for. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Why it has no effect now. */
  readonly reason: string | undefined;
  /** Whether it is being drawn on the image. */
  readonly isDrawn: boolean;
  readonly onDraw: () => void;
}

const SIDES = ['x', 'y', 'w', 'h'] as const;
const SWATCHES = [
  { value: '', look: 'sw sw-t', label: 'Transparent' },
  { value: 'ffffff', look: 'sw sw-w', label: 'White, ffffff' },
  { value: '000000', look: 'sw sw-k', label: 'Black, 000000' },
] as const;
/** The nine places that can be pointed at, row by row. */
export const DOTS = ['top', '', 'bottom'].flatMap((row) =>
  ['left', '', 'right'].map((one) => [row, one].filter(Boolean).join('-') || 'center'),
);

/** Begins or ends drawing on the image. */
function DrawButton({ row, isDrawn, onDraw, reason }: ParameterControlProps) {
  return (
    <Button
      size="small"
      icon={isDrawn ? 'check' : 'edit'}
      isDisabled={reason !== undefined}
      label={isDrawn ? PLAYGROUND_TEXTS.drawn(row.label) : PLAYGROUND_TEXTS.onImage(row.label)}
      onClick={onDraw}
    >
      {isDrawn ? PLAYGROUND_TEXTS.done : PLAYGROUND_TEXTS.draw}
    </Button>
  );
}

/** A button for each value that has a name. */
function Choices({ row, value, onChange }: ParameterControlProps) {
  const none = row.default === null ? [{ value: '', label: row.none }] : [];
  const named = row.values.map((one) => ({ value: one, label: one + row.unit }));
  return (
    <ValueSegment
      label={row.label}
      value={value || (row.default ?? '')}
      choices={[...none, ...named]}
      onChange={onChange}
    />
  );
}

function NumberControl(props: ParameterControlProps) {
  const { row, value, onChange, reason } = props;
  const id = useId();
  const shared = { min: row.min, max: row.max, step: row.step };
  const isOff = reason !== undefined;
  return (
    <div class="p p-num" title={reason}>
      <label for={id}>{row.label}</label>
      <input
        type="range"
        {...shared}
        disabled={isOff}
        value={value || (row.default ?? shared.min)}
        aria-label={PLAYGROUND_TEXTS.slider(row.label)}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <span class="unit">
        <input
          id={id}
          class="input num"
          type="number"
          {...shared}
          disabled={isOff}
          value={value}
          placeholder={row.default ?? row.none}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
        {row.unit && <span>{row.unit}</span>}
      </span>
      {row.values.length > 0 && !isOff && <Choices {...props} />}
    </div>
  );
}

function ChoiceControl(props: ParameterControlProps) {
  const { row } = props;
  return (
    <div class="p p-enum">
      <b>{row.label}</b>
      <code class="pname">{row.name}</code>
      <Choices {...props} />
    </div>
  );
}

function PlaceControl(props: ParameterControlProps) {
  const { row, value, onChange, reason } = props;
  const group = useId();
  const stateOf = (one: string) => ({
    name: group,
    'aria-label': one || 'auto',
    disabled: reason !== undefined,
    checked: value === one,
    onChange: () => onChange(one),
  });
  const named = row.values.filter((one) => !DOTS.some((dot) => dot === one));
  return (
    <fieldset class="p p-pos" title={reason}>
      <legend>{row.label}</legend>
      <code class="pname">{row.name}</code>
      <div class="pos">
        {DOTS.map((one) => (
          <label key={one} title={one}>
            <input type="radio" {...stateOf(one)} />
          </label>
        ))}
      </div>
      <div class="pos-w">
        {['', ...named].map((one) => (
          <label key={one} class="radio">
            <input type="radio" {...stateOf(one)} />
            <span>{one || 'auto'}</span>
          </label>
        ))}
      </div>
      {named.length > 0 && <DrawButton {...props} />}
    </fieldset>
  );
}

function RectControl(props: ParameterControlProps) {
  const { row, value, onChange } = props;
  const parts = value === '' ? ['', '', '', ''] : value.split(',');
  const change = (at: number, text: string) => {
    const next = SIDES.map((_, one) => (one === at ? text : (parts[one] ?? '')));
    onChange(next.every((one) => one === '') ? '' : next.join(','));
  };
  return (
    <fieldset class="p p-crop">
      <legend>{row.label}</legend>
      <code class="pname">{row.name}</code>
      <div class="four">
        {SIDES.map((name, at) => (
          <label key={name}>
            <span>{name}</span>
            <input
              class="input num"
              inputMode="numeric"
              value={parts[at] ?? ''}
              onInput={({ currentTarget }) =>
                change(at, currentTarget.value.replace(/[^\d.p]/g, ''))
              }
            />
          </label>
        ))}
      </div>
      <DrawButton {...props} />
    </fieldset>
  );
}

function FlagControl({ row, value, onChange, reason }: ParameterControlProps) {
  const id = useId();
  return (
    <div class="p p-bool" title={reason}>
      <label for={id}>{row.label}</label>
      <input
        id={id}
        class="toggle"
        type="checkbox"
        role="switch"
        aria-checked={value === 'true'}
        checked={value === 'true'}
        disabled={reason !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'true' : '')}
      />
    </div>
  );
}

/** Of a colour, or of a text whose form is its placeholder. */
function TextControl({ row, value, onChange }: ParameterControlProps) {
  const id = useId();
  return (
    <div class="p p-col">
      <label for={id}>{row.label}</label>
      {row.kind === 'colour' && (
        <span class="swatches">
          {SWATCHES.map((one) => (
            <button
              key={one.label}
              type="button"
              class={one.look}
              aria-label={one.label}
              aria-pressed={value === one.value}
              onClick={() => onChange(one.value)}
            />
          ))}
        </span>
      )}
      <input
        id={id}
        class="input mono"
        value={value}
        placeholder={row.unit}
        onInput={({ currentTarget }) => onChange(currentTarget.value.replace(/^#/, ''))}
      />
    </div>
  );
}

const CONTROL_OF = {
  int: NumberControl,
  dec: NumberControl,
  enum: ChoiceControl,
  place: PlaceControl,
  rect: RectControl,
  bool: FlagControl,
  colour: TextControl,
  text: TextControl,
} satisfies Record<Row['kind'], unknown>;

/** The control of a parameter, by its kind. */
export function ParameterControl(props: ParameterControlProps) {
  const Control = CONTROL_OF[props.row.kind];
  return <Control {...props} />;
}
