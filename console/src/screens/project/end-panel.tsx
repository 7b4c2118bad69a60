import { keepProject } from '../../state/change-project.ts';
import { imagewell } from '../../state/imagewell.ts';
import { linkTo } from '../../state/links.ts';
import { loadAccount, mayCall, type Project } from '../../state/projects.ts';
import { formatMoment } from '../../texts/format.ts';
import { END_TEXTS, PROJECT_TEXTS } from '../../texts/project-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ask } from '../../ui/dialogs/ask-dialog.tsx';
import { Panel } from '../../ui/page.tsx';

/** An end of a project that its name is typed for. */
type End = keyof typeof END_TEXTS;

const CALLS: Readonly<Record<End, (asked: { projectId: string; name: string }) => unknown>> = {
  empty: (asked) => imagewell().emptyProject(asked),
  delete: (asked) => imagewell().deleteProject(asked),
  erase: (asked) => imagewell().deleteProject({ ...asked, now: true }),
};

export interface EndProps {
  readonly project: Project;
  readonly onChange: () => void;
}

const askTo = (end: End, { project: { projectId, name }, onChange }: EndProps) =>
  ask({
    ...END_TEXTS[end].asked,
    title: END_TEXTS[end].title(name),
    typed: { label: PROJECT_TEXTS.typeName(name), value: name },
    act: async () => {
      await CALLS[end]({ projectId, name });
      await loadAccount();
      onChange();
    },
  });

/** The ends that an owner may choose: of their ownership, of all images, of the project. */
export function EndPanel(props: EndProps) {
  const { isDefault } = props.project;
  return (
    <Panel title={PROJECT_TEXTS.end}>
      <ul class="ends">
        <li>
          <p>
            <b>{PROJECT_TEXTS.transfer}</b> <small>{PROJECT_TEXTS.transferAbout}</small>
          </p>
          <Button href={linkTo('team')}>{PROJECT_TEXTS.toTeam}</Button>
        </li>
        {(['empty', 'delete'] as const).map((end) => {
          const { word, about, button } = END_TEXTS[end];
          const isKept = end === 'delete' && isDefault;
          return (
            <li key={end}>
              <p>
                <b>{word}</b> <small>{isKept ? PROJECT_TEXTS.defaultStays : about}</small>
              </p>
              <Button isDanger isDisabled={isKept} onClick={() => askTo(end, props)}>
                {button}
              </Button>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** A deleted project: until when it can be restored, and the ways back and on. */
export function DeletedBanner(props: EndProps & { readonly now: number }) {
  const { project, now, onChange } = props;
  const { projectId, name, purgeAt } = project;
  const isLate = purgeAt === null || new Date(purgeAt).getTime() <= Math.max(now, Date.now());
  const isOwner = mayCall('restoreProject');
  const askToRestore = () =>
    ask({
      ...PROJECT_TEXTS.restoring,
      title: PROJECT_TEXTS.restoreTitle(name),
      isDanger: false,
      act: async () => {
        keepProject(await imagewell().restoreProject({ projectId }));
        onChange();
      },
    });
  return (
    <Banner
      kind="warn"
      title={PROJECT_TEXTS.deleted(name)}
      actions={
        isOwner &&
        !isLate && (
          <>
            <Button isDanger onClick={() => askTo('erase', props)}>
              {END_TEXTS.erase.button}
            </Button>
            <Button kind="primary" onClick={askToRestore}>
              {PROJECT_TEXTS.restore}
            </Button>
          </>
        )
      }
    >
      {isLate
        ? PROJECT_TEXTS.erasing
        : `${PROJECT_TEXTS.deletedAbout(formatMoment(purgeAt))} ${isOwner ? '' : PROJECT_TEXTS.askOwner}`}
    </Banner>
  );
}
