import { describe, expect, it } from 'vitest';
import { buildOpenApi } from '../../../core/api/openapi.ts';
import { clientFiles } from '../../../scripts/client/generate-client.ts';
import { typeOfSchema } from '../../../scripts/client/type-of-schema.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
const document: any = buildOpenApi();

describe('the generator of the client', () => {
  it('gives a new call of the document a typed method, for callers with its credential', () => {
    const old = document.paths['/api/v1/delete-image'].post;
    const schema = { $ref: '#/components/schemas/FrameImageRequest' };
    const schemas = {
      ...document.components.schemas,
      FrameImageRequest: { type: 'object', properties: { width: { type: 'integer' } } },
    };
    const added = {
      ...old,
      requestBody: { content: { 'application/json': { schema } } },
      operationId: 'frame-image',
      summary: 'Hang it',
      security: [{ apiKey: [] }],
    };
    const security = [{ accessToken: [] }];
    const ofUsers = { ...old, operationId: 'hang-image', summary: 'Nail it', security };
    const paths = {
      '/api/v1/frame-image': { post: added },
      '/api/v1/hang-image': { post: ofUsers },
      ...document.paths,
    };
    const components = { ...document.components, schemas };
    const files = clientFiles({ ...document, paths, components });
    const text = files['client/src/generated/calls.ts']?.();
    expect(text).toMatch(
      /frameImage: \{\s+readonly request: FrameImageRequest;\s+readonly answer: DeleteImageResult;?\s+\}/,
    );
    expect(text).toContain('export type FrameImageRequest = {\n  readonly width?: number;\n};');
    const [ofKeys, ofTokens] = (text?.split('CALL_NAMES = ') ?? []).slice(1);
    expect(ofKeys).toContain("'frameImage',");
    expect(ofKeys).not.toContain("'hangImage',");
    expect(ofTokens).toContain("'hangImage',");
    expect(ofTokens).not.toContain("'frameImage',");
  });

  it('names no operation twice (calls.openapi)', () => {
    const paths: Record<string, Record<string, { operationId: string }>> = document.paths;
    const ids = Object.values(paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{ const: 'a' }, "'a'"],
    [{ enum: [90, 'it’s', "'"] }, "90 | 'it’s' | '\\''"],
    [{ type: 'array', items: { type: 'boolean' } }, 'readonly boolean[]'],
    [{ type: 'array', items: { enum: [1, 2] } }, 'readonly (1 | 2)[]'],
    [
      { type: 'object', additionalProperties: { type: 'number' } },
      'Readonly<Record<string, number>>',
    ],
    [{ $ref: '#/components/schemas/Problem' }, 'Problem'],
    [
      { type: 'object', properties: { 'a-b': { type: 'string' } }, required: ['a-b'] },
      "{\n  readonly 'a-b': string;\n}",
    ],
  ])('types %j', (schema, type) => {
    expect(typeOfSchema(schema)).toBe(type);
  });

  it('fails at a schema that it doesn’t know, so that nothing is untyped unseen', () => {
    expect(() => typeOfSchema({ type: 'tuple' })).toThrow('no type for');
  });
});
