import type { API_FUNCTIONS } from '../core/contract/endpoints.ts';
import type { Services } from '../core/ports.ts';
import { createHandler as createApiKeyCalls } from '../lambdas/api/api-key-calls.ts';
import { createHandler as createDeleteImage } from '../lambdas/api/delete-image.ts';
import { createHandler as createSave } from '../lambdas/api/save-temporary-image.ts';
import { createHandler as createUpdateMetadata } from '../lambdas/api/update-image-metadata.ts';
import { createHandler as createUpload } from '../lambdas/api/upload-temporary-image.ts';
import { createHandler as createPurge } from '../lambdas/background/purge-image.ts';
import { createHandler as createSweep } from '../lambdas/background/sweep-temporary-images.ts';
import { createHandler as createRender } from '../lambdas/delivery/render-image.ts';
import {
  FUNCTION_BOUNDS,
  PURGE_FUNCTION,
  RENDER_FUNCTION,
  SWEEP_FUNCTION,
} from './function-bounds.ts';
import type { FunctionSettings } from './function-settings.ts';

type CreateHandler = (services: Services) => unknown;

const API_HANDLERS: Readonly<Record<(typeof API_FUNCTIONS)[number], CreateHandler>> = {
  'upload-temporary-image': createUpload,
  'save-temporary-image': createSave,
  'update-image-metadata': createUpdateMetadata,
  'delete-image': createDeleteImage,
  'api-key-calls': createApiKeyCalls,
};

const HANDLERS: Readonly<Record<string, CreateHandler>> = {
  ...API_HANDLERS,
  [RENDER_FUNCTION]: createRender,
  [PURGE_FUNCTION]: createPurge,
  [SWEEP_FUNCTION]: createSweep,
};

function withHandler(name: string): FunctionSettings {
  const [bounds, createHandler] = [FUNCTION_BOUNDS[name], HANDLERS[name]];
  if (!bounds || !createHandler) throw new Error(`there is no function ${name}`);
  return { ...bounds, createHandler };
}

/** The functions with their code, for the processes that run them. */
export const FUNCTIONS: Readonly<Record<string, FunctionSettings>> = Object.fromEntries(
  Object.keys(FUNCTION_BOUNDS).map((name) => [name, withHandler(name)]),
);
