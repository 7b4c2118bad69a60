import { useState } from 'preact/hooks';
import { keepProject } from '../../state/change-project.ts';
import { imagewell } from '../../state/imagewell.ts';
import { type CallName, currentProject, mayCall, type Project } from '../../state/projects.ts';
import { useResource } from '../../state/resource.ts';
import { PROJECT_TEXTS, SETTING_TEXTS } from '../../texts/project-texts.ts';
import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Asking } from '../../ui/dialogs/ask-dialog.tsx';
import { type Fact, Facts, idFact } from '../../ui/facts.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
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
    image: listed?.images.find(
      ({ takenDown, visibility }) => takenDown === null && visibility === 'public',
    ),
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
function readOnlyFacts(project: Project): readonly Fact[] {
  const { allowedOrigins, requireSignature } = project;
  return [
    ...NAMES.map((name) => {
      const text = SETTINGS[name].write(project);
      const { label, choices } = SETTING_TEXTS[name];
      return [label, choices?.[text] ?? text] as const;
    }),
    [PROJECT_TEXTS.origins, allowedOrigins.join(', ') || PROJECT_TEXTS.noOrigin],
    [PROJECT_TEXTS.signing, requireSignature ? PROJECT_TEXTS.signingOn : PROJECT_TEXTS.signingOff],
  ];
}

function ProjectFacts({ project }: { readonly project: Project }) {
  return (
    <Facts
      of={[
        idFact(PROJECT_TEXTS.id, project.projectId),
        [PROJECT_TEXTS.created, <When at={project.createdAt} isDay />],
        ...(mayChange(project) ? [] : readOnlyFacts(project)),
      ]}
    />
  );
}

/** All settings of the project, each panel saved apart. */
function AllSettings({ project }: { readonly project: Project }) {
  return (
    <>
      <SettingsPanel project={project} title={PROJECT_TEXTS.general} names={['name']}>
        <ProjectFacts project={project} />
      </SettingsPanel>
      <SettingsPanel
        project={project}
        title={PROJECT_TEXTS.sizes}
        names={['allowedWidths', 'allowedHeights']}
        about={(texts) => tellSizes(texts, Object.keys(project.presets).length)}
      />
      <SettingsPanel
        project={project}
        title={PROJECT_TEXTS.limits}
        names={[
          'temporaryLifeHours',
          'browserMaxAge',
          'keepDays',
          'defaultVisibility',
          'overQuota',
          'overBandwidth',
          'quotaMode',
          'fallbackImage',
          'watermark',
          'moderation',
          'focalPoints',
          'gamut',
          'hdr',
          'credit',
        ]}
      />
    </>
  );
}

interface ShownProps {
  readonly project: Project;
  readonly known: Awaited<ReturnType<typeof readProject>>;
  readonly onChange: () => void;
}

/** Its presets and signed URLs, and the origins that may upload. */
function Delivery({ project, known: { refused, secrets, image }, onChange }: ShownProps) {
  return (
    <div>
      {mayChange(project) && <OriginsPanel project={project} refused={refused} />}
      <PresetsPanel project={project} image={image} />
      {secrets && (
        <SigningPanel
          project={project}
          secrets={secrets}
          url={image?.imageUrl ?? ''}
          onChange={onChange}
        />
      )}
    </div>
  );
}

function Shown({ project, known, onChange }: ShownProps) {
  const [revision, setRevision] = useState(0);
  const now = useNow(TICK_MS);
  const isChangeable = mayChange(project);
  const onEnd = () => {
    setRevision(revision + 1);
    onChange();
  };
  const receipt = mayCall('getProjectDeletionStatus') && (
    <ProjectReceipt projectId={project.projectId} revision={revision} />
  );
  if (project.state === 'deleting') {
    return (
      <>
        <DeletedBanner project={project} now={now} onChange={onEnd} />
        {receipt}
      </>
    );
  }
  return (
    <div class="cols">
      <Delivery project={project} known={known} onChange={onChange} />
      <div>
        {isChangeable ? (
          <AllSettings project={project} />
        ) : (
          <Panel title={PROJECT_TEXTS.general} about={PROJECT_TEXTS.readOnly}>
            <ProjectFacts project={project} />
          </Panel>
        )}
        {isChangeable && mayCall('deleteProject') && (
          <EndPanel project={project} onChange={onEnd} />
        )}
        {receipt}
      </div>
    </div>
  );
}

/** Settings of the project, its presets and signed URLs, and its end. */
export function ProjectScreen() {
  const project = currentProject.value;
  const projectId = project?.projectId ?? '';
  const resource = useResource(projectId, (signal) => readProject(projectId, signal));
  if (!project) return null;
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
        {(known) => <Shown project={project} known={known} onChange={resource.reload} />}
      </Loaded>
      <Asking />
    </Page>
  );
}
