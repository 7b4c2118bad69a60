import { buildOpenApi } from '../core/api/openapi.ts';
import { robotsFile } from './crawler-files.ts';
import { FAVICON } from './favicon.ts';
import { problemFiles } from './problem-pages.ts';
import { type SiteFile, textFile } from './site-file.ts';

/** The service's address, name and version. */
export interface SiteFacts {
  readonly version: string;
  /** Of the API, without a slash at the end. */
  readonly apiUrl: string;
  /** Of images, and of the site itself. */
  readonly cdnUrl: string;
}

const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** The answer of `/` to a program: the name, the version, and the links. */
function indexJson({ version, apiUrl, cdnUrl }: SiteFacts): string {
  const at = (path: string) => cdnUrl + path;
  return asJson({
    name: 'imagewell',
    version,
    links: {
      api: `${apiUrl}/api/v1/`,
      images: at('/res/'),
      console: at('/'),
      docs: at('/docs/'),
      openapi: at('/openapi.json'),
      llms: at('/llms.txt'),
      problems: at('/problems'),
      health: at('/healthz'),
    },
  });
}

function openApi({ apiUrl, version }: SiteFacts): string {
  const document = buildOpenApi();
  const servers = [{ url: apiUrl, description: `imagewell ${version} at this address.` }];
  return JSON.stringify({ ...document, servers }); // half the bytes of the indented one
}

/** The entry for language models (llmstxt.org) until the docs site brings its own. */
function llmsText({ apiUrl, cdnUrl }: SiteFacts): string {
  return `# imagewell

> Image hosting and transformation. Upload an image, save it, and serve it in any size and format by its URL.

The API is at ${apiUrl}/api/v1/ and images are at ${cdnUrl}/res/.

## Reference

- [OpenAPI document](${cdnUrl}/openapi.json): every call with its fields, errors and examples
- [Problems](${cdnUrl}/problems): every error code
- [Docs](${cdnUrl}/docs/): guides and reference
`;
}

/** The files of the site that are made of tables alone: all but console and docs. */
export function serviceFiles(facts: SiteFacts): SiteFile[] {
  return [
    textFile('index.json', 'application/json', indexJson(facts)),
    textFile('openapi.json', 'application/json', openApi(facts)),
    textFile('llms.txt', 'text/plain; charset=utf-8', llmsText(facts)),
    robotsFile(facts.cdnUrl),
    { key: 'favicon.ico', contentType: 'image/x-icon', life: 'revalidated', body: FAVICON },
    ...problemFiles(facts.cdnUrl),
  ];
}
