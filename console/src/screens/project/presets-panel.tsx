import { useState } from 'preact/hooks';
import { type Image, nameOfImage } from '../../images/image.ts';
import { PresetDialog } from '../../presets/preset-dialog.tsx';
import { changeProject } from '../../state/change-project.ts';
import { linkTo } from '../../state/links.ts';
import type { Project } from '../../state/projects.ts';
import { PROJECT_TEXTS } from '../../texts/project-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ask } from '../../ui/dialogs/ask-dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { Panel } from '../../ui/page.tsx';
import { ACTIONS, Table } from '../../ui/table.tsx';
import { mayChange } from './may-change.ts';
import { PresetPreview } from './preset-preview.tsx';

type Preset = readonly [name: string, query: string];

const FIRST_SHOWN = 8;

const askToRemove = (name: string) =>
  ask({
    title: PROJECT_TEXTS.removePreset(name),
    about: PROJECT_TEXTS.removePresetAbout(name),
    yes: PROJECT_TEXTS.removePresetNow,
    failed: PROJECT_TEXTS.saveFailed,
    act: () =>
      changeProject(({ presets }) => ({
        presets: Object.fromEntries(Object.entries(presets).filter(([one]) => one !== name)),
      })),
  });

interface Step {
  /** Empty: a new preset. */
  readonly name: string;
  readonly query: string;
}

function Query({ name, query }: Step) {
  return (
    <a
      href={linkTo('playground', {}, Object.fromEntries(new URLSearchParams(query)))}
      title={PROJECT_TEXTS.openOf(name)}
    >
      <code>
        <LongText text={query} />
      </code>
    </a>
  );
}

interface ActionsProps {
  readonly name: string;
  /** Undefined: the role may not change presets. */
  readonly onEdit: (() => void) | undefined;
}

function Actions({ name, onEdit }: ActionsProps) {
  return (
    <>
      <CopyButton text={`preset=${name}`} what={`preset=${name}`} />
      {onEdit && (
        <>
          <IconButton icon="edit" label={PROJECT_TEXTS.changeOf(name)} onClick={onEdit} />
          <IconButton
            icon="trash"
            isDanger
            label={PROJECT_TEXTS.removeOf(name)}
            onClick={() => askToRemove(name)}
          />
        </>
      )}
    </>
  );
}

export interface PresetsPanelProps {
  readonly project: Project;
  /** The image of the previews; none in an empty project. */
  readonly image: Image | undefined;
}

interface PresetTableProps extends PresetsPanelProps {
  readonly presets: readonly Preset[];
  readonly onStep: (step: Step) => void;
}

function PresetTable({ project, image, presets, onStep }: PresetTableProps) {
  const isChangeable = mayChange(project);
  const shown = project.requireSignature ? undefined : image;
  return (
    <Table
      label={PROJECT_TEXTS.presets}
      rows={presets}
      keyOf={([name]) => name}
      columns={[
        { head: PROJECT_TEXTS.preset, cell: ([name]) => <code>{name}</code> },
        {
          head: PROJECT_TEXTS.query,
          class: 'preset-query',
          cell: ([name, query]) => <Query name={name} query={query} />,
        },
        {
          head: PROJECT_TEXTS.preview,
          cell: ([name, query]) =>
            shown && <PresetPreview project={project} name={name} query={query} image={shown} />,
        },
        {
          ...ACTIONS,
          cell: ([name, query]) => (
            <Actions
              name={name}
              onEdit={isChangeable ? () => onStep({ name, query }) : undefined}
            />
          ),
        },
      ]}
    />
  );
}

/** The image that previews show, or why there is none. */
function aboutPreviews({ project, image }: PresetsPanelProps): string {
  if (project.requireSignature) return PROJECT_TEXTS.signedPreview;
  return image ? PROJECT_TEXTS.previewed(nameOfImage(image)) : PROJECT_TEXTS.noPreviewImage;
}

function Presets(props: PresetTableProps) {
  const [areAllShown, setAllShown] = useState(false);
  const { presets } = props;
  const shown = areAllShown ? presets : presets.slice(0, FIRST_SHOWN);
  if (presets.length === 0) {
    return (
      <Empty
        hasArt={false}
        title={PROJECT_TEXTS.noPreset}
        actions={<Button href={linkTo('playground')}>{PROJECT_TEXTS.toPlayground}</Button>}
      >
        {PROJECT_TEXTS.noPresetAbout}
      </Empty>
    );
  }
  return (
    <>
      <PresetTable {...props} presets={shown} />
      <p class="row-c preset-foot dim">
        <span class="grow">{aboutPreviews(props)}</span>
        {shown.length < presets.length && (
          <Button size="small" onClick={() => setAllShown(true)}>
            {PROJECT_TEXTS.showAll(presets.length)}
          </Button>
        )}
      </p>
    </>
  );
}

/** Queries with a name, each with a preview of an image. */
export function PresetsPanel({ project, image }: PresetsPanelProps) {
  const [step, setStep] = useState<Step>();
  return (
    <Panel
      title={PROJECT_TEXTS.presets}
      about={PROJECT_TEXTS.presetsAbout}
      side={
        mayChange(project) && (
          <Button icon="plus" size="small" onClick={() => setStep({ name: '', query: '' })}>
            {PROJECT_TEXTS.newPreset}
          </Button>
        )
      }
    >
      <Presets
        project={project}
        image={image}
        presets={Object.entries(project.presets)}
        onStep={setStep}
      />
      {step && (
        <PresetDialog
          {...(step.name !== '' && { was: step.name })}
          query={step.query}
          image={image}
          onClose={() => setStep(undefined)}
        />
      )}
    </Panel>
  );
}
