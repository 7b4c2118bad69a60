import { useState } from 'preact/hooks';
import type { ApiKey, KeyKind } from '../../state/api-key.ts';
import { KEYS_TEXTS, KIND_TEXTS, SCOPE_TEXTS } from '../../texts/keys-texts.ts';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Check, Field } from '../../ui/field.tsx';
import { ValueLine } from '../../ui/segment.tsx';
import { useAction } from '../../ui/use-action.ts';
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

interface ScopesFieldProps {
  readonly chosen: readonly Scope[];
  readonly onChange: (chosen: readonly Scope[]) => void;
}

function ScopesField({ chosen, onChange }: ScopesFieldProps) {
  const toggle = (scope: Scope, isOn: boolean) =>
    onChange(SCOPES.filter((one) => (one === scope ? isOn : chosen.includes(one))));
  return (
    <fieldset class="scopes">
      <legend class="line-label">{KEYS_TEXTS.scopes}</legend>
      {SCOPES.map((scope) => (
        <Check key={scope} isOn={chosen.includes(scope)} onChange={(isOn) => toggle(scope, isOn)}>
          {SCOPE_TEXTS[scope]} <code>{scope}</code>
        </Check>
      ))}
      {chosen.length === 0 && (
        <p class="line-below" role="alert">
          {KEYS_TEXTS.noScope}
        </p>
      )}
    </fieldset>
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
  const [scopes, setScopes] = useState<readonly Scope[]>(SCOPES);
  const [end, setEnd] = useState<End>('never');
  const [date, setDate] = useState('');
  const [isTried, setTried] = useState(false);
  const { isBusy, fault, run } = useAction();
  const endsAt = readEnd(end, date);
  const isNameGood = name.trim() !== '';
  const isEndGood = endsAt === null || endsAt > Date.now();
  const create = () => {
    setTried(true);
    if (!isNameGood || !isEndGood || scopes.length === 0) return;
    const expiresAt = endsAt === null ? undefined : new Date(endsAt).toISOString();
    const request = {
      projectId,
      name: name.trim(),
      ...(kind === 'api' && scopes.length < SCOPES.length && { scopes }),
      ...(expiresAt !== undefined && { expiresAt }),
    };
    void run(async () => onMade(await KEY_KINDS[kind].create(request)));
  };
  return (
    <Dialog
      title={KIND_TEXTS[kind].create}
      about={KIND_TEXTS[kind].createAbout}
      onClose={onClose}
      onSubmit={create}
      actions={
        <>
          <Button onClick={onClose}>{UI_TEXTS.cancel}</Button>
          <Button type="submit" kind="primary" isDisabled={isBusy}>
            {KIND_TEXTS[kind].make}
          </Button>
        </>
      }
    >
      {fault !== undefined && <FaultBanner fault={fault} what={KEYS_TEXTS.createFailed} />}
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
      <ValueLine label={KEYS_TEXTS.endsWhen} value={end} choices={ENDS} onChange={setEnd} />
      {end === 'date' && (
        <Field
          label={KEYS_TEXTS.date}
          type="datetime-local"
          value={date}
          onInput={setDate}
          hint={KEYS_TEXTS.endHint}
          fault={isTried && !isEndGood ? KEYS_TEXTS.datePast : undefined}
        />
      )}
    </Dialog>
  );
}
