import type { FaultList } from '../foundation/fault-list.ts';
import { validatedParts } from './fields.ts';

function addListFaults(sent: unknown, maxItems: number, pointer: string, faults: FaultList): void {
  if (!Array.isArray(sent)) {
    faults.add(() => ({
      pointer,
      code: 'invalid_type',
      detail: 'This field must be a list of images.',
    }));
    return;
  }
  if (sent.length === 0 || sent.length > maxItems) {
    const detail = `This list must have 1 to ${maxItems} images.`;
    faults.add(() => ({ pointer, code: 'invalid_count', detail }));
    return;
  }
  for (const [at, reference] of sent.entries()) {
    if (typeof reference === 'string') continue;
    const detail = 'This field must be a string.';
    faults.add(() => ({ pointer: `${pointer}/${at}`, code: 'invalid_type', detail }));
  }
}

/**
 * A list of "CDN URL or ID" of images, which the endpoint reads; too great a length is its only
 * fault.
 */
export function referencesField(maxItems: number, description: string) {
  const items = { type: 'string', examples: [`img_${'a'.repeat(26)}`] };
  return validatedParts<readonly string[]>(
    (sent, pointer, faults) => addListFaults(sent, maxItems, pointer, faults),
    { type: 'array', minItems: 1, maxItems, items, description },
  );
}
