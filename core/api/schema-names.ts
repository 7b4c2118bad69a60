import type * as z from 'zod/mini';
import { eventSchema, eventsPage } from './calls/audit.ts';
import { imageSchema } from './calls/image-schema.ts';
import { keySchema } from './calls/keys.ts';
import { invitationSchema, memberSchema } from './calls/members.ts';
import { projectCalls, projectSchema } from './calls/projects.ts';
import { deliverySchema, webhookSchema } from './calls/webhooks.ts';

/**
 * The titles of schemas that several responses have, in the OpenAPI document. Generators of clients
 * name their classes by titles; without one, each response has its own class for an image.
 */
export const SCHEMA_NAMES: ReadonlyMap<z.core.$ZodType, string> = new Map<z.core.$ZodType, string>(
  [
    [imageSchema, 'Image'],
    [projectSchema, 'Project'],
    [projectCalls.getUsage.response, 'Usage'],
    [projectCalls.getUsageByDay.response.shape.days.def.element, 'UsageOfDay'],
    [memberSchema, 'Member'],
    [invitationSchema, 'Invitation'],
    [keySchema, 'Key'],
    [eventSchema, 'AuditEvent'],
    [eventsPage, 'AuditEventsPage'],
    [webhookSchema, 'Webhook'],
    [deliverySchema, 'WebhookDelivery'],
  ],
);
