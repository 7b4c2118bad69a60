import { ENDPOINTS, type EndpointName } from '../core/contract/endpoints.ts';
import { LIMITS } from '../core/contract/limits.ts';
import type { Services } from '../core/ports.ts';
import { createHandler as createDeleteImage } from '../lambdas/api/delete-image.ts';
import { createHandler as createSave } from '../lambdas/api/save-temporary-image.ts';
import { createHandler as createUpdateMetadata } from '../lambdas/api/update-image-metadata.ts';
import { createHandler as createUpload } from '../lambdas/api/upload-temporary-image.ts';
import { createHandler as createPurge } from '../lambdas/background/purge-image.ts';
import { createHandler as createRender } from '../lambdas/delivery/render-image.ts';
import type { FunctionSettings } from './function-settings.ts';

export const RENDER_FUNCTION = 'render-image';
export const PURGE_FUNCTION = 'purge-image';

type CreateHandler = (services: Services) => unknown;

const API_HANDLERS: Readonly<Record<EndpointName, CreateHandler>> = {
  uploadTemporaryImage: createUpload,
  saveTemporaryImage: createSave,
  updateImageMetadata: createUpdateMetadata,
  deleteImage: createDeleteImage,
};

function apiFunctions(): [string, FunctionSettings][] {
  return Object.entries(ENDPOINTS).map(([key, { name }]) => [
    name,
    {
      timeoutMs: LIMITS.apiTimeoutMs,
      isStreaming: false,
      maxProcesses: 2,
      createHandler: API_HANDLERS[key as EndpointName],
    },
  ]);
}

/**
 * The functions of the local service, by name, as the stack deploys them.
 * Processes are few: with two decoders and two renderers at their peak all of them stay below 2 GiB (SECURITY promise 4).
 */
export const FUNCTIONS: Readonly<Record<string, FunctionSettings>> = {
  ...Object.fromEntries(apiFunctions()),
  [RENDER_FUNCTION]: {
    timeoutMs: LIMITS.deliveryTimeoutMs,
    isStreaming: true,
    maxProcesses: 2,
    maxHeavyProcesses: 2,
    createHandler: createRender,
  },
  [PURGE_FUNCTION]: {
    timeoutMs: LIMITS.purgeTimeoutMs,
    isStreaming: false,
    maxProcesses: 1,
    createHandler: createPurge,
  },
};
