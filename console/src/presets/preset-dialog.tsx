import { imageUrl } from 'imagewell-client';
import { useState } from 'preact/hooks';
import type { Image } from '../images/image.ts';
import { changeProject } from '../state/change-project.ts';
import { PRESET_TEXTS } from '../texts/preset-texts.ts';
import { UI_TEXTS } from '../texts/ui-texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { Fix, tellErrors } from '../ui/dialogs/fix.tsx';
import { FormDialog } from '../ui/dialogs/form-dialog.tsx';
import { Field } from '../ui/field.tsx';

const NAME = /^[a-z0-9-]{1,30}$/;

/** The nearest text that can be the name of a preset; empty if there is none. */
const fixName = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 30)
    .replace(/^-|-$/g, '');

export interface PresetDialogProps {
  /** The preset to change; none: a new one. */
  readonly was?: string;
  readonly query: string;
  /** The query is chosen elsewhere. */
  readonly isQueryFixed?: boolean;
  /** The image that shows the saved preset; none in an empty project. */
  readonly image: Image | undefined;
  readonly onClose: () => void;
}

interface SavedProps {
  readonly name: string;
  readonly image: Image | undefined;
  readonly onClose: () => void;
}

function SavedDialog({ name, image, onClose }: SavedProps) {
  return (
    <Dialog
      title={PRESET_TEXTS.savedTitle(name)}
      about={PRESET_TEXTS.savedAbout}
      onClose={onClose}
      actions={
        <Button autoFocus onClick={onClose}>
          {UI_TEXTS.done}
        </Button>
      }
    >
      <Code
        text={image ? imageUrl(image, { preset: name }) : `?preset=${name}`}
        what={PRESET_TEXTS.url}
      />
    </Dialog>
  );
}

/** Saves a preset, unless its name has another query than `taken`; returns that query. */
async function savePreset(name: string, query: string, was?: string, taken?: string) {
  let other: string | undefined;
  await changeProject(({ presets }) => {
    const found = Object.entries(presets).find(([one]) => one === name)?.[1];
    const isOther = name !== was && found !== query && found !== taken;
    other = isOther ? found : undefined;
    if (other !== undefined) return undefined;
    const rest = Object.entries(presets).filter(([one]) => one !== was);
    return { presets: Object.fromEntries([...rest, [name, query]]) };
  });
  return other;
}

interface NameFieldProps {
  readonly name: string;
  readonly was: string | undefined;
  readonly onInput: (name: string) => void;
}

function NameField({ name, was, onInput }: NameFieldProps) {
  return (
    <Field
      label={PRESET_TEXTS.name}
      value={name}
      isCode
      autoFocus
      hint={was && was !== name ? PRESET_TEXTS.renamed(was) : PRESET_TEXTS.nameHint}
      fault={
        name === '' || NAME.test(name) ? undefined : (
          <Fix text={PRESET_TEXTS.nameFault} fixed={fixName(name)} onFix={onInput} />
        )
      }
      onInput={onInput}
    />
  );
}

function QueryField({ text, onInput }: { text: string; onInput: (text: string) => void }) {
  return (
    <Field
      label={PRESET_TEXTS.query}
      value={text}
      isCode
      hint={PRESET_TEXTS.queryHint}
      onInput={onInput}
    />
  );
}

/** Asks for the name of a query, and saves both; a name that is taken is asked about. */
export function PresetDialog({ was, query, isQueryFixed, image, onClose }: PresetDialogProps) {
  const [name, setName] = useState(was ?? '');
  const [text, setText] = useState(query);
  const [taken, setTaken] = useState<string>();
  const [isSaved, setSaved] = useState(false);
  const sought = text.trim().replace(/^[^?]*\?/, '');
  const isAsked = taken !== undefined;
  const save = async () => {
    const other = await savePreset(name, sought, was, taken);
    setTaken(other);
    setSaved(other === undefined);
  };
  const rename = (value: string) => {
    setName(value);
    setTaken(undefined);
  };
  if (isSaved) return <SavedDialog name={name} image={image} onClose={onClose} />;
  return (
    <FormDialog
      title={was === undefined ? PRESET_TEXTS.newTitle : PRESET_TEXTS.editTitle(was)}
      about={was === undefined ? PRESET_TEXTS.about : PRESET_TEXTS.changes}
      yes={isAsked ? PRESET_TEXTS.replace : PRESET_TEXTS.saveNow}
      failed={PRESET_TEXTS.failed}
      safe={tellErrors}
      isDanger={isAsked}
      isReady={NAME.test(name) && sought !== ''}
      act={save}
      onClose={onClose}
    >
      {isAsked && (
        <Banner kind="warn" title={PRESET_TEXTS.taken(name)}>
          <code>{taken}</code> {PRESET_TEXTS.takenAbout}
        </Banner>
      )}
      <NameField name={name} was={was} onInput={rename} />
      {isQueryFixed ? (
        <Code text={sought} what={PRESET_TEXTS.query.toLowerCase()} />
      ) : (
        <QueryField text={text} onInput={setText} />
      )}
    </FormDialog>
  );
}
