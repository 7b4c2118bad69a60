import { canonicalAddress } from '../../client/src/generated/canonical-address.ts';
import type { OutputFormat } from '../../client/src/generated/transformation.ts';
import type { Effect, ImageNames, Note, Translation, Values } from './translation.ts';

type Value = Values[keyof Values];

/** An id that no image has, for the check of values by THE table of parameters. */
const ANY_PATH = `/res/img_${'a'.repeat(26)}.webp`;

/** A translation in the making. */
export interface Draft {
  readonly values: Values;
  readonly notes: Note[];
  /** Images beside the one of the address, by their names in the old service. */
  readonly images: ImageNames;
  format: OutputFormat | undefined;
  /** Sets a parameter of ours if THE table takes the value; else the old parameter is named. */
  set(parameter: string, name: keyof Values, value: NonNullable<Value>): void;
  note(parameter: string, effect: Effect, reason: string): void;
}

function faultOf(name: string, value: NonNullable<Value>): string | undefined {
  return canonicalAddress(ANY_PATH, [[name, String(value)]]).fault;
}

/** An empty draft. */
export function createDraft(): Draft {
  const values: Values = {};
  const notes: Note[] = [];
  const images: ImageNames = {};
  const known = new Set<string>();
  const note: Draft['note'] = (parameter, effect, reason) => {
    const text = JSON.stringify([parameter, reason]);
    if (!known.has(text)) notes.push({ parameter, effect, reason });
    known.add(text);
  };
  return {
    values,
    notes,
    images,
    format: undefined,
    set(parameter, name, value) {
      const fault = faultOf(name, value);
      if (fault !== undefined) note(parameter, 'unmappable', fault);
      else if (values[name] !== undefined && values[name] !== value) {
        note(parameter, 'unmappable', `${name} is set already; an address has one value of it.`);
      } else Object.assign(values, { [name]: value });
    },
    note,
  };
}

/** The translation of a draft, for the image of this name. */
export function translationOf(draft: Draft, name: string): Translation {
  const { values, notes, images, format } = draft;
  return { name, format, values, images, notes };
}
