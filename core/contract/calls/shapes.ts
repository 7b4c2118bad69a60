import * as z from 'zod/mini';

/** CONTRACT C10.3: an image as the API describes it. Times are RFC 3339 in UTC. */
export const imageShape = z.object({
  imageId: z.string(),
  imageUrl: z.string(),
  metadata: z.record(z.string(), z.string()),
  format: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  frames: z.int(),
  hasAlpha: z.boolean(),
  sha256: z.string(),
  originalFilename: z.nullable(z.string()),
  createdAt: z.string(),
});

/** What the API answers of an image. */
export type DescribedImage = z.infer<typeof imageShape>;
