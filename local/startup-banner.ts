import { ENDPOINTS } from '../core/api/endpoints.ts';
import type { Plan } from '../core/projects/plans.ts';
import { type Credentials, credentialsPath } from './data-folder/data-folder.ts';
import { LOCAL_ACCOUNT_ID } from './data-folder/local-account.ts';
import type { OpenDoor } from './door/open-sign-in.ts';
import { createLocalOperatorCommands } from './operator-commands.ts';

const FILE_NAME = 'image.jpg';

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
    `curl -s ${baseUrl}${upload} -H 'Content-Type: image/jpeg' --data-binary @${FILE_NAME}`,
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

/** How a shell gets the two keys: as they are on a terminal alone, else from their file. */
function describeKeys(credentials: Credentials, dataDir: string, isTerminal: boolean): string[] {
  const path = credentialsPath(dataDir);
  if (isTerminal) {
    return [`UPLOAD_KEY=${credentials.uploadKey}`, `API_KEY=${credentials.apiKey}`];
  }
  const read = (name: string) => `$(node -p 'JSON.parse(fs.readFileSync("${path}")).${name}')`;
  return [`UPLOAD_KEY=${read('uploadKey')}`, `API_KEY=${read('apiKey')}`];
}

const GIGABYTE = 1_000_000_000;

/** A number without commas needs no `Intl`, whose first use takes 10 ms. */
function numberText(value: number): string {
  const isPlain = Number.isInteger(value) && value >= 0 && value < 1_000;
  return isPlain ? String(value) : value.toLocaleString('en');
}

function describeLimit(limit: number | null, unit: string): string[] {
  return limit === null ? [] : [`${numberText(limit)} ${unit}`];
}

/** The limits of a plan in words. */
function describePlan(plan: Plan): string {
  const { maxImages, maxTransformationsPerMonth, maxBandwidthBytesPerMonth } = plan;
  const gigabytes =
    maxBandwidthBytesPerMonth === null ? null : maxBandwidthBytesPerMonth / GIGABYTE;
  const limits = [
    ...describeLimit(maxImages, 'images'),
    ...describeLimit(maxTransformationsPerMonth, 'transformations a month'),
    ...describeLimit(gigabytes, 'GB a month'),
  ];
  return `${plan.name}: ${limits.length === 0 ? 'no limits' : limits.join(', ')}`;
}

const LIFTED = ' (limits lifted in the console, which ends that under Usage)';

/** The facts that differ between starts. */
export interface StartupFacts {
  readonly dataDir: string;
  /** The plan of the local account in this start. */
  readonly plan: Plan;
  /** The console lifted its limits, and ends that under Usage. */
  readonly isLifted: boolean;
  readonly isTerminal: boolean;
  /** Whether the five operations are shown, too. */
  readonly isVerbose: boolean;
  /** Lines of describeSetUp. */
  readonly setUp?: readonly string[];
}

/**
 * The way to the first account of a public service that has none. Only a terminal shows the link
 * itself, since other outputs are logs (local.door).
 */
export function describeSetUp(
  door: OpenDoor | undefined,
  dataDir: string,
  isTerminal: boolean,
): readonly string[] {
  if (!door || door.hasWayIn()) return [];
  const { makeSetupLink } = createLocalOperatorCommands(dataDir);
  return isTerminal
    ? [`  set up       ${door.makeSetupLink()}`, '               works once, for 30 minutes']
    : [`  set up       ${makeSetupLink()}`];
}

function describeOperations(credentials: Credentials): string[] {
  const [upload, save, show, describe, remove] = describeCalls(credentials);
  return [
    '',
    `# upload\n${upload}`,
    `# save the uploaded image\n${save}`,
    `# download as WebP, 400 pixels wide\n${show}`,
    `# change the metadata\n${describe}`,
    `# delete\n${remove}`,
  ];
}

/**
 * The startup banner: the page to open, the plan with its limits, and the keys, which only a
 * terminal shows (local.startup-banner).
 */
export function describeStartup(
  credentials: Credentials,
  { dataDir, plan, isLifted, isTerminal, isVerbose, setUp = [] }: StartupFacts,
): string {
  const isUnlimited = plan.name === 'unlimited';
  const { liftPlan } = createLocalOperatorCommands(dataDir).here;
  const account = {
    accountId: LOCAL_ACCOUNT_ID,
    projectId: credentials.projectId,
    isDefault: true,
  };
  return [
    'imagewell is ready.',
    `  open         ${credentials.baseUrl}/`,
    ...setUp,
    `  plan         ${describePlan(plan)}${isLifted ? LIFTED : ''}`,
    ...(isUnlimited ? [] : [`  no limits    ${liftPlan(account)}`]),
    `  project      ${credentials.projectId}`,
    `  credentials  ${credentialsPath(dataDir)}`,
    '',
    ...describeKeys(credentials, dataDir, isTerminal),
    ...(isVerbose ? describeOperations(credentials) : []),
    '',
  ].join('\n');
}
