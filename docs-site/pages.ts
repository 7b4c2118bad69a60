import { CALL_GROUPS } from '../scripts/call-groups.ts';

/** A page of the site, by its file in the repository. Its title is its first heading. */
export interface SitePage {
  readonly source: string;
  /** Its file in the site, by which every other page links to it. */
  readonly path: string;
  /** In the side bar, where the heading is too long for it. */
  readonly label: string;
  /** Words of users that the page doesn't have, for its search. */
  readonly keywords?: string;
  /** Its parts, listed below it. */
  readonly below?: readonly SitePage[];
}

/** Pages that belong together in the side bar. */
export interface SiteSection {
  readonly title: string;
  /** How much its pages count in a search. */
  readonly weight: number;
  readonly pages: readonly SitePage[];
}

const page = (source: string, path: string, label: string, keywords?: string): SitePage => ({
  source,
  path,
  label,
  ...(keywords === undefined ? {} : { keywords }),
});
const doc = (path: string, label: string, keywords?: string): SitePage =>
  page(`docs/${path}`, path, label, keywords);

/** THE list of pages, in the order of the side bar. The decisions come in by their folder. */
export const SECTIONS: readonly SiteSection[] = [
  {
    title: 'Start',
    weight: 2,
    pages: [
      doc('index.md', 'What it is', 'introduction overview features'),
      doc('start.md', 'Start in five minutes', 'getting started quickstart tutorial first image'),
      doc('install.md', 'Install from npm', 'getting started npx setup package'),
      doc('console.md', 'The console', 'dashboard admin panel ui web interface'),
    ],
  },
  {
    title: 'Tasks',
    weight: 3,
    pages: [
      doc(
        'tasks/resize.md',
        'Resize an image',
        'scale shrink thumbnail crop dimensions width height pixels',
      ),
      doc('tasks/formats.md', 'Formats', 'convert compress smaller quality image type'),
      doc(
        'tasks/private-images.md',
        'Private images',
        'secret hidden protect restrict access login expire unlisted',
      ),
      doc(
        'tasks/replace.md',
        'Replace an image',
        'change update overwrite new version swap reupload edit same url',
      ),
      doc(
        'tasks/restore.md',
        'Restore an image',
        'undo a deletion undelete recover recycle bin trash deleted old version history back keep',
      ),
      doc('tasks/find.md', 'Find images', 'search filter query words date duplicates list sort'),
      doc('tasks/delete.md', 'Delete an image', 'remove erase clear all images trash gdpr'),
      doc('tasks/cors.md', 'CORS errors', 'cors blocked network error cross origin allowed domain'),
      doc(
        'tasks/troubleshooting.md',
        'When an image is wrong',
        'blurry pixelated broken not loading slow cache stale old invalidate purge cloudfront cdn 429 rate limit quota exceeded throttled help faq debug',
      ),
      doc(
        'tasks/pricing.md',
        'Pricing and costs',
        'price cost bill free how much plan subscription license',
      ),
    ],
  },
  {
    title: 'Guides',
    weight: 2,
    pages: [
      doc(
        'guides/browser-uploads.md',
        'Uploads from a browser',
        'javascript form drag and drop dropzone file input progress bar upload',
      ),
      doc(
        'guides/back-ends.md',
        'Back ends',
        'server node express python flask go php ruby rails java backend api key rest',
      ),
      doc(
        'guides/direct-uploads.md',
        'Large uploads',
        'large big maximum file size upload limit presigned resumable 413 too large',
      ),
      doc(
        'guides/responsive-images.md',
        'Responsive images',
        'srcset sizes retina picture mobile lazy loading next.js',
      ),
      doc(
        'guides/frameworks.md',
        'Frameworks',
        'react next.js nextjs nuxt vue astro svelte drag and drop component low quality placeholder lqip blurhash thumbhash lazy loading',
      ),
      doc('guides/galleries.md', 'Galleries', 'list search images album pagination'),
      doc('guides/heic.md', 'HEIC', 'iphone ipad apple phone photos heif'),
      doc('guides/avif.md', 'AVIF'),
      doc('guides/svg.md', 'SVG', 'vector logo icon'),
      doc(
        'signed-urls.md',
        'Signed URLs and presets',
        'signature hmac expire token private allowed sizes',
      ),
      doc(
        'guides/teams.md',
        'Users and teams',
        'members roles permissions invite login account api keys',
      ),
      page('deploy/machine/accounts.md', 'guides/public-machine.md', 'A public machine'),
      doc('guides/webhooks.md', 'Webhooks', 'webhook callback notification event hook'),
      doc(
        'guides/moving-in.md',
        'Moving in',
        'import migrate migration cloudinary imgix s3 bulk upload',
      ),
      doc('guides/watermarks.md', 'Watermarks', 'watermark overlay logo text copyright stamp'),
      doc(
        'guides/moderation.md',
        'Moderation',
        'nsfw filter adult content review approve reject rekognition',
      ),
      doc(
        'guides/focal-points.md',
        'Focal points',
        'face detection smart crop gravity rekognition',
      ),
      doc(
        'photographs/wide-gamut.md',
        'Colours beyond sRGB',
        'display p3 colors icc profile saturated washed out',
      ),
      doc('photographs/hdr.md', 'High dynamic range', 'hdr photos ultra hdr gain map dark bright'),
      doc(
        'photographs/credit.md',
        'Credit of photographs',
        'copyright exif iptc xmp photographer creator license',
      ),
      doc(
        'guides/moving-out.md',
        'Moving out',
        'export all my images download originals leave lock-in',
      ),
      doc('guides/moving-between.md', 'Moving between a machine and a stack'),
      doc(
        'guides/addresses.md',
        'Old addresses',
        'redirect compatible urls translate imgproxy thumbor',
      ),
      doc(
        'guides/migrating.md',
        'Migrating',
        'migrate from cloudinary imgix imagekit imgproxy thumbor uploadcare switch import',
      ),
    ],
  },
  {
    title: 'Reference',
    weight: 1.4,
    pages: [
      doc(
        'transformations.md',
        'Transformations',
        'rotate flip blur grayscale rounded corners filter effects query parameters options',
      ),
      {
        ...doc('calls.md', 'Calls', 'rest api reference endpoints http openapi'),
        below: [
          ...CALL_GROUPS.map(({ name, title }) =>
            doc(`calls/${name}.md`, title, `api ${name} ${name.replace(/s$/, '')}`),
          ),
          doc(
            'calls/generators.md',
            'Generated clients',
            'openapi generator swagger sdk go typescript',
          ),
        ],
      },
      doc('errors.md', 'Errors', 'error codes status 400 401 403 404 429 500 problem'),
      doc('events.md', 'Events'),
      page('client/README.md', 'client.md', 'The client', 'javascript typescript sdk npm library'),
      doc('guides/python.md', 'The Python client', 'python sdk pip django flask'),
      doc('cli.md', 'The command line', 'cli terminal commands shell'),
      doc(
        'configuration.md',
        'Configuration and limits',
        'settings environment variables options maximum size plans quota',
      ),
      doc('contract.md', 'API rules'),
    ],
  },
  {
    title: 'Running it',
    weight: 1.5,
    pages: [
      doc(
        'public.md',
        'A public address',
        'custom domain https tls reverse proxy nginx self host server internet',
      ),
      page(
        'deploy/machine/README.md',
        'machine.md',
        'systemd and Caddy',
        'self host server linux vps install https tls ubuntu',
      ),
      doc('guides/docker.md', 'Docker', 'container compose image kubernetes self host'),
      doc('object-store.md', 'Files in an object store', 's3 bucket minio r2 storage backblaze'),
      doc('aws.md', 'The parts in AWS'),
      doc(
        'deploy.md',
        'Deploying',
        'aws cloud lambda cloudfront production custom domain certificate',
      ),
      doc('guides/cdk.md', 'In your CDK app'),
      doc('guides/template.md', 'Without the CDK'),
      doc('operating.md', 'Operating', 'admin monitoring logs alarms health'),
      doc('backup.md', 'Backup and restore', 'disaster recovery snapshot'),
      page('SECURITY.md', 'security.md', 'Security', 'vulnerability report threat'),
      doc('guides/quotas.md', 'Quotas of AWS'),
      doc('costs.md', 'Costs', 'price aws bill per month'),
      doc('performance.md', 'Performance', 'speed fast benchmark latency'),
      doc('fidelity.md', 'Fidelity'),
    ],
  },
  {
    title: 'Changing it',
    weight: 0.3,
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
