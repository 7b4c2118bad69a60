import { describe, expect, it } from 'vitest';
import type { JsonRequest } from '../../../../core/api/endpoint.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { buildOpenApi } from '../../../../core/api/openapi.ts';
import { nameOfRequest } from '../../../../core/api/openapi-schemas.ts';
import { readBody } from '../../../../core/api/read-body.ts';
import { ServiceError } from '../../../../core/foundation/service-error.ts';
import { followReferences } from '../../../../scripts/follow-references.ts';
import { boundValues, type FieldSchema } from '../../../support/http/bound-values.ts';

interface RequestSchema {
  readonly properties: Readonly<Record<string, FieldSchema>>;
}
const document = buildOpenApi();
const { schemas } = followReferences(document, document.components) as {
  schemas: Readonly<Record<string, RequestSchema>>;
};

/** The items of a list, by the name of its field. */
function itemsOf(name: string, { items }: FieldSchema): (count: number) => readonly unknown[] {
  return (count) =>
    Array.from({ length: count }, (_, at) => {
      if (items?.enum) return items.enum[at];
      if (items?.type === 'integer') return at + 1;
      const letters = `${'abcdefghij'[Math.floor(at / 10) % 10]}${'abcdefghij'[at % 10]}`;
      const far = at >= 100 ? 'b' : 'a';
      if (name === 'imageIds') return `img_${far}${letters}${'a'.repeat(23)}`;
      return `https://a${at}.example.com`;
    });
}

function propertiesOf(name: string): (count: number) => object {
  const value = name === 'presets' ? 'width=1' : 'x';
  return (count) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, value]));
}

/** Whether a body with this value has a fault of the field. */
function isRefused(request: JsonRequest, name: string, value: unknown): boolean {
  try {
    readBody(request, { ...request.example, [name]: value }, () => true);
    return false;
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    // an alias beside the field of the example is refused as such
    return (fault.options.errors ?? []).some(({ pointer }) =>
      `${pointer}/`.startsWith(`/${name}/`),
    );
  }
}

const FIELDS = Object.values(ENDPOINTS).flatMap((endpoint) => {
  const { request } = endpoint;
  if (request.kind !== 'json') return [];
  const documented = schemas[nameOfRequest(endpoint)];
  return Object.entries(documented?.properties ?? {}).map(
    ([name, schema]) => [endpoint.name, name, request as JsonRequest, schema] as const,
  );
});

describe('each field of each call, at its documented bounds and one step beyond', () => {
  it.each(FIELDS)('%s: %s (errors.bad-request)', (_, name, request, documented) => {
    const schema = (documented.anyOf ?? documented.oneOf)?.[0] ?? documented;
    const { good, bad } = boundValues(documented, itemsOf(name, schema), propertiesOf(name));
    const text = (value: unknown) => JSON.stringify(value).slice(0, 80);
    for (const value of good) expect(isRefused(request, name, value), text(value)).toBe(false);
    for (const value of bad) expect(isRefused(request, name, value), text(value)).toBe(true);
    expect(good.length + bad.length).toBeGreaterThan(2);
  });

  it('tries every documented bound (errors.bad-request)', () => {
    const bounds = JSON.stringify(FIELDS.map(([, , , schema]) => schema)).match(
      /"(min|max)(imum|Length|Items|Properties)":/g,
    );
    expect(bounds?.length).toBeGreaterThan(50);
  });
});
