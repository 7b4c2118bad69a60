import { ImagewellError } from 'imagewell-client';
import { UI_TEXTS } from '../../texts/ui-texts.ts';

export interface FixProps {
  /** The fault of the value. */
  readonly text: string;
  /** A value without the fault; empty if none is known. */
  readonly fixed?: string | undefined;
  readonly onFix: (fixed: string) => void;
}

/** The fault of a field, with a button that mends it. */
export function Fix({ text, fixed = '', onFix }: FixProps) {
  return (
    <>
      {text}{' '}
      {fixed !== '' && (
        <button type="button" class="fix" onClick={() => onFix(fixed)}>
          {UI_TEXTS.use(fixed)}
        </button>
      )}
    </>
  );
}

/** The fault of each field of a refused request, and that nothing was changed. */
export function tellErrors(fault: unknown): string {
  const errors = fault instanceof ImagewellError ? fault.errors : [];
  return [...errors.map(({ detail }) => detail), UI_TEXTS.unchanged].join(' ');
}
