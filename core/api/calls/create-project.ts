import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { settingFields } from '../setting-fields.ts';
import { EXAMPLE_PROJECT } from './examples.ts';
import { projectShape } from './shapes.ts';

export const createProject = {
  isAudited: true,
  name: 'create-project',
  path: '/api/v1/create-project',
  summary: 'Create a project',
  description:
    'You become its owner, and it counts toward the quotas of your account. Absent settings get their defaults; the default of `allowedOrigins` is empty.',
  credential: { kind: 'accessToken', role: null },
  functionName: 'project-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject(settingFields()),
    references: {},
    exactlyOne: [['name']],
    example: { name: 'shop', allowedOrigins: ['https://shop.example.com'] },
  },
  response: projectShape,
  responseExample: {
    ...EXAMPLE_PROJECT,
    name: 'shop',
    isDefault: false,
    presets: {},
    allowedOrigins: ['https://shop.example.com'],
  },
  problems: ['plan_forbids_log_mode', 'project_quota_exceeded', 'account_deleting'],
} as const satisfies Endpoint;
