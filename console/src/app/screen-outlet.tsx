import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CALL_ROLES } from '../generated/call-roles.ts';
import { linkTo } from '../state/links.ts';
import { currentProject, mayCall } from '../state/projects.ts';
import { findRoute, type RouteName, type ScreenProps } from '../state/route-names.ts';
import { place } from '../state/router.ts';
import { NO_PROJECT_TITLE, PAGE_TITLES, SHELL_TEXTS } from '../texts/shell-texts.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { FaultBanner } from '../ui/fault-banner.tsx';
import { Page } from '../ui/page.tsx';
import { ROUTES } from './routes.ts';

const screens = new Map<RouteName, ComponentType<ScreenProps>>();
const loads = new Map<RouteName, Promise<void>>();

/** Loads the code of a screen a single time; rejects where it can't be fetched. */
export function loadScreen(name: RouteName): Promise<void> {
  const keep = (loaded: ComponentType<ScreenProps>) => void screens.set(name, loaded);
  const load = loads.get(name) ?? ROUTES[name].load().then(keep);
  loads.set(name, load);
  return load;
}

function useScreen(name: RouteName) {
  const [fault, setFault] = useState<unknown>(undefined);
  const [, setLoaded] = useState<RouteName>();
  const screen = screens.get(name);
  useEffect(() => {
    if (screen) return; // as it was drawn: it may have arrived since
    loadScreen(name).then(() => setLoaded(name), setFault);
  }, [name]);
  return { screen, fault };
}

function NoRight({ name }: { readonly name: RouteName }) {
  const { needs } = ROUTES[name];
  const needed = needs && CALL_ROLES[needs];
  const role = currentProject.value?.role;
  return (
    <Page title={PAGE_TITLES[name]}>
      <Empty title={role && needed ? SHELL_TEXTS.noRight(role, needed) : NO_PROJECT_TITLE}>
        {SHELL_TEXTS.noRightCure}
      </Empty>
    </Page>
  );
}

function NotFound() {
  return (
    <Page title={SHELL_TEXTS.notFound}>
      <Empty
        title={SHELL_TEXTS.notFound}
        actions={<Button href={linkTo('gallery')}>{SHELL_TEXTS.toImages}</Button>}
      >
        {SHELL_TEXTS.notFoundAbout}
      </Empty>
    </Page>
  );
}

/** The screen of the current path; its code is loaded when it is first shown. */
export function Screen({ name }: { readonly name: RouteName }) {
  const { screen: Found, fault } = useScreen(name);
  const params = findRoute(place.value.path)?.params ?? {};
  if (fault !== undefined) {
    const reload = () => location.reload();
    return (
      <Page title={PAGE_TITLES[name]}>
        <FaultBanner fault={fault} what={SHELL_TEXTS.screenFailed} onRetry={reload} />
      </Page>
    );
  }
  return Found ? <Found params={params} /> : null;
}

/** A screen within the shell, if the role may see it. */
export function ScreenOutlet({ name }: { readonly name: RouteName | undefined }) {
  if (name === undefined) return <NotFound />;
  const { needs } = ROUTES[name];
  if (needs !== null && !mayCall(needs)) return <NoRight name={name} />;
  // a screen of another project starts again
  return <Screen key={`${name} ${currentProject.value?.projectId}`} name={name} />;
}
