import { CONTROLS, FORMAT_QUALITY } from '../../generated/parameters.ts';
import { setQuery } from '../../state/router.ts';
import { PLAYGROUND_TEXTS } from '../../texts/playground-texts.ts';
import { ValueSegment } from '../../ui/segment.tsx';
import type { Values } from './address.ts';
import { ParameterControl } from './parameter-control.tsx';
import { reasonOf } from './reason-of.ts';

const GROUPS = ['Size', 'Frame', 'Look', 'Output'] as const;
const FORMATS = [...Object.keys(FORMAT_QUALITY), 'auto'];

export interface ControlsProps {
  readonly values: Values;
  readonly format: string;
  /** The parameter that is being drawn on the image. */
  readonly drawn: string | undefined;
  readonly onDraw: (name: string | undefined) => void;
}

/** A control for each parameter; each writes the query. */
export function Controls({ values, format, drawn, onDraw }: ControlsProps) {
  return (
    <form class="controls" aria-label={PLAYGROUND_TEXTS.parameters} autocomplete="off">
      {GROUPS.map((group) => (
        <section key={group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{group}</h2>
          {group === 'Output' && (
            <div class="p p-enum">
              <b>{PLAYGROUND_TEXTS.format}</b>
              <code class="pname">format</code>
              <ValueSegment
                label={PLAYGROUND_TEXTS.format}
                value={format}
                choices={FORMATS.map((value) => ({ value, label: value }))}
                onChange={(value) => setQuery({ format: value })}
              />
            </div>
          )}
          {CONTROLS.filter((row) => row.group === group).map((row) => (
            <ParameterControl
              key={row.name}
              row={row}
              value={values[row.name] ?? ''}
              reason={reasonOf(row, values, format)}
              isDrawn={drawn === row.name}
              onDraw={() => onDraw(drawn === row.name ? undefined : row.name)}
              onChange={(value) => setQuery({ [row.name]: value === row.default ? null : value })}
            />
          ))}
        </section>
      ))}
    </form>
  );
}
