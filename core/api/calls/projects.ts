import * as z from 'zod/mini';
import { CREDIT_CHOICES } from '../../codecs/credit/credit.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { VISIBILITIES } from '../../images/image-states.ts';
import { DELETION_KINDS, PROJECT_PURGE_STEPS } from '../../projects/project-deletion.ts';
import {
  FINDERS,
  GAMUTS,
  MODERATIONS,
  OVER_BANDWIDTH_ANSWERS,
  OVER_QUOTA_ANSWERS,
  QUOTA_MODES,
} from '../../projects/project-settings.ts';
import { called, type Endpoint } from '../endpoint.ts';
import { callersProjectField, projectIdField, textField, trueField } from '../fields.ts';
import { settingFields } from '../setting-fields.ts';
import { EXAMPLE_IMAGE, EXAMPLE_PROJECT, EXAMPLE_PROJECT_ID } from './examples.ts';
import { PROJECT_REQUEST } from './project-request.ts';
import { roleSchema } from './role-schema.ts';

/** A project as the API describes it to a member (projects.settings). */
export const projectSchema = z.object({
  projectId: z.string(),
  name: z.string(),
  role: roleSchema,
  createdAt: z.string(),
  allowedOrigins: z.array(z.string()),
  allowedWidths: z.nullable(z.array(z.int())),
  allowedHeights: z.nullable(z.array(z.int())),
  presets: z.record(z.string(), z.string()),
  requireSignature: z.boolean(),
  overQuota: z.enum(OVER_QUOTA_ANSWERS),
  overBandwidth: z.enum(OVER_BANDWIDTH_ANSWERS),
  watermark: z.nullable(z.string()),
  quotaMode: z.enum(QUOTA_MODES),
  temporaryLifeHours: z.int(),
  browserMaxAge: z.int(), // seconds
  keepDays: z.int(),
  defaultVisibility: z.enum(VISIBILITIES),
  /** ID of the image that is served in place of missing ones. */
  fallbackImage: z.nullable(z.string()),
  moderation: z.enum(MODERATIONS),
  focalPoints: z.enum(FINDERS),
  gamut: z.enum(GAMUTS),
  hdr: z.boolean(),
  credit: z.enum(CREDIT_CHOICES),
  /** The account's first: it can be emptied and not deleted. */
  isDefault: z.boolean(),
  state: z.enum(['live', 'deleting']),
  /** The time until which a deleting project can be restored; null while it is open. */
  purgeAt: z.nullable(z.string()),
  /** While the operator suspends it: no key works, nothing is served or changed; else null. */
  suspension: z.nullable(z.object({ reason: z.string(), suspendedAt: z.string() })),
});

/** A project in the API. */
export type DescribedProject = z.infer<typeof projectSchema>;

const createProject = {
  isAudited: true,
  ...called('create-project'),
  summary: 'Create a project',
  description:
    'You become its owner, and it counts toward the quotas of your account. Absent settings get their defaults; the default of `allowedOrigins` is empty.',
  credential: { kind: 'accessToken', role: null },
  functionName: 'project-calls',
  request: {
    kind: 'json',
    schema: z.strictObject(settingFields()),
    exactlyOne: [['name']],
    example: { name: 'shop', allowedOrigins: ['https://shop.example.com'] },
  },
  response: projectSchema,
  responseExample: {
    ...EXAMPLE_PROJECT,
    name: 'shop',
    isDefault: false,
    presets: {},
    allowedOrigins: ['https://shop.example.com'],
  },
  problems: ['plan_forbids_log_mode', 'project_quota_exceeded', 'account_deleting'],
} as const satisfies Endpoint;

const marked = z.object({
  message: z.literal('project_marked_for_deletion'),
  projectId: z.string(),
  /** The time until which it can be restored. */
  purgeAt: z.string(),
});

/** The result of delete-project. */
export type MarkedProject = z.infer<typeof marked>;

/** The name of the project, typed again as a confirmation. */
export function nameToConfirmField() {
  return textField(LIMITS.maxProjectNameLength, 'The name of the project, as confirmation.');
}

const deleteProject = {
  isAudited: true,
  ...called('delete-project'),
  summary: 'Delete a project',
  description:
    'From the response on, its keys are rejected and its images are not served. For seven days an owner can restore it, and it still counts toward the plan together with its images. Afterwards everything in it is erased. With `now` the erasure starts immediately; this requires a sign-in within the last five minutes. The default project can only be emptied.',
  credential: { kind: 'accessToken', role: 'owner', reachesDeleted: true },
  functionName: 'project-calls',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      name: z.optional(nameToConfirmField()),
      now: z.optional(trueField('Skips the seven days in which it can be restored.')),
    }),
    exactlyOne: [['projectId'], ['name']],
    example: { projectId: EXAMPLE_PROJECT_ID, name: 'shop' },
  },
  response: marked,
  responseExample: {
    message: 'project_marked_for_deletion',
    projectId: EXAMPLE_PROJECT_ID,
    purgeAt: '2026-11-28T09:00:00.000Z',
  },
  problems: ['sign_in_too_old', 'default_project_stays'],
} as const satisfies Endpoint;

