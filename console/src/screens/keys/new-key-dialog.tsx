import { useState } from 'preact/hooks';
import type { ApiKey, KeyKind } from '../../state/api-key.ts';
import { KEYS_TEXTS, KIND_TEXTS, SCOPE_TEXTS } from '../../texts/keys-texts.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Checks, Field } from '../../ui/field.tsx';
import { ValueLine } from '../../ui/segment.tsx';
import { KEY_KINDS, type MadeKey } from './key-kinds.ts';

type Scope = ApiKey['scopes'][number];
type End = 'never' | '30' | '90' | 'date';

const SCOPES = Object.keys(SCOPE_TEXTS) as Scope[];
const DAY_MS = 86_400_000;
const MAX_NAME_LENGTH = 100;

const ENDS: readonly { readonly value: End; readonly label: string }[] = [
  { value: 'never', label: KEYS_TEXTS.never },
  { value: '30', label: KEYS_TEXTS.days(30) },
  { value: '90', label: KEYS_TEXTS.days(90) },
  { value: 'date', label: KEYS_TEXTS.onDate },
];

/** The end that was chosen, in ms since the epoch; null: none; NaN: no date yet. */
function readEnd(end: End, date: string): number | null {
  if (end === 'never') return null;
  return end === 'date' ? new Date(date).getTime() : Date.now() + Number(end) * DAY_MS;
}

interface ScopesProps {
  readonly chosen: readonly Scope[];
  readonly onChange: (chosen: readonly Scope[]) => void;
}

function ScopesField({ chosen, onChange }: ScopesProps) {
  return (
    <Checks
      label={KEYS_TEXTS.scopes}
      choices={SCOPES}
      chosen={chosen}
      none={KEYS_TEXTS.noScope}
      onChange={onChange}
    >
      {(scope) => (
        <>
          {SCOPE_TEXTS[scope]} <code>{scope}</code>
        </>
      )}
    </Checks>
  );
}

interface EndFieldProps {
  readonly end: End;
  readonly date: string;
  readonly isBad: boolean;
  readonly onEnd: (end: End) => void;
  readonly onDate: (date: string) => void;
}

function EndField({ end, date, isBad, onEnd, onDate }: EndFieldProps) {
  return (
    <>
      <ValueLine label={KEYS_TEXTS.endsWhen} value={end} choices={ENDS} onChange={onEnd} />
      {end === 'date' && (
        <Field
          label={KEYS_TEXTS.date}
          type="datetime-local"
          value={date}
          onInput={onDate}
          hint={KEYS_TEXTS.endHint}
          fault={isBad ? KEYS_TEXTS.datePast : undefined}
        />
      )}
    </>
  );
}

export interface NewKeyDialogProps {
  readonly projectId: string;
  readonly kind: KeyKind;
  readonly onClose: () => void;
  readonly onMade: (made: MadeKey) => void;
}

/** Asks for a name, scopes and an end, and makes the key. */
export function NewKeyDialog({ projectId, kind, onClose, onMade }: NewKeyDialogProps) {
  const [name, setName] = useState('');
  // a grant opens private images: that scope is chosen
  const [scopes, setScopes] = useState<readonly Scope[]>(SCOPES.slice(0, -1));
  const [end, setEnd] = useState<End>('never');
  const [date, setDate] = useState('');
  const [isTried, setTried] = useState(false);
  const endsAt = readEnd(end, date);
  const isNameGood = name.trim() !== '';
  const isEndGood = endsAt === null || endsAt > Date.now();
  const check = () => {
    setTried(true);
    return isNameGood && isEndGood && scopes.length > 0;
  };
  const create = async () => {
    const expiresAt = endsAt === null ? undefined : new Date(endsAt).toISOString();
    const asked = { projectId, name: name.trim(), ...(kind === 'api' && { scopes: [...scopes] }) };
    onMade(await KEY_KINDS[kind].create({ ...asked, ...(expiresAt && { expiresAt }) }));
  };
  return (
    <FormDialog
      title={KIND_TEXTS[kind].create}
      about={KIND_TEXTS[kind].createAbout}
      yes={KIND_TEXTS[kind].make}
      failed={KEYS_TEXTS.createFailed}
      check={check}
      act={create}
      onClose={onClose}
    >
      <Field
        label={KEYS_TEXTS.name}
        value={name}
        onInput={setName}
        maxLength={MAX_NAME_LENGTH}
        autoFocus
        hint={KEYS_TEXTS.nameHint}
        fault={isTried && !isNameGood ? KEYS_TEXTS.nameMissing : undefined}
      />
      {kind === 'api' && <ScopesField chosen={scopes} onChange={setScopes} />}
      <EndField
        end={end}
        date={date}
        isBad={isTried && !isEndGood}
        onEnd={setEnd}
        onDate={setDate}
      />
    </FormDialog>
  );
}
