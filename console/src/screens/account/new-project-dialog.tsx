import { useState } from 'preact/hooks';
import { imagewell } from '../../state/imagewell.ts';
import { linkTo } from '../../state/links.ts';
import { loadAccount } from '../../state/projects.ts';
import { navigate } from '../../state/router.ts';
import { ACCOUNT_TEXTS } from '../../texts/account-texts.ts';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Field } from '../../ui/field.tsx';
import { useAction } from '../../ui/use-action.ts';

export interface NewProjectDialogProps {
  /** How many more the plan has room for; null: any number. */
  readonly left: number | null;
  readonly onClose: () => void;
}

/** Asks for a name, makes the project and opens its settings. */
export function NewProjectDialog({ left, onClose }: NewProjectDialogProps) {
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const { isBusy, fault, run } = useAction();
  const given = name.trim();
  const make = () => {
    setTried(true);
    if (given === '') return;
    void run(async () => {
      const { projectId } = await imagewell().createProject({ name: given });
      await loadAccount();
      navigate(linkTo('project', {}, { project: projectId }));
    });
  };
  return (
    <Dialog
      title={ACCOUNT_TEXTS.create}
      about={ACCOUNT_TEXTS.createAbout(left)}
      onClose={onClose}
      onSubmit={make}
      actions={
        <>
          <Button onClick={onClose}>{UI_TEXTS.cancel}</Button>
          <Button type="submit" kind="primary" isDisabled={isBusy}>
            {ACCOUNT_TEXTS.make}
          </Button>
        </>
      }
    >
      {fault !== undefined && <FaultBanner fault={fault} what={ACCOUNT_TEXTS.createFailed} />}
      <Field
        label={ACCOUNT_TEXTS.name}
        value={name}
        onInput={setName}
        maxLength={100}
        autoFocus
        fault={isTried && given === '' ? ACCOUNT_TEXTS.nameMissing : undefined}
      />
    </Dialog>
  );
}
