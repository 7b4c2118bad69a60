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
import { Table } from '../../ui/table.tsx';
import { ACTIONS } from './actions.ts';
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

export interface PresetsPanelProps {
  readonly project: Project;
  /** The image of the previews; none in an empty project. */
  readonly image: Image | undefined;
}

/** Queries with a name, each with a preview of an image. */
export function PresetsPanel({ project, image }: PresetsPanelProps) {
  const [step, setStep] = useState<{ readonly name: string; readonly query: string }>();
  const [areAllShown, setAllShown] = useState(false);
  const presets: readonly Preset[] = Object.entries(project.presets);
  const shown = areAllShown ? presets : presets.slice(0, FIRST_SHOWN);
  const isChangeable = mayChange(project);
  const why = project.requireSignature
    ? PROJECT_TEXTS.signedPreview
    : image
      ? PROJECT_TEXTS.previewed(nameOfImage(image))
      : PROJECT_TEXTS.noPreviewImage;
  return (
    <Panel
      title={PROJECT_TEXTS.presets}
      about={PROJECT_TEXTS.presetsAbout}
      side={
        isChangeable && (
          <Button icon="plus" size="small" onClick={() => setStep({ name: '', query: '' })}>
            {PROJECT_TEXTS.newPreset}
          </Button>
        )
      }
    >
      {presets.length === 0 ? (
        <Empty
          hasArt={false}
          title={PROJECT_TEXTS.noPreset}
          actions={<Button href={linkTo('playground')}>{PROJECT_TEXTS.toPlayground}</Button>}
        >
          {PROJECT_TEXTS.noPresetAbout}
        </Empty>
      ) : (
        <>
          <Table
            label={PROJECT_TEXTS.presets}
            rows={shown}
            keyOf={([name]) => name}
            columns={[
              { head: PROJECT_TEXTS.preset, cell: ([name]) => <code>{name}</code> },
              {
                head: PROJECT_TEXTS.query,
                class: 'preset-query',
                cell: ([name, query]) => (
                  <a
                    href={linkTo('playground', {}, Object.fromEntries(new URLSearchParams(query)))}
                    title={PROJECT_TEXTS.openOf(name)}
                  >
                    <code>
                      <LongText text={query} />
                    </code>
                  </a>
                ),
              },
              {
                head: PROJECT_TEXTS.preview,
                cell: ([name, query]) =>
                  image &&
                  !project.requireSignature && (
                    <PresetPreview project={project} name={name} query={query} image={image} />
                  ),
              },
              {
                ...ACTIONS,
                cell: ([name, query]) => (
                  <>
                    <CopyButton text={`preset=${name}`} what={`preset=${name}`} />
                    {isChangeable && (
                      <>
                        <IconButton
                          icon="edit"
                          label={PROJECT_TEXTS.changeOf(name)}
                          onClick={() => setStep({ name, query })}
                        />
                        <IconButton
                          icon="trash"
                          isDanger
                          label={PROJECT_TEXTS.removeOf(name)}
                          onClick={() => askToRemove(name)}
                        />
                      </>
                    )}
                  </>
                ),
              },
            ]}
          />
          <p class="row-c preset-foot dim">
            <span class="grow">{why}</span>
            {shown.length < presets.length && (
              <Button size="small" onClick={() => setAllShown(true)}>
                {PROJECT_TEXTS.showAll(presets.length)}
              </Button>
            )}
          </p>
        </>
      )}
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
