import { ENDPOINTS } from '../core/api/endpoints.ts';
import { type Credentials, credentialsPath } from './data-folder/data-folder.ts';

const PICTURE = 'picture.jpg';

function jsonCall(base: string, path: string, body: string): string {
  return `curl -s ${base}${path} -H "X-API-Key: $API_KEY" -H 'Content-Type: application/json' -d '${body}'`;
}

/** The five operations as commands, after UPLOAD_KEY and API_KEY are set. */
export function describeCalls({
  baseUrl,
  cdnUrl,
}: Pick<Credentials, 'baseUrl' | 'cdnUrl'>): string[] {
  const upload = ENDPOINTS.uploadTemporaryImage.path.replace('{uploadKey}', '$UPLOAD_KEY');
  return [
    `curl -s ${baseUrl}${upload} -H 'Content-Type: image/jpeg' --data-binary @${PICTURE}`,
    jsonCall(baseUrl, ENDPOINTS.saveTemporaryImage.path, '{"temporaryImageUrl":"tmp_…"}'),
    `curl -s '${cdnUrl}/res/img_….webp?width=400&quality=80' -o small.webp`,
    jsonCall(
      baseUrl,
      ENDPOINTS.updateImageMetadata.path,
      '{"imageUrl":"img_…","add":{"alt_text":"A red bridge"}}',
    ),
    jsonCall(baseUrl, ENDPOINTS.deleteImage.path, '{"imageId":"img_…"}'),
  ];
}

function describeKeys(credentials: Credentials, dataDir: string, isTerminal: boolean): string[] {
  const path = credentialsPath(dataDir);
  if (isTerminal) {
    return [`UPLOAD_KEY=${credentials.uploadKey}`, `API_KEY=${credentials.apiKey}`];
  }
  const read = (name: string) => `$(node -p 'JSON.parse(fs.readFileSync("${path}")).${name}')`;
  return [`UPLOAD_KEY=${read('uploadKey')}`, `API_KEY=${read('apiKey')}`];
}

/**
 * The startup banner: URLs, keys (only on a terminal), and one call for each operation
 * (local.startup-banner).
 */
export function describeStartup(
  credentials: Credentials,
  dataDir: string,
  isTerminal: boolean,
): string {
  const [upload, save, show, describe, remove] = describeCalls(credentials);
  return [
    'imagewell is ready.',
    `  API ${credentials.baseUrl}/api/v1/   CDN ${credentials.cdnUrl}/res/   project ${credentials.projectId}`,
    `  credentials ${credentialsPath(dataDir)}`,
    '',
    ...describeKeys(credentials, dataDir, isTerminal),
    '',
    `# upload\n${upload}`,
    `# save the uploaded image\n${save}`,
    `# download as WebP, 400 pixels wide\n${show}`,
    `# change the metadata\n${describe}`,
    `# delete\n${remove}`,
    '',
  ].join('\n');
}
