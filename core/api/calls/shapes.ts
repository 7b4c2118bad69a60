import * as z from 'zod/mini';
import { ROLES } from '../../accounts/roles.ts';

/** An image as the API describes it (calls.get-image). Times are RFC 3339 in UTC. */
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
  /** While the operator keeps it from being served; else null. */
  takenDown: z.nullable(z.object({ reason: z.string(), takenDownAt: z.string() })),
});

/** What the API answers of an image. */
export type DescribedImage = z.infer<typeof imageShape>;

/** A project as the API describes it to a member (projects.settings). */
export const projectShape = z.object({
  projectId: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  createdAt: z.string(),
  allowedOrigins: z.array(z.string()),
  allowedWidths: z.nullable(z.array(z.int())),
  allowedHeights: z.nullable(z.array(z.int())),
  presets: z.record(z.string(), z.string()),
  requireSignature: z.boolean(),
  overQuota: z.enum(['refuse', 'original']),
  quotaMode: z.enum(['enforce', 'log']),
  temporaryLifeHours: z.int(),
  /** The account's first: it can be emptied and not deleted. */
  isDefault: z.boolean(),
  state: z.enum(['live', 'deleting']),
  /** Until when a deleting project can be restored; null while it lives. */
  purgeAt: z.nullable(z.string()),
  /** While the operator keeps it closed: no key works, nothing is served or changed; else null. */
  suspension: z.nullable(z.object({ reason: z.string(), suspendedAt: z.string() })),
});

/** What the API answers of a project. */
export type DescribedProject = z.infer<typeof projectShape>;
