import * as z from 'zod/mini';
import { LIMITS } from '../../foundation/limits.ts';
import { called, type Endpoint } from '../endpoint.ts';
import { EXAMPLE_IMAGE } from './examples.ts';
import { IMAGE_REQUEST } from './image-request.ts';

const imageDay = z.object({
  /** In UTC, `2026-11-05`. */
  date: z.string(),
  requests: z.int(),
  bandwidthBytes: z.int(),
});

/** A call about one image, beside those of `images.ts`. */
export const getImageUsage = {
  ...called('get-image-usage'),
  summary: 'Show the usage of an image by day',
  description: `Returns the requests and the sent bytes of a saved image on each of the last ${LIMITS.usageDays} days in UTC. The oldest comes first; the last one is today. Every response at an address of the image counts, whatever its status, in every format and size. Both are estimates from the access logs of the CDN, which arrive minutes late and may omit requests. Requests from before its save, at its temporary address, are left out.`,
  credential: { kind: 'apiKey', scope: 'images:read', role: 'viewer' },
  functionName: 'api-key-calls',
  request: IMAGE_REQUEST,
  response: z.object({ imageId: z.string(), days: z.array(imageDay) }),
  // two of the days
  responseExample: {
    imageId: EXAMPLE_IMAGE,
    days: [
      { date: '2026-11-20', requests: 412, bandwidthBytes: 20_613_400 },
      { date: '2026-11-21', requests: 37, bandwidthBytes: 1_846_200 },
    ],
  },
  problems: ['image_not_found'],
} as const satisfies Endpoint;
