import type * as z from 'zod/mini';
import { eventSchema, eventsPage } from './calls/audit.ts';
import { imageSchema } from './calls/image-schema.ts';
import { keySchema } from './calls/keys.ts';
import { invitationSchema, memberSchema } from './calls/members.ts';
import { projectCalls, projectSchema } from './calls/projects.ts';
import { reviewStateSchema } from './calls/reviews.ts';
import { roleSchema } from './calls/role-schema.ts';
import { deliverySchema, webhookSchema } from './calls/webhooks.ts';

/**
 * The names of schemas that several responses have, in the OpenAPI document. Generators of clients
 * name their classes by them. The objects in them have names by their paths: `ImageCredit`.
 */
export const SCHEMA_NAMES: ReadonlyMap<z.core.$ZodType, string> = new Map<z.core.$ZodType, string>([
  [roleSchema, 'Role'],
  [reviewStateSchema, 'ReviewState'],
  [imageSchema, 'Image'],
  [projectSchema, 'Project'],
  [projectCalls.getUsage.response.shape.images, 'UsageAmount'],
  [projectCalls.getUsage.response, 'Usage'],
  [projectCalls.getUsageByDay.response.shape.days.def.element, 'UsageOfDay'],
  [memberSchema, 'Member'],
  [invitationSchema, 'Invitation'],
  [keySchema, 'Key'],
  [eventSchema, 'AuditEvent'],
  [eventsPage, 'AuditEventsPage'],
  [webhookSchema, 'Webhook'],
  [deliverySchema, 'WebhookDelivery'],
]);

/** `delete-image` and `invalid_json` as `DeleteImage` and `InvalidJson`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|[-_])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** An item of a list: `Deliveries`, `Cookies`, `Images` as `Delivery`, `Cookie`, `Image`. */
export function singular(name: string): string {
  return name.replace(/(?<!ook)ies$/, 'y').replace(/([^s])s$/, '$1');
}
