import { useState } from 'preact/hooks';
import { linkTo } from '../state/links.ts';
import { chooseProject, currentProject, type Project, projects } from '../state/projects.ts';
import { signOut } from '../state/session/session.ts';
import { PAGE_TITLES, ROLE_NAMES, SHELL_TEXTS } from '../texts/shell-texts.ts';
import { UI_TEXTS } from '../texts/ui-texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { offeredPages } from './navigation.tsx';
import { ROUTES } from './routes.ts';

const letterOf = (name: string) => (name.trim().charAt(0) || '·').toUpperCase();

function ProjectRow({ project, onChoose }: { project: Project; onChoose: () => void }) {
  const isCurrent = project.projectId === currentProject.value?.projectId;
  const isTwin = projects.value?.some(
    ({ name, projectId }) => name === project.name && projectId !== project.projectId,
  );
  return (
    <li>
      <button
        type="button"
        class="switch"
        aria-current={isCurrent}
        autofocus={isCurrent}
        onClick={() => {
          chooseProject(project.projectId);
          onChoose();
        }}
      >
        <span class="mono-mark" aria-hidden="true">
          {letterOf(project.name)}
        </span>
        <span class="grow">
          <b>{project.name}</b>
          <small>
            {ROLE_NAMES[project.role]}
            {isTwin && <code> …{project.projectId.slice(-5)}</code>}
          </small>
        </span>
        {project.state === 'deleting' && <Badge kind="bad">{SHELL_TEXTS.deleting}</Badge>}
        {isCurrent && <Icon name="check" />}
      </button>
    </li>
  );
}

/** Projects to change to; below 1024 px also the pages that have no tab. */
function ProjectSheet({ onClose }: { readonly onClose: () => void }) {
  const rest = offeredPages((name) => ROUTES[name].group !== null && !ROUTES[name].isTab);
  return (
    <Dialog
      title={SHELL_TEXTS.projects}
      about={SHELL_TEXTS.projectsAbout}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={signOut}>
            {SHELL_TEXTS.signOut}
          </Button>
          <Button onClick={onClose}>{UI_TEXTS.close}</Button>
        </>
      }
    >
      <ul class="sheet">
        {(projects.value ?? []).map((project) => (
          <ProjectRow key={project.projectId} project={project} onChoose={onClose} />
        ))}
      </ul>
      <nav class="sheet-pages" aria-label={SHELL_TEXTS.more}>
        {[...rest, 'account' as const].map((name) => (
          <a key={name} href={linkTo(name)} onClick={onClose}>
            <Icon name={ROUTES[name].icon} />
            <span>{PAGE_TITLES[name]}</span>
          </a>
        ))}
      </nav>
    </Dialog>
  );
}

/** The project that the pages are about; opens the list of all. */
export function ProjectSwitcher({ isShort = false }: { readonly isShort?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const project = currentProject.value;
  const name = project?.name ?? '';
  return (
    <>
      <button
        class="switch"
        type="button"
        aria-haspopup="dialog"
        title={SHELL_TEXTS.changeProjectOf(name)}
        onClick={() => setOpen(true)}
      >
        {isShort ? (
          <b>{name}</b>
        ) : (
          <>
            <span class="mono-mark" aria-hidden="true">
              {letterOf(name)}
            </span>
            <span class="grow">
              <b>{name}</b>
              <small>{project && ROLE_NAMES[project.role]}</small>
            </span>
          </>
        )}
        <span class="vh">{SHELL_TEXTS.changeProject}</span>
        <Icon name="updown" />
      </button>
      {isOpen && <ProjectSheet onClose={() => setOpen(false)} />}
    </>
  );
}
