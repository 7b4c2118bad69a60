import type { ComponentType } from 'preact';
import type { IconName } from '../icons/icons.ts';
import type { CallName } from '../state/projects.ts';
import type { RouteName, ScreenProps } from '../state/route-names.ts';

export interface Route {
  /** Loaded when it is first shown. */
  readonly load: () => Promise<ComponentType<ScreenProps>>;
  readonly icon: IconName;
  /** Where its link stands; null: nowhere. */
  readonly group: 'images' | 'project' | null;
  /** Among the five tabs of phones; the others are in the sheet of the project. */
  readonly isTab: boolean;
  /** The second key of `g …`. */
  readonly key: string | null;
  /** The page isn't offered to who may not make this call. */
  readonly needs: CallName | null;
  /** It takes the whole width, without the padding of a page. */
  readonly isWide?: true;
}

/** THE table of pages. */
export const ROUTES: Readonly<Record<RouteName, Route>> = {
  welcome: {
    load: async () => (await import('../screens/welcome/welcome-screen.tsx')).WelcomeScreen,
    icon: 'info',
    group: null,
    isTab: false,
    key: null,
    needs: null,
  },
  gallery: {
    load: async () => (await import('../screens/image-pages.ts')).GalleryScreen,
    icon: 'images',
    group: 'images',
    isTab: true,
    key: 'i',
    needs: 'listImages',
  },
  image: {
    load: async () => (await import('../screens/image-pages.ts')).ImageScreen,
    icon: 'images',
    group: null,
    isTab: false,
    key: null,
    needs: 'getImage',
  },
  bin: {
    load: async () => (await import('../screens/image-parts.ts')).BinScreen,
    icon: 'trash',
    group: null,
    isTab: false,
    key: 'b',
    needs: 'listBin',
  },
  playground: {
    load: async () => (await import('../screens/image-pages.ts')).PlaygroundScreen,
    icon: 'play',
    group: 'images',
    isTab: true,
    key: 'p',
    needs: 'explainTransformation',
    isWide: true,
  },
  keys: {
    load: async () => (await import('../screens/management.ts')).KeysScreen,
    icon: 'key',
    group: 'project',
    isTab: true,
    key: 'k',
    needs: 'listApiKeys',
  },
  usage: {
    load: async () => (await import('../screens/management.ts')).UsageScreen,
    icon: 'chart',
    group: 'project',
    isTab: true,
    key: 'u',
    needs: 'getUsageByDay',
  },
  team: {
    load: async () => (await import('../screens/management.ts')).TeamScreen,
    icon: 'users',
    group: 'project',
    isTab: true,
    key: 't',
    needs: 'listMembers',
  },
  project: {
    load: async () => (await import('../screens/management.ts')).ProjectScreen,
    icon: 'globe',
    group: 'project',
    isTab: false,
    key: null,
    needs: 'getProject',
  },
  webhooks: {
    load: async () => (await import('../screens/management.ts')).WebhooksScreen,
    icon: 'hook',
    group: 'project',
    isTab: false,
    key: null,
    needs: 'listWebhooks',
  },
  audit: {
    load: async () => (await import('../screens/management.ts')).AuditScreen,
    icon: 'log',
    group: 'project',
    isTab: false,
    key: null,
    needs: 'listAuditEvents',
  },
  invitation: {
    load: async () => (await import('../screens/welcome/welcome-screen.tsx')).WelcomeScreen,
    icon: 'users',
    group: null,
    isTab: false,
    key: null,
    needs: null,
  },
  account: {
    load: async () => (await import('../screens/management.ts')).AccountScreen,
    icon: 'users',
    group: null,
    isTab: false,
    key: null,
    needs: null,
  },
};