const emptyProject = {
  isAudited: true,
  ...called('empty-project'),
  summary: 'Delete all images of a project',
  description:
    'Deletes every image and temporary image that the project has at the time of the call. This takes seconds, or minutes for thousands of images; get-project-deletion-status shows the progress. The project, its keys, its members and later uploads stay. The call cannot be undone and requires a sign-in within the last five minutes.',
  credential: { kind: 'accessToken', role: 'owner' },
  functionName: 'project-calls',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      name: z.optional(nameToConfirmField()),
    }),
    exactlyOne: [['projectId'], ['name']],
    example: { projectId: EXAMPLE_PROJECT_ID, name: 'default' },
  },
  response: z.object({
    message: z.literal('project_marked_for_emptying'),
    projectId: z.string(),
  }),
  responseExample: { message: 'project_marked_for_emptying', projectId: EXAMPLE_PROJECT_ID },
  problems: ['sign_in_too_old'],
} as const satisfies Endpoint;

const getProject = {
  ...called('get-project'),
  summary: 'Describe a project',
  description: 'Returns the settings of the project and your role in it.',
  credential: { kind: 'accessToken', role: 'viewer', reachesDeleted: true },
  functionName: 'project-calls',
  request: PROJECT_REQUEST,
  response: projectSchema,
  responseExample: EXAMPLE_PROJECT,
  problems: [],
} as const satisfies Endpoint;

const status = z.object({
  projectId: z.string(),
  name: z.string(),
  /** Null if there is none. */
  kind: z.nullable(z.enum(DELETION_KINDS)),
  state: z.enum(['live', 'waiting', 'purging', 'purged']),
  /** The start of the purge, until which a deletion can be cancelled. */
  purgeAt: z.nullable(z.string()),
  purgedAt: z.nullable(z.string()),
  /**
   * In their order, each with the time when it was done, and the number of removed items if that is
   * counted.
   */
  steps: z.array(
    z.object({
      step: z.enum(PROJECT_PURGE_STEPS),
      at: z.nullable(z.string()),
      count: z.nullable(z.int()),
    }),
  ),
});

/** The result of get-project-deletion-status. */
export type ProjectDeletionStatus = z.infer<typeof status>;

const DONE: Readonly<Record<string, readonly [string, number | null]>> = {
  marked: ['2026-11-21T09:00:00.000Z', null],
  images_closed: ['2026-11-28T09:03:12.000Z', 1234],
  edge_invalidated: ['2026-11-28T09:03:12.400Z', null],
};

const getProjectDeletionStatus = {
  ...called('get-project-deletion-status'),
  summary: 'Show the progress of the deletion of a project',
  description:
    'Returns the completed steps of the deletion of a project, or else of its last emptying, each with its time. The receipt is kept for 30 days after the last step; former owners can read it.',
  credential: { kind: 'accessToken', role: 'owner', reachesDeleted: true, outlivesProject: true },
  functionName: 'project-calls',
  request: PROJECT_REQUEST,
  response: status,
  responseExample: {
    projectId: EXAMPLE_PROJECT_ID,
    name: 'shop',
    kind: 'delete',
    state: 'purging',
    purgeAt: '2026-11-28T09:00:00.000Z',
    purgedAt: null,
    steps: PROJECT_PURGE_STEPS.map((step) => {
      const [at, count] = DONE[step] ?? [null, null];
      return { step, at, count };
    }),
  },
  problems: [],
} as const satisfies Endpoint;

const listProjects = {
  ...called('list-projects'),
  summary: 'List the projects that you belong to',
  description: 'Lists the projects with your role in each, oldest membership first.',
  credential: { kind: 'accessToken', role: null },
  functionName: 'account-and-team-calls',
  request: {
    kind: 'json',
    schema: z.strictObject({}),
    exactlyOne: [],
    example: {},
  },
  response: z.object({ projects: z.array(projectSchema) }),
  responseExample: { projects: [EXAMPLE_PROJECT] },
  problems: [],
} as const satisfies Endpoint;

const restoreProject = {
  isAudited: true,
  ...called('restore-project'),
  summary: 'Restore a deleted project',
  description:
    'Restores a project within seven days of its deletion. Its keys work again on the next request, and its images are served again within ten seconds. If the account was deleted with it, the deletion of the account is cancelled. The call has no effect on a project that is not deleted.',
  credential: { kind: 'accessToken', role: 'owner', reachesDeleted: true },
  functionName: 'project-calls',
  request: PROJECT_REQUEST,
  response: projectSchema,
  responseExample: EXAMPLE_PROJECT,
  problems: ['project_purged'],
} as const satisfies Endpoint;

const updateProject = {
  isAudited: true,
  ...called('update-project'),
  summary: 'Change a project',
  description:
    'Replaces each given field as a whole and keeps the others. The change takes effect on the next request to the API and the origin. If it affects cached images, the copies of the project in the CDN are invalidated within seconds.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'project-calls',
  request: {
    kind: 'json',
    schema: z.strictObject({ projectId: z.optional(projectIdField()), ...settingFields() }),
    exactlyOne: [['projectId']],
    example: { projectId: EXAMPLE_PROJECT_ID, allowedWidths: [320, 640], requireSignature: false },
  },
  response: projectSchema,
  responseExample: { ...EXAMPLE_PROJECT, allowedWidths: [320, 640] },
  problems: ['plan_forbids_log_mode'],
} as const satisfies Endpoint;

