// biome-ignore lint/suspicious/noExplicitAny: the document is read by path, and a wrong path fails the caller
type Json = any;

const PREFIX = '#/components/';

function referred(document: Json, reference: string): Json {
  const path = reference.slice(PREFIX.length).split('/');
  const found = path.reduce((part: Json, step) => part?.[step], document.components);
  if (reference.startsWith(PREFIX) && found !== undefined) return found;
  throw new Error(`the document has no ${reference}`);
}

/**
 * A part of an OpenAPI document with the components in place of its references. Throws for a
 * reference without a component. No schema of ours refers to itself.
 */
export function followReferences(document: Json, part: Json): Json {
  if (Array.isArray(part)) return part.map((one) => followReferences(document, one));
  if (typeof part !== 'object' || part === null) return part;
  if (typeof part.$ref === 'string') {
    return followReferences(document, referred(document, part.$ref));
  }
  const entries = Object.entries(part).map(([name, one]) => [
    name,
    followReferences(document, one),
  ]);
  return Object.fromEntries(entries);
}
