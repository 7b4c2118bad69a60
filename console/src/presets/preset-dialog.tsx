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
import { FaultBanner } from '../ui/fault-banner.tsx';
import { Field } from '../ui/field.tsx';
import { useAction } from '../ui/use-action.ts';

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

/** Asks for the name of a query, and saves both; a name that is taken is asked about. */
export function PresetDialog({ was, query, isQueryFixed, image, onClose }: PresetDialogProps) {
  const [name, setName] = useState(was ?? '');
  const [text, setText] = useState(query);
  const [taken, setTaken] = useState<string>();
  const [isSaved, setSaved] = useState(false);
  const { isBusy, fault, run } = useAction();
  const sought = text.trim().replace(/^[^?]*\?/, '');
  const isNameGood = NAME.test(name);
  const isAsked = taken !== undefined;
  const save = () =>
    run(async () => {
      let isOther = false;
      await changeProject(({ presets }) => {
        const found = Object.entries(presets).find(([one]) => one === name)?.[1];
        isOther = name !== was && found !== undefined && found !== sought && found !== taken;
        setTaken(isOther ? found : undefined);
        if (isOther) return undefined;
        const rest = Object.entries(presets).filter(([one]) => one !== was);
        return { presets: Object.fromEntries([...rest, [name, sought]]) };
      });
      if (!isOther) setSaved(true);
    });
  if (isSaved) {
    return (
      <Dialog
        key="saved"
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
  const fixed = fixName(name);
  return (
    <Dialog
      title={was === undefined ? PRESET_TEXTS.newTitle : PRESET_TEXTS.editTitle(was)}
      about={was === undefined ? PRESET_TEXTS.about : PRESET_TEXTS.changes}
      onClose={onClose}
      onSubmit={() => isNameGood && sought !== '' && save()}
      actions={
        <>
          <Button onClick={onClose}>{UI_TEXTS.cancel}</Button>
          <Button
            type="submit"
            kind="primary"
            isDanger={isAsked}
            isDisabled={isBusy || !isNameGood || sought === ''}
          >
            {isAsked ? PRESET_TEXTS.replace : PRESET_TEXTS.saveNow}
          </Button>
        </>
      }
    >
      {fault !== undefined && (
        <FaultBanner fault={fault} what={PRESET_TEXTS.failed} safe={tellErrors(fault)} />
      )}
      {isAsked && (
        <Banner kind="warn" title={PRESET_TEXTS.taken(name)}>
          <code>{taken}</code> {PRESET_TEXTS.takenAbout}
        </Banner>
      )}
      <Field
        label={PRESET_TEXTS.name}
        value={name}
        isCode
        autoFocus
        hint={was && was !== name ? PRESET_TEXTS.renamed(was) : PRESET_TEXTS.nameHint}
        fault={
          name === '' || isNameGood ? undefined : (
            <Fix text={PRESET_TEXTS.nameFault} fixed={fixed} onFix={setName} />
          )
        }
        onInput={(value) => {
          setName(value);
          setTaken(undefined);
        }}
      />
      {isQueryFixed ? (
        <Code text={sought} what={PRESET_TEXTS.query.toLowerCase()} />
      ) : (
        <Field
          label={PRESET_TEXTS.query}
          value={text}
          isCode
          hint={PRESET_TEXTS.queryHint}
          onInput={setText}
        />
      )}
    </Dialog>
  );
}