const amount = z.object({ used: z.int(), limit: z.nullable(z.int()) });

const usage = z.object({
  /** Of the month in UTC, `2026-11`. */
  month: z.string(),
  resetsAt: z.string(),
  images: amount,
  transformations: amount,
  bandwidthBytes: amount,
  /** The time until which the images of the project are refused for its bandwidth; else null. */
  imagesRefusedUntil: z.nullable(z.string()),
  /** The five images with the most sent bytes in this month, in descending order. */
  topImages: z.array(z.object({ imageId: z.string(), bandwidthBytes: z.int(), requests: z.int() })),
});

/** The result of get-usage. */
export type DescribedUsage = z.infer<typeof usage>;

const getUsage = {
  ...called('get-usage'),
  summary: 'Show the usage of the plan',
  description:
    'Returns the usage of a project in this month and the limits of its account. It is the project of the API key, or the given one. With an access token and no project, the call returns the usage of your own account. null is no limit. Images and transformations are exact. Bandwidth and `topImages` are estimates from the access logs of the CDN, which arrive minutes late and may omit requests. `imagesRefusedUntil` is null while images are served.',
  credential: { kind: 'apiKey', scope: 'images:read', role: 'viewer', isForAccountToo: true },
  functionName: 'api-key-calls',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(
        projectIdField('ID of the project; with an API key, the project of the key.'),
      ),
    }),
    exactlyOne: [],
    example: {},
  },
  response: usage,
  responseExample: {
    month: '2026-11',
    resetsAt: '2026-12-01T00:00:00.000Z',
    images: { used: 12, limit: 50 },
    transformations: { used: 34, limit: 100 },
    bandwidthBytes: { used: 123_456_789, limit: 1_000_000_000 },
    imagesRefusedUntil: null,
    topImages: [{ imageId: EXAMPLE_IMAGE, bandwidthBytes: 98_765_432, requests: 1234 }],
  },
  problems: ['project_not_found'],
} as const satisfies Endpoint;

const day = z.object({
  /** In UTC, `2026-11-05`. */
  date: z.string(),
  images: z.int(),
  transformations: z.int(),
  bandwidthBytes: z.int(),
});

/** A day in the result of get-usage-by-day. */
export type DescribedDay = z.infer<typeof day>;

const getUsageByDay = {
  ...called('get-usage-by-day'),
  summary: 'Show the usage of a project by day',
  description: `Returns the usage of a project on each of the last ${LIMITS.usageDays} days in UTC, oldest first; the last one is today. \`images\` were saved on the day, whether or not they were deleted since. \`transformations\` are the renditions made on the day; one that is made again counts again. Making it again costs no unit of the quota in the same month. \`bandwidthBytes\` is an estimate from the access logs of the CDN, which arrive minutes late. A crash may leave a count out; the quotas of get-usage are exact.`,
  credential: { kind: 'apiKey', scope: 'images:read', role: 'viewer' },
  functionName: 'api-key-calls',
  request: {
    kind: 'json',
    schema: z.strictObject({ projectId: z.optional(callersProjectField()) }),
    exactlyOne: [],
    example: {},
  },
  response: z.object({ days: z.array(day) }),
  // two of the days
  responseExample: {
    days: [
      { date: '2026-11-20', images: 2, transformations: 9, bandwidthBytes: 4_812_300 },
      { date: '2026-11-21', images: 0, transformations: 4, bandwidthBytes: 1_093_870 },
    ],
  },
  problems: [],
} as const satisfies Endpoint;

const listRefusedOrigins = {
  ...called('list-refused-origins'),
  summary: 'List the web origins that were refused lately',
  description: `Lists web origins whose pages tried to upload to the project in the last ${LIMITS.refusedOriginLifeMs / 86_400_000} days and are not allowed, latest first, at most ${LIMITS.maxRefusedOrigins}. \`count\` is a minimum: a project records at most one refusal per minute. Allow an origin with update-project.`,
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'project-calls',
  request: PROJECT_REQUEST,
  response: z.object({
    origins: z.array(z.object({ origin: z.string(), count: z.int(), lastRefusedAt: z.string() })),
  }),
  responseExample: {
    origins: [
      { origin: 'https://shop.example.com', count: 3, lastRefusedAt: '2026-11-21T09:00:00.000Z' },
    ],
  },
  problems: [],
} as const satisfies Endpoint;

/** In the order of the documents; a row that is left out here is an unused constant. */
export const projectCalls = {
  createProject,
  deleteProject,
  emptyProject,
  getProject,
  getProjectDeletionStatus,
  listProjects,
  listRefusedOrigins,
  restoreProject,
  updateProject,
  getUsage,
  getUsageByDay,
} as const satisfies Record<string, Endpoint>;
