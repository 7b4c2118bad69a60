import { useState } from 'preact/hooks';
import { imagewell } from '../../state/imagewell.ts';
import { linkTo } from '../../state/links.ts';
import { loadAccount } from '../../state/projects.ts';
import { navigate } from '../../state/router.ts';
import { ACCOUNT_TEXTS } from '../../texts/account-texts.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/field.tsx';

export interface NewProjectDialogProps {
  /** How many more the plan has room for; null: any number. */
  readonly left: number | null;
  readonly onClose: () => void;
}

/** Asks for a name, makes the project and opens its settings. */
export function NewProjectDialog({ left, onClose }: NewProjectDialogProps) {
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const given = name.trim();
  const make = async () => {
    const { projectId } = await imagewell().createProject({ name: given });
    await loadAccount();
    navigate(linkTo('project', {}, { project: projectId }));
  };
  return (
    <FormDialog
      title={ACCOUNT_TEXTS.create}
      about={ACCOUNT_TEXTS.createAbout(left)}
      yes={ACCOUNT_TEXTS.make}
      failed={ACCOUNT_TEXTS.createFailed}
      check={() => {
        setTried(true);
        return given !== '';
      }}
      act={make}
      onClose={onClose}
    >
      <Field
        label={ACCOUNT_TEXTS.name}
        value={name}
        onInput={setName}
        maxLength={100}
        autoFocus
        fault={isTried && given === '' ? ACCOUNT_TEXTS.nameMissing : undefined}
      />
    </FormDialog>
  );
}
