import * as z from 'zod/mini';
import { VISIBILITIES } from '../../images/image-states.ts';
import { reviewSchema } from './reviews.ts';

/** An image as the API describes it (calls.get-image). Times are RFC 3339 in UTC. */
export const imageSchema = z.object({
  imageId: z.string(),
  imageUrl: z.string(),
  visibility: z.enum(VISIBILITIES), // a private image needs a grant of create-access-grant
  /** Shows a member the image in a small size, for an hour or two; null for an API key. */
  thumbnailUrl: z.nullable(z.string()),
  metadata: z.record(z.string(), z.string()),
  focalPoint: z.nullable(z.string()), // in the form of `position`
  format: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  frames: z.int(),
  hasAlpha: z.boolean(),
  sha256: z.string(),
  originalFilename: z.nullable(z.string()),
  mainColor: z.nullable(z.string()), // null for images of earlier versions, as thumbhash
  thumbhash: z.nullable(z.string()),
  convertedFrom: z.nullable(z.string()), // the format that was sent, if another one is stored
  lost: z.nullable(z.array(z.string())), // parts of the sent file that the stored one lacks
  hasWideGamut: z.nullable(z.boolean()), // colours beyond sRGB are stored
  hasGainMap: z.boolean(), // for screens of high dynamic range
  /** As the sent file states it, if the project keeps it; each part is null for none. */
  credit: z.nullable(
    z.object({
      creator: z.nullable(z.string()),
      copyright: z.nullable(z.string()),
      licenseUrl: z.nullable(z.string()),
    }),
  ),
  createdAt: z.string(),
  /** While the operator blocks it; else null. */
  takenDown: z.nullable(z.object({ reason: z.string(), takenDownAt: z.string() })),
  review: z.nullable(reviewSchema), // null for images that were saved without moderation
});

export type DescribedImage = z.infer<typeof imageSchema>;
