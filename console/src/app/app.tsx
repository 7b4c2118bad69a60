import { useEffect, useRef } from 'preact/hooks';
// both groups of pages need them: they have no script of their own
import '../quota/lifted-limits.ts';
import '../texts/quota-texts.ts';
import '../ui/dialogs/ask-dialog.tsx';
import { isOnline } from '../state/online.ts';
import { accountFault, loadAccount, projects, unseenProject } from '../state/projects.ts';
import { findRoute, type RouteName } from '../state/route-names.ts';
import { navigate, place, setQuery } from '../state/router.ts';
import { sessionEmail, sessionState, signInAgain, signInPath } from '../state/session/session.ts';
import {
  ACCOUNT_FAILED,
  NO_PROJECT_ABOUT,
  NO_PROJECT_TITLE,
  SHELL_TEXTS,
} from '../texts/shell-texts.ts';
import { UI_TEXTS } from '../texts/ui-texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import { FaultBanner } from '../ui/fault-banner.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Toast } from '../ui/toast.tsx';
import { DropOverlay } from '../uploads/drop-overlay.tsx';
import { UploadTray } from '../uploads/upload-tray.tsx';
import { TabBar } from './navigation.tsx';
import { Screen, ScreenOutlet } from './screen-outlet.tsx';
import { ShortcutList } from './shortcut-list.tsx';
import { SideBar, TopBar } from './side-bar.tsx';

function SessionEnded() {
  return (
    <Dialog
      title={SHELL_TEXTS.endedTitle}
      about={SHELL_TEXTS.endedAbout}
      mayClose={false}
      onClose={() => {}}
      actions={
        <Button kind="primary" autoFocus onClick={signInAgain}>
          {SHELL_TEXTS.signInAgain}
        </Button>
      }
    />
  );
}

function Content({ name }: { readonly name: RouteName | undefined }) {
  if (accountFault.value !== undefined && projects.value === undefined) {
    return (
      <section class="lone" aria-label={ACCOUNT_FAILED}>
        <FaultBanner fault={accountFault.value} what={ACCOUNT_FAILED} onRetry={loadAccount} />
      </section>
    );
  }
  if (projects.value === undefined) {
    return (
      <section class="lone" aria-label={SHELL_TEXTS.accountLoading} aria-busy="true">
        <Skeleton lines={6} />
      </section>
    );
  }
  const isOfProject = name !== 'account';
  const unseen = unseenProject.value;
  if (unseen !== undefined && isOfProject) {
    return (
      <Page title={SHELL_TEXTS.unseenTitle}>
        <Empty
          title={SHELL_TEXTS.unseenIs(unseen)}
          actions={<Button onClick={() => setQuery({ project: null })}>{SHELL_TEXTS.toOwn}</Button>}
        >
          {SHELL_TEXTS.unseenAbout(sessionEmail.value)}
        </Empty>
      </Page>
    );
  }
  if (projects.value.length === 0 && isOfProject) {
    return (
      <section class="lone" aria-label={NO_PROJECT_TITLE}>
        <Empty title={NO_PROJECT_TITLE}>{NO_PROJECT_ABOUT}</Empty>
      </section>
    );
  }
  return <ScreenOutlet name={name} />;
}

/** Side bar or rail, top bar and tabs on phones, and the screen. */
function Shell({ name }: { readonly name: RouteName | undefined }) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(name);
  useEffect(() => {
    if (shown.current !== name) main.current?.focus({ preventScroll: true });
    shown.current = name;
  }, [name]);
  return (
    <>
      <a class="skip" href="#main">
        {SHELL_TEXTS.skip}
      </a>
      <div class="app">
        <SideBar current={name} />
        <TopBar />
        <main id="main" tabIndex={-1} ref={main}>
          {!isOnline.value && (
            <Banner kind="warn" title={UI_TEXTS.offline}>
              {UI_TEXTS.offlineMore}
            </Banner>
          )}
          <Content name={name} />
        </main>
        <TabBar current={name} />
        <UploadTray />
      </div>
      <DropOverlay />
      <ShortcutList />
      {sessionState.value === 'ended' && <SessionEnded />}
    </>
  );
}

/** The whole console. */
export function App() {
  const { path, query } = place.value;
  const found = findRoute(path);
  const isOutside = found?.name === 'welcome' || found?.name === 'invitation';
  const mustSignIn = !isOutside && sessionState.value === 'signed-out';
  useEffect(() => {
    if (!mustSignIn) return;
    const text = query.toString();
    navigate(signInPath(path + (text === '' ? '' : `?${text}`)), { isReplacing: true });
  }, [mustSignIn, path, query]);
  if (mustSignIn) return null;
  return (
    <>
      {isOutside ? (
        <main id="main">
          <Screen name="welcome" />
        </main>
      ) : (
        <Shell name={found?.name} />
      )}
      <Toast />
    </>
  );
}
