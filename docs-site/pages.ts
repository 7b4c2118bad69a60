import { CALL_GROUPS } from '../scripts/call-groups.ts';

/** A page of the site, by its file in the repository. Its title is its first heading. */
export interface SitePage {
  readonly source: string;
  /** Its file in the site, by which every other page links to it. */
  readonly path: string;
  /** In the side bar, where the heading is too long for it. */
  readonly label: string;
  /** Its parts, listed below it. */
  readonly below?: readonly SitePage[];
}

/** Pages that belong together in the side bar. */
export interface SiteSection {
  readonly title: string;
  readonly pages: readonly SitePage[];
}

const page = (source: string, path: string, label: string): SitePage => ({ source, path, label });
const doc = (path: string, label: string): SitePage => page(`docs/${path}`, path, label);

/** THE list of pages, in the order of the side bar. The decisions come in by their folder. */
export const SECTIONS: readonly SiteSection[] = [
  {
    title: 'Start',
    pages: [
      doc('index.md', 'What it is'),
      doc('start.md', 'Start in five minutes'),
      doc('install.md', 'Install from npm'),
      doc('console.md', 'The console'),
    ],
  },
  {
    title: 'Tasks',
    pages: [
      doc('tasks/resize.md', 'Resize an image'),
      doc('tasks/formats.md', 'Formats'),
      doc('tasks/private-images.md', 'Private images'),
      doc('tasks/delete.md', 'Delete an image'),
      doc('tasks/cors.md', 'CORS errors'),
      doc('tasks/troubleshooting.md', 'When an image is wrong'),
      doc('tasks/pricing.md', 'Pricing and costs'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      doc('guides/browser-uploads.md', 'Uploads from a browser'),
      doc('guides/back-ends.md', 'Back ends'),
      doc('guides/direct-uploads.md', 'Large uploads'),
      doc('guides/responsive-images.md', 'Responsive images'),
      doc('guides/frameworks.md', 'Frameworks'),
      doc('guides/galleries.md', 'Galleries'),
      doc('guides/heic.md', 'HEIC'),
      doc('guides/avif.md', 'AVIF'),
      doc('guides/svg.md', 'SVG'),
      doc('signed-urls.md', 'Signed URLs and presets'),
      doc('guides/teams.md', 'Users and teams'),
      page('deploy/machine/accounts.md', 'guides/public-machine.md', 'A public machine'),
      doc('guides/webhooks.md', 'Webhooks'),
      doc('guides/moving-in.md', 'Moving in'),
      doc('guides/watermarks.md', 'Watermarks'),
      doc('guides/moderation.md', 'Moderation'),
      doc('guides/focal-points.md', 'Focal points'),
      doc('photographs/wide-gamut.md', 'Colours beyond sRGB'),
      doc('photographs/hdr.md', 'High dynamic range'),
      doc('photographs/credit.md', 'Credit of photographs'),
      doc('guides/moving-out.md', 'Moving out'),
      doc('guides/moving-between.md', 'Moving between a machine and a stack'),
      doc('guides/addresses.md', 'Old addresses'),
      doc('guides/migrating.md', 'Migrating'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      doc('transformations.md', 'Transformations'),
      {
        ...doc('calls.md', 'Calls'),
        below: CALL_GROUPS.map(({ name, title }) => doc(`calls/${name}.md`, title)),
      },
      doc('errors.md', 'Errors'),
      doc('events.md', 'Events'),
      page('client/README.md', 'client.md', 'The client'),
      doc('guides/python.md', 'The Python client'),
      doc('cli.md', 'The command line'),
      doc('configuration.md', 'Configuration and limits'),
      doc('contract.md', 'API rules'),
    ],
  },
  {
    title: 'Running it',
    pages: [
      doc('public.md', 'A public address'),
      page('deploy/machine/README.md', 'machine.md', 'systemd and Caddy'),
      doc('guides/docker.md', 'Docker'),
      doc('object-store.md', 'Files in an object store'),
      doc('aws.md', 'The parts in AWS'),
      doc('deploy.md', 'Deploying'),
      doc('guides/cdk.md', 'In your CDK app'),
      doc('guides/template.md', 'Without the CDK'),
      doc('operating.md', 'Operating'),
      doc('backup.md', 'Backup and restore'),
      page('SECURITY.md', 'security.md', 'Security'),
      doc('guides/quotas.md', 'Quotas of AWS'),
      doc('costs.md', 'Costs'),
      doc('performance.md', 'Performance'),
      doc('fidelity.md', 'Fidelity'),
    ],
  },
  {
    title: 'Changing it',
    pages: [
      page('CONTRIBUTING.md', 'contributing.md', 'Contributing'),
      doc('architecture.md', 'Architecture'),
      doc('contributing/recipes.md', 'Recipes'),
      doc('contributing/tests.md', 'Tests and measurements'),
      doc('contributing/releasing.md', 'Releasing'),
      page('docs-site/README.md', 'docs-site.md', 'The docs site'),
      page('docs/decisions/README.md', 'decisions.md', 'Decisions'),
      page('CHANGELOG.md', 'changelog.md', 'Changelog'),
    ],
  },
];

/** JSON documents that a page may link to and that the site has beside its pages. */
export const FILES: Readonly<Record<string, string>> = {
  'docs/openapi.json': 'openapi.json',
};

/** Folders whose images pages show, by their paths in the site. */
export const FOLDERS: Readonly<Record<string, string>> = { 'docs/screens': 'screens' };

/** The README is the repository's front page; the site has its own. */
export const ALIASES: Readonly<Record<string, string>> = { 'README.md': 'index.md' };

/** Every page of the sections, with those below others. */
export const PAGES: readonly SitePage[] = SECTIONS.flatMap(({ pages }) =>
  pages.flatMap((one) => [one, ...(one.below ?? [])]),
);
