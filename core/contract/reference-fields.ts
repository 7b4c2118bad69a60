import * as z from 'zod/mini';
import { JSON_SCHEMAS } from './fields.ts';
import type { FieldFault } from './service-error.ts';

function findListFaults(sent: unknown, maxItems: number): FieldFault[] {
  if (!Array.isArray(sent)) {
    return [{ pointer: '', code: 'invalid_type', detail: 'This field is a list of images.' }];
  }
  if (sent.length === 0 || sent.length > maxItems) {
    const detail = `This list has 1 to ${maxItems} images.`;
    return [{ pointer: '', code: 'invalid_count', detail }];
  }
  return sent.flatMap((one, at) =>
    typeof one === 'string'
      ? []
      : [{ pointer: `/${at}`, code: 'invalid_type', detail: 'This field is a string.' }],
  );
}

/** A list of "CDN URL or ID" of images, which the endpoint reads; of one that is too long only that is told. */
export function referencesField(maxItems: number, description: string) {
  const schema = z.custom<readonly string[]>().check((context) => {
    for (const fault of findListFaults(context.value, maxItems)) {
      context.issues.push({ code: 'custom', input: context.value, params: { fault } });
    }
  });
  const items = { type: 'string', examples: [`img_${'a'.repeat(26)}`] };
  JSON_SCHEMAS.set(schema, { type: 'array', minItems: 1, maxItems, items, description });
  return schema;
}
