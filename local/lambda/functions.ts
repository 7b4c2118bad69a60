import type { APIGatewayProxyEvent, Context, SQSEvent } from 'aws-lambda';
import { createHandler as createApiKeyCalls } from '../../lambdas/api/api-key-calls.ts';
import { createHandler as createDeleteImage } from '../../lambdas/api/delete-image.ts';
import { createHandler as createSave } from '../../lambdas/api/save-temporary-image.ts';
import { createHandler as createUpdateMetadata } from '../../lambdas/api/update-image-metadata.ts';
import { createHandler as createUploadFromUrl } from '../../lambdas/api/upload-from-url.ts';
import { createHandler as createUploadKeyCalls } from '../../lambdas/api/upload-key-calls.ts';
import { createHandler as createUpload } from '../../lambdas/api/upload-temporary-image.ts';
import { createHandler as createAccept } from '../../lambdas/background/accept-direct-upload.ts';
import { createHandler as createPurge } from '../../lambdas/background/erase-images.ts';
import { createHandler as createMeter } from '../../lambdas/background/meter-access-logs.ts';

import { createHandler as createSweep } from '../../lambdas/background/sweep-temporary-images.ts';
import type { FunctionSettings } from './function-bounds.ts';
import {
  FUNCTION_BOUNDS,
  type LocalApiFunction,
  PURGE_FUNCTION,
  RENDER_FUNCTION,
  SWEEP_FUNCTION,
  USER_FUNCTION,
} from './function-bounds.ts';
import type { LocalServices } from './local-services.ts';
import { createRenderOrQueued } from './render-or-queued.ts';
import { createUserCalls } from './user-calls.ts';

type CreateHandler = (services: LocalServices) => unknown;

/** The two functions that validate images, in one: see ACCEPT_FUNCTION. */
function createBothWaysIn(services: LocalServices) {
  const upload = createUpload(services);
  const accept = createAccept(services);
  return (event: APIGatewayProxyEvent | SQSEvent, context: Context) =>
    'Records' in event ? accept(event) : upload(event, context);
}

/** Two that are seldom at work, in one: see SWEEP_FUNCTION. */
function createSweepOrMeter(services: LocalServices) {
  const sweep = createSweep(services);
  const meter = createMeter(services);
  return (event: object | SQSEvent) => ('Records' in event ? meter(event) : sweep());
}

const API_HANDLERS: Readonly<Record<LocalApiFunction, CreateHandler>> = {
  'upload-temporary-image': createBothWaysIn,
  'upload-from-url': createUploadFromUrl,
  'save-temporary-image': createSave,
  'update-image-metadata': createUpdateMetadata,
  'delete-image': createDeleteImage,
  'api-key-calls': createApiKeyCalls,
  [USER_FUNCTION]: createUserCalls,
  'upload-key-calls': createUploadKeyCalls,
};

const HANDLERS: Readonly<Record<string, CreateHandler>> = {
  ...API_HANDLERS,
  [RENDER_FUNCTION]: createRenderOrQueued,
  [PURGE_FUNCTION]: createPurge,
  [SWEEP_FUNCTION]: createSweepOrMeter,
};

function withHandler(name: string): FunctionSettings<LocalServices> {
  const [bounds, createHandler] = [FUNCTION_BOUNDS[name], HANDLERS[name]];
  if (!bounds || !createHandler) throw new Error(`the function ${name} does not exist`);
  return { ...bounds, createHandler };
}

/** The functions with their code, for the processes that run them. */
export const FUNCTIONS: Readonly<Record<string, FunctionSettings<LocalServices>>> =
  Object.fromEntries(Object.keys(FUNCTION_BOUNDS).map((name) => [name, withHandler(name)]));
