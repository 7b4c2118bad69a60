import { linkTo } from '../state/links.ts';
import { currentProject, mayCall, usage } from '../state/projects.ts';
import type { RouteName } from '../state/route-names.ts';
import { formatNumber } from '../texts/format.ts';
import { PAGE_TITLES, SHELL_TEXTS } from '../texts/shell-texts.ts';
import { Icon } from '../ui/icon.tsx';
import { ROUTES } from './routes.ts';

const NAMES = Object.keys(ROUTES) as RouteName[];

/** Pages of a group that the role may open. */
export function offeredPages(isOffered: (name: RouteName) => boolean): RouteName[] {
  return NAMES.filter((name) => {
    const { needs } = ROUTES[name];
    return isOffered(name) && (needs === null || mayCall(needs));
  });
}

const isIn = (group: 'images' | 'project') => (name: RouteName) => ROUTES[name].group === group;
/** The page whose link is lit on a page that has none of its own. */
const LIT: Readonly<Partial<Record<RouteName, RouteName>>> = { image: 'gallery' };

interface LinkProps {
  readonly name: RouteName;
  readonly current: RouteName | undefined;
  readonly count?: number | undefined;
}

function PageLink({ name, current, count }: LinkProps) {
  const isCurrent = name === (current && (LIT[current] ?? current));
  return (
    <a href={linkTo(name)} title={PAGE_TITLES[name]} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={ROUTES[name].icon} />
      <span>{PAGE_TITLES[name]}</span>
      {count !== undefined && <span class="count">{formatNumber(count)}</span>}
    </a>
  );
}

/** The pages in two groups, in the side bar. */
export function SideNavigation({ current }: { readonly current: RouteName | undefined }) {
  return (
    <nav aria-label={SHELL_TEXTS.main}>
      {offeredPages(isIn('images')).map((name) => (
        <PageLink
          key={name}
          name={name}
          current={current}
          count={name === 'gallery' ? usage.value?.images.used : undefined}
        />
      ))}
      <p class="nav-head">{currentProject.value?.name}</p>
      {offeredPages(isIn('project')).map((name) => (
        <PageLink key={name} name={name} current={current} />
      ))}
    </nav>
  );
}

/** Five pages at the bottom of phones. */
export function TabBar({ current }: { readonly current: RouteName | undefined }) {
  return (
    <nav class="tabbar" aria-label={SHELL_TEXTS.mainShort}>
      {offeredPages((name) => ROUTES[name].isTab).map((name) => (
        <PageLink key={name} name={name} current={current} />
      ))}
    </nav>
  );
}
