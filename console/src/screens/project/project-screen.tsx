import { useState } from 'preact/hooks';
import { keepProject } from '../../state/change-project.ts';
import { imagewell } from '../../state/imagewell.ts';
import { type CallName, currentProject, mayCall, type Project } from '../../state/projects.ts';
import { useResource } from '../../state/resource.ts';
import { PROJECT_TEXTS, SETTING_TEXTS } from '../../texts/project-texts.ts';
import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Asking } from '../../ui/dialogs/ask-dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { When } from '../../ui/when.tsx';
import { DeletedBanner, EndPanel } from './end-panel.tsx';
import { mayChange } from './may-change.ts';
import { OriginsPanel } from './origins-panel.tsx';
import { PresetsPanel } from './presets-panel.tsx';
import { ProjectReceipt } from './project-receipt.tsx';
import { SETTINGS, type SettingName } from './settings.ts';
import { SettingsPanel } from './settings-panel.tsx';
import { SigningPanel } from './signing-panel.tsx';

const TICK_MS = 30_000;
const NAMES = Object.keys(SETTINGS) as SettingName[];
/** Of so many newest images, the first that is served is what previews show. */
const LOOKED_THROUGH = 10;

/** The project as it is now, with what its state and the role open. */
async function readProject(projectId: string, signal: AbortSignal) {
  const given = [{ projectId }, { signal }] as const;
  keepProject(await imagewell().getProject(...given));
  const { state, suspension } = currentProject.value ?? {};
  const may = (name: CallName) => state === 'live' && !suspension && mayCall(name);
  const [refused, secrets, listed] = await Promise.all([
    may('listRefusedOrigins') ? imagewell().listRefusedOrigins(...given) : undefined,
    may('listSigningSecrets') ? imagewell().listSigningSecrets(...given) : undefined,
    may('listImages')
      ? imagewell().listImages({ projectId, limit: LOOKED_THROUGH }, { signal })
      : undefined,
  ]);
  return {
    refused: refused?.origins ?? [],
    secrets: secrets?.secrets,
    image: listed?.images.find(({ takenDown }) => takenDown === null),
  };
}

/** How many renditions an image can have in a format. */
function tellSizes(texts: (name: SettingName) => string, presets: number) {
  const sides = (['allowedWidths', 'allowedHeights'] as const).map((name) =>
    SETTINGS[name].read(texts(name)),
  );
  const counts = sides.map((sizes) => sizes && new Set(sizes).size + 1);
  const [widths, heights] = counts;
  if (!widths || !heights) return PROJECT_TEXTS.anySize;
  return PROJECT_TEXTS.fewSizes(widths * heights + presets);
}

/** The settings of the project, for members who may not change them. */
function readOnlyFacts(project: Project): (readonly [label: string, text: string])[] {
  const { allowedOrigins, requireSignature } = project;
  const { signingOn, signingOff } = PROJECT_TEXTS;
  return [
    ...NAMES.map((name) => {
      const text = SETTINGS[name].write(project);
      const { label, choices } = SETTING_TEXTS[name];
      return [label, choices?.[text] ?? text] as const;
    }),
    [PROJECT_TEXTS.origins, allowedOrigins.join(', ') || PROJECT_TEXTS.noOrigin],
    [PROJECT_TEXTS.signing, requireSignature ? signingOn : signingOff],
  ];
}

function Facts({ project }: { readonly project: Project }) {
  return (
    <dl class="facts">
      <dt>{PROJECT_TEXTS.id}</dt>
      <dd>
        <code class="clip">{project.projectId}</code>
        <CopyButton text={project.projectId} what={PROJECT_TEXTS.id} />
      </dd>
      <dt>{PROJECT_TEXTS.created}</dt>
      <dd>
        <When at={project.createdAt} isDay />
      </dd>
      {!mayChange(project) &&
        readOnlyFacts(project).map(([label, text]) => (
          <>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </>
        ))}
    </dl>
  );
}

/** Settings of the project, its presets and signed URLs, and its end. */
export function ProjectScreen() {
  const project = currentProject.value;
  const projectId = project?.projectId ?? '';
  const resource = useResource(projectId, (signal) => readProject(projectId, signal));
  const [revision, setRevision] = useState(0);
  const now = useNow(TICK_MS);
  if (!project) return null;
  const isChangeable = mayChange(project);
  const onEnd = () => {
    setRevision(revision + 1);
    resource.reload();
  };
  const settings = { project };
  const receipt = mayCall('getProjectDeletionStatus') && (
    <ProjectReceipt projectId={projectId} revision={revision} />
  );
  return (
    <Page title={PAGE_TITLES.project} sub={PROJECT_TEXTS.sub}>
      {project.suspension && (
        <Banner kind="warn" title={PROJECT_TEXTS.suspended}>
          {PROJECT_TEXTS.suspendedAbout} {project.suspension.reason}
        </Banner>
      )}
      <Loaded
        resource={resource}
        what={PROJECT_TEXTS.failed}
        skeleton={
          <>
            <Skeleton lines={6} />
            <Skeleton lines={8} />
          </>
        }
      >
        {({ refused, secrets, image }) =>
          project.state === 'deleting' ? (
            <>
              <DeletedBanner project={project} now={now} onChange={onEnd} />
              {receipt}
            </>
          ) : (
            <div class="cols">
              <div>
                {isChangeable && <OriginsPanel project={project} refused={refused} />}
                <PresetsPanel project={project} image={image} />
                {secrets && (
                  <SigningPanel
                    project={project}
                    secrets={secrets}
                    url={image?.imageUrl ?? ''}
                    onChange={resource.reload}
                  />
                )}
              </div>
              <div>
                {isChangeable ? (
                  <>
                    <SettingsPanel {...settings} title={PROJECT_TEXTS.general} names={['name']}>
                      <Facts project={project} />
                    </SettingsPanel>
                    <SettingsPanel
                      {...settings}
                      title={PROJECT_TEXTS.sizes}
                      names={['allowedWidths', 'allowedHeights']}
                      about={(texts) => tellSizes(texts, Object.keys(project.presets).length)}
                    />
                    <SettingsPanel
                      {...settings}
                      title={PROJECT_TEXTS.limits}
                      names={[
                        'temporaryLifeHours',
                        'overQuota',
                        'quotaMode',
                        'fallbackImage',
                        'watermark',
                        'moderation',
                        'focalPoints',
                      ]}
                    />
                  </>
                ) : (
                  <Panel title={PROJECT_TEXTS.general} about={PROJECT_TEXTS.readOnly}>
                    <Facts project={project} />
                  </Panel>
                )}
                {isChangeable && mayCall('deleteProject') && (
                  <EndPanel project={project} onChange={onEnd} />
                )}
                {receipt}
              </div>
            </div>
          )
        }
      </Loaded>
      <Asking />
    </Page>
  );
}
