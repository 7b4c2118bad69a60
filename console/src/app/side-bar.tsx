import { linkTo } from '../state/links.ts';
import { account, usage } from '../state/projects.ts';
import type { RouteName } from '../state/route-names.ts';
import { sessionEmail } from '../state/session/session.ts';
import { daysUntil, formatOf } from '../texts/format.ts';
import { planOf, SHELL_TEXTS } from '../texts/shell-texts.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Logo } from '../ui/icon.tsx';
import { Meter } from '../ui/meter.tsx';
import { ThemeButton } from '../ui/theme-button.tsx';
import { SideNavigation } from './navigation.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';

function PlanCard() {
  const [plan, used] = [account.value?.plan, usage.value];
  if (!plan || !used) return null;
  // a project of another account has that account's limits
  const isOwn =
    plan.maxImages === used.images.limit &&
    plan.maxTransformationsPerMonth === used.transformations.limit;
  const rows = [
    { label: SHELL_TEXTS.images, ...used.images },
    { label: SHELL_TEXTS.transformations, ...used.transformations },
  ];
  return (
    <a class="plan" href={linkTo('usage')}>
      <span class="row">
        <b>{isOwn ? planOf(plan.name) : SHELL_TEXTS.thisProject}</b>
        <small>{SHELL_TEXTS.resetsIn(daysUntil(used.resetsAt))}</small>
      </span>
      {rows.map(({ label, used: count, limit }) => (
        <>
          <span class="row small">
            <span>{label}</span>
            <span class="num">{formatOf(count, limit)}</span>
          </span>
          <Meter label={label} used={count} limit={limit} text={formatOf(count, limit)} />
        </>
      ))}
    </a>
  );
}

function UserRow() {
  const email = sessionEmail.value ?? SHELL_TEXTS.noUser;
  return (
    <div class="who">
      <Avatar name={email} />
      <a class="grow who-link" href={linkTo('account')} title={SHELL_TEXTS.account}>
        <b>{email.split('@')[0]}</b>
        <small>{email}</small>
      </a>
      <ThemeButton />
    </div>
  );
}

/** From 1024 px the side bar, from 768 px a rail of icons. */
export function SideBar({ current }: { readonly current: RouteName | undefined }) {
  return (
    <aside class="side" aria-label={SHELL_TEXTS.console}>
      <a class="brand" href={linkTo('gallery')} aria-label={SHELL_TEXTS.brandLabel}>
        <Logo />
        <span>{SHELL_TEXTS.brand}</span>
      </a>
      <ProjectSwitcher />
      <SideNavigation current={current} />
      <div class="side-foot">
        <PlanCard />
        <UserRow />
      </div>
    </aside>
  );
}

/** The top bar of phones. */
export function TopBar() {
  return (
    <header class="mobile-top">
      <a class="brand" href={linkTo('gallery')} aria-label={SHELL_TEXTS.brandLabel}>
        <Logo />
      </a>
      <ProjectSwitcher isShort />
      <ThemeButton />
    </header>
  );
}
