import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { changeProject, type ProjectChange } from '../../state/change-project.ts';
import type { Project } from '../../state/projects.ts';
import { PROJECT_TEXTS, SETTING_TEXTS } from '../../texts/project-texts.ts';
import { Button } from '../../ui/button.tsx';
import { tellErrors } from '../../ui/dialogs/fix.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Field, Form } from '../../ui/field.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { Panel } from '../../ui/page.tsx';
import { choicesOf, ValueLine } from '../../ui/segment.tsx';
import { ANY, SETTINGS, type SettingName } from './settings.ts';

interface LineProps {
  readonly name: SettingName;
  readonly text: string;
  readonly onInput: (text: string) => void;
}

/** A setting with its choices, its field, or both: sizes are any, or a list. */
function Line({ name, text, onInput }: LineProps) {
  const { label, hint, fault, choices } = SETTING_TEXTS[name];
  const { read, isNumber } = SETTINGS[name];
  const field = (
    <Field
      label={label}
      isLabelHidden={choices !== undefined}
      type={isNumber ? 'number' : 'text'}
      value={text}
      hint={hint}
      fault={read(text) === undefined ? fault : undefined}
      onInput={onInput}
    />
  );
  if (!choices) return field;
  const isChosen = Object.hasOwn(choices, text) && text !== '';
  return (
    <ValueLine
      label={label}
      value={isChosen ? text : ''}
      choices={choicesOf(choices)}
      onChange={onInput}
    >
      {isChosen ? text !== ANY && <p class="line-below">{hint}</p> : field}
    </ValueLine>
  );
}

export interface SettingsPanelProps {
  readonly title: string;
  readonly project: Project;
  readonly names: readonly SettingName[];
  /** Below the title, by the values that are chosen now. */
  readonly about?: (texts: (name: SettingName) => string) => ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Settings that are saved together; only those that were changed are sent. */
export function SettingsPanel({ title, project, names, about, children }: SettingsPanelProps) {
  const [drafts, setDrafts] = useState<Partial<Record<SettingName, string>>>({});
  const [isSaved, setSaved] = useState(false);
  const { isBusy, fault, run } = useAction();
  const textOf = (name: SettingName) => drafts[name] ?? SETTINGS[name].write(project);
  const changed = names.filter((name) => textOf(name) !== SETTINGS[name].write(project));
  const isValid = changed.every((name) => SETTINGS[name].read(textOf(name)) !== undefined);
  const isReady = changed.length > 0 && isValid;
  const save = () =>
    run(async () => {
      const pairs = changed.map((name) => [name, SETTINGS[name].read(textOf(name))]);
      await changeProject(() => Object.fromEntries(pairs) as ProjectChange);
      setDrafts({});
      setSaved(true);
    });
  return (
    <Panel title={title} about={about?.(textOf)}>
      <Form isReady={isReady} onSubmit={save}>
        <FaultBanner fault={fault} what={PROJECT_TEXTS.saveFailed} safe={tellErrors(fault)} />
        {names.map((name) => (
          <Line
            key={name}
            name={name}
            text={textOf(name)}
            onInput={(text) => {
              setDrafts({ ...drafts, [name]: text });
              setSaved(false);
            }}
          />
        ))}
        {children}
        <div class="row-c settings-foot">
          <span class="dim grow" role="status">
            {isSaved && changed.length === 0 && PROJECT_TEXTS.saved}
          </span>
          {changed.length > 0 && (
            <Button kind="quiet" onClick={() => setDrafts({})}>
              {PROJECT_TEXTS.discard}
            </Button>
          )}
          <Button type="submit" isDisabled={!isReady || isBusy}>
            {PROJECT_TEXTS.saveChanges}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
