import { describe, expect, it } from 'vitest';
import { buildOpenApi } from '../../../../core/api/openapi.ts';
import { PROBLEMS } from '../../../../core/foundation/problems.ts';
import { followReferences } from '../../../../scripts/follow-references.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
const document: any = JSON.parse(JSON.stringify(buildOpenApi()));
const { components } = document;

/** Every part of a value that is an object, with the path to it. */
function* partsOf(value: unknown, path = '#'): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [name, part] of Object.entries(value)) yield* partsOf(part, `${path}/${name}`);
}

const PARTS = [...partsOf(document)];

describe('the OpenAPI document', () => {
  it('has less than 300 KB, and each component that it refers to (calls.openapi)', () => {
    expect(JSON.stringify(document).length).toBeLessThan(300_000);
    expect(() => followReferences(document, document)).not.toThrow();
    const missing = { $ref: '#/components/schemas/Missing' };
    expect(() => followReferences(document, missing)).toThrow(
      'has no #/components/schemas/Missing',
    );
  });

  it('has no component that nothing refers to', () => {
    const referred = new Set(PARTS.map(([, { $ref }]) => $ref));
    const kinds = ['schemas', 'responses', 'examples', 'headers'];
    const all = kinds.flatMap((kind) =>
      Object.keys(components[kind]).map((name) => `#/components/${kind}/${name}`),
    );
    expect(all.length).toBeGreaterThan(200);
    expect(all.filter((name) => !referred.has(name))).toEqual([]);
  });

  it('has no list of types', () => {
    expect(PARTS.filter(([, { type }]) => Array.isArray(type)).map(([path]) => path)).toEqual([]);
    expect(components.schemas.Image.properties.thumbhash).toEqual({
      oneOf: [{ type: 'string' }, { type: 'null' }],
    });
  });

  it('names every object with fields, so that no generator has to', () => {
    const unnamed = PARTS.filter(([path, { properties }]) => {
      const isNamed = /^#\/components\/schemas\/[A-Za-z]+$/.test(path);
      const isPart = path.endsWith('/properties') || path.includes('/not/');
      return typeof properties === 'object' && !isNamed && !isPart;
    });
    expect(unnamed.map(([path]) => path)).toEqual([]);
  });

  it('has the resources of the API by their names, each once', () => {
    const names = Object.keys(components.schemas);
    const resources = [
      'Image',
      'Project',
      'Member',
      'Invitation',
      'Key',
      'Webhook',
      'Usage',
      'Role',
    ];
    expect(names).toEqual(expect.arrayContaining(resources));
    const { Image, ListImagesResult } = components.schemas;
    expect(ListImagesResult.properties.images.items).toEqual({
      $ref: '#/components/schemas/Image',
    });
    const texts = Object.values(components.schemas).map((schema) => JSON.stringify(schema));
    expect(texts.filter((text) => text === JSON.stringify(Image))).toHaveLength(1);
  });

  it('gives no schema a name that generators give to HTTP responses', () => {
    const names = Object.keys(components.schemas);
    expect(names.filter((name) => name.endsWith('Response'))).toEqual([]);
  });

  it('has an example of each problem, and refers to it', () => {
    for (const [code, { value }] of Object.entries<{ value: object }>(components.examples)) {
      const { title, status } = PROBLEMS[code as keyof typeof PROBLEMS];
      expect(value).toMatchObject({ code, title, status });
    }
    const { content } = components.responses.PayloadTooLarge;
    expect(content['application/problem+json'].examples).toEqual({
      payload_too_large: { $ref: '#/components/examples/payload_too_large' },
    });
  });

  it('has bounds of integers where the service has them alone', () => {
    const { schemas } = components;
    expect(schemas.Image.properties.width).toEqual({ type: 'integer' });
    expect(schemas.CreateDirectUploadRequest.properties.bytes.minimum).toBe(1);
  });
});
