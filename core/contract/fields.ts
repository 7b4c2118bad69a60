import * as z from 'zod/mini';
import {
  findMetadataFaults,
  METADATA_KEY_PATTERN,
  type MetadataChange,
} from '../images/metadata.ts';
import { LIMITS } from './limits.ts';
import type { FieldFault } from './service-error.ts';

/** JSON Schemas of what zod can't put into words itself, by the schema that they describe. */
export const JSON_SCHEMAS = new Map<z.core.$ZodType, Record<string, unknown>>();

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Describe = (sent: Record<string, unknown>) => FieldFault[];

/** An object field whose faults a function of ours finds; each fault is one issue with its own pointer and code. */
function judgedObject<T>(describeFaults: Describe, jsonSchema: Record<string, unknown>) {
  const schema = z.custom<T>(isPlainObject, { error: 'is an object' }).check((context) => {
    for (const fault of describeFaults(context.value as Record<string, unknown>)) {
      context.issues.push({ code: 'custom', input: context.value, params: { fault } });
    }
  });
  JSON_SCHEMAS.set(schema, jsonSchema);
  return schema;
}

/** Metadata as it is sent: null deletes a key where that means something, and is left out elsewhere. */
export function metadataField(description: string) {
  return judgedObject<MetadataChange>((sent) => findMetadataFaults(sent, ''), {
    type: 'object',
    description,
    propertyNames: { pattern: METADATA_KEY_PATTERN },
    additionalProperties: { type: ['string', 'null'], maxLength: LIMITS.maxMetadataValueLength },
  });
}

/** "CDN URL or ID" of an image or a temporary image; the endpoint says which, and reads it. */
export function referenceField(kind: ReferenceKind, description: string) {
  const schema = z.string();
  const prefix = kind === 'image' ? 'img' : 'tmp';
  JSON_SCHEMAS.set(schema, {
    type: 'string',
    description,
    examples: [`${prefix}_${'a'.repeat(26)}`],
  });
  return schema;
}

export type ReferenceKind = 'image' | 'temporary';
