import * as z from 'zod/mini';
import { LIMITS } from '../foundation/limits.ts';
import { PROBLEM_CONTENT_TYPE, problemBody } from '../foundation/problem-body.ts';
import { PROBLEMS, type ProblemCode } from '../foundation/problems.ts';
import { IMAGE_PATH_PREFIX } from '../images/image-url.ts';
import { UPLOAD_CONTENT_TYPES } from '../images/upload-type.ts';
import { KEY_PATTERN } from '../projects/credentials.ts';
import { FORMAT_NAMES, FORMATS } from '../transform/formats.ts';
import { defaultOf, PARAMETER_WORDS } from '../transform/parameter-words.ts';
import { PARAMETER_NAMES, PARAMETERS, type ParameterName } from '../transform/parameters.ts';
import { UNKNOWN_TYPE } from '../transform/sent-formats.ts';
import { type Endpoint, type JsonRequest, PROJECT_HEADER, problemsOf, roleOf } from './endpoint.ts';
import { ENDPOINTS, groupOfEndpoint } from './endpoints.ts';
import { CALLERS_PROJECT, JSON_SCHEMAS, PROJECT_ID } from './fields.ts';
import { SCHEMA_NAMES } from './schema-names.ts';

type Json = Record<string, unknown>;

/** The host of the URLs in the examples. */
const EXAMPLE_CDN_URL = 'https://cdn.example.com';
const EXAMPLE_REQUEST_ID = '8f14e45f-ceea-467f-a8f6-0d2b9a1c7e55';

function jsonSchemaOf(schema: z.core.$ZodType): Json {
  const result = z.toJSONSchema(schema, {
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const words = JSON_SCHEMAS.get(zodSchema);
      if (words) Object.assign(jsonSchema, words);
      const title = SCHEMA_NAMES.get(zodSchema);
      if (title) jsonSchema.title = title;
    },
  });
  const { $schema: _, ...rest } = result as Json;
  return rest;
}

/** `delete-image` as `DeleteImage`, in the titles of its request and its response. */
function titleOf({ name }: Endpoint, part: 'Request' | 'Response'): string {
  return name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()) + part;
}

function requestSchema({ schema, exactlyOne }: JsonRequest): Json {
  const groups = exactlyOne.map((names) => ({
    oneOf: names.map((name) => ({ required: [name] })),
  }));
  const required = exactlyOne.filter((names) => names.length === 1).flat();
  const alternatives = groups.filter((_, at) => (exactlyOne[at]?.length ?? 0) > 1);
  return {
    ...jsonSchemaOf(schema),
    ...(required.length > 0 ? { required } : {}),
    ...(alternatives.length > 0 ? { allOf: alternatives } : {}),
  };
}

function problemResponses(codes: readonly ProblemCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code].status);
  const entries = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(entries.map(([status, all]) => [status, problemResponse(status, all)]));
}

function problemResponse(status: number, codes: readonly ProblemCode[]): Json {
  const examples = codes.map((code) => [
    code,
    {
      summary: PROBLEMS[code].title,
      value: problemBody(code, EXAMPLE_REQUEST_ID, EXAMPLE_CDN_URL),
    },
  ]);
  const hasRetryAfter = status === 429 || status === 503 || status === 507;
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
    headers: {
      'X-Error-Code': { schema: { type: 'string', enum: codes } },
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...(hasRetryAfter ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } : {}),
      ...(status === 405 ? { Allow: { schema: { type: 'string' } } } : {}),
    },
    content: {
      [PROBLEM_CONTENT_TYPE]: {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** The one example of a call's request or answer, by the call's name. */
function callExample({ name, summary }: Endpoint, value: unknown): Json {
  return { [name]: { summary, value } };
}

function requestBody(endpoint: Endpoint): Json {
  const { request } = endpoint;
  if (request.kind === 'json') {
    const content = {
      schema: { title: titleOf(endpoint, 'Request'), ...requestSchema(request) },
      examples: callExample(endpoint, request.example),
    };
    return { required: true, content: { 'application/json': content } };
  }
  const schema = { type: 'string', format: 'binary', maxLength: LIMITS.maxUploadBytes };
  return {
    required: true,
    content: Object.fromEntries(
      [...UPLOAD_CONTENT_TYPES, UNKNOWN_TYPE].map((type) => [type, { schema }]),
    ),
  };
}

const UPLOAD_KEY_PARAMETER: Json = {
  name: 'uploadKey',
  in: 'path',
  required: true,
  description: 'The upload key.',
  schema: { type: 'string', pattern: KEY_PATTERN.replace('(private_|upl_)', 'upl_') },
};

const FILENAME_PARAMETER: Json = {
  name: 'X-Original-Filename',
  in: 'header',
  required: false,
  description: 'Original file name of the uploaded file, percent-encoded UTF-8.',
  schema: { type: 'string' },
};

const PROJECT_PARAMETER: Json = {
  name: PROJECT_HEADER,
  in: 'header',
  required: false,
  description: CALLERS_PROJECT,
  schema: { type: 'string', pattern: PROJECT_ID.source },
};

/** The parameters of a call beside its body. */
function parametersOf({ credential, request }: Endpoint): Json {
  const parameters = [
    ...(credential.kind === 'uploadKey' ? [UPLOAD_KEY_PARAMETER] : []),
    ...(credential.kind === 'apiKey' && request.kind === 'bytes' ? [PROJECT_PARAMETER] : []),
    ...(request.kind === 'bytes' ? [FILENAME_PARAMETER] : []),
  ];
  return parameters.length > 0 ? { parameters } : {};
}

function securityOf(endpoint: Endpoint): Json[] {
  const { kind } = endpoint.credential;
  if (kind === 'uploadKey' || kind === 'invitation') return [];
  const isEither = kind === 'apiKey' && roleOf(endpoint);
  return [{ [kind]: [] }, ...(isEither ? [{ accessToken: [] }] : [])];
}

function operation(endpoint: Endpoint): Json {
  return {
    operationId: endpoint.name,
    tags: [groupOfEndpoint(endpoint.name)],
    summary: endpoint.summary,
    description: endpoint.description,
    security: securityOf(endpoint),
    ...parametersOf(endpoint),
    requestBody: requestBody(endpoint),
    responses: {
      200: {
        description: 'Done.',
        headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
        content: {
          'application/json': {
            schema: { title: titleOf(endpoint, 'Response'), ...jsonSchemaOf(endpoint.response) },
            examples: callExample(endpoint, endpoint.responseExample),
          },
        },
      },
      ...problemResponses(problemsOf(endpoint)),
    },
  };
}

const DELIVERY_PROBLEMS: readonly ProblemCode[] = [
  'unsupported_output_format',
  'invalid_parameter',
  'project_suspended',
  'signature_required',
  'signature_invalid',
  'image_not_found',
  'temporary_image_not_found',
  'overlay_not_found',
  'route_not_found',
  'method_not_allowed',
  'temporary_image_pending',
  'url_expired',
  'invalid_image',
  'image_too_large',
  'unsupported_for_animation',
  'transformation_quota_exceeded',
  'upload_limit_exceeded',
  'internal_error',
  'busy',
  'watermark_unavailable',
];

/** An example of the type that its schema has. */
function parameterExample(name: ParameterName): unknown {
  const { example } = PARAMETER_WORDS[name];
  const { schema } = PARAMETERS[name];
  const [{ type } = schema] = (schema.anyOf ?? []) as Json[];
  if (type === 'boolean') return example === 'true';
  return type === 'integer' || type === 'number' ? Number(example) : example;
}

function deliveryParameters(): Json[] {
  const query = PARAMETER_NAMES.map((name) => ({
    name,
    in: 'query',
    required: false,
    description: `${PARAMETER_WORDS[name].summary} Default: ${defaultOf(name)}.`,
    schema: PARAMETERS[name].schema,
    example: parameterExample(name),
  }));
  const path = (name: string, description: string, schema: Json) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema,
  });
  const extensions = [...FORMAT_NAMES.flatMap((format) => FORMATS[format].extensions), 'auto'];
  return [
    path('imageId', 'ID of an image or a temporary image.', {
      type: 'string',
      pattern: '^(img|tmp)_[a-z2-7]{26}$',
    }),
    path('extension', 'Selects the output format; auto negotiates it by the Accept header.', {
      type: 'string',
      enum: extensions,
    }),
    ...query,
  ];
}

const DELIVERY_HEADERS = [
  'ETag',
  'Cache-Control',
  'Content-Length',
  'Content-Disposition',
  'Imagewell-Fallback',
  'Vary',
  'X-Ignored-Parameters',
];

function deliveryOperation(method: 'get' | 'head'): Json {
  const binary = { schema: { type: 'string', format: 'binary' } };
  const types = FORMAT_NAMES.map((format) => [FORMATS[format].contentType, binary]);
  const content = method === 'get' ? { content: Object.fromEntries(types) } : {};
  const headers = Object.fromEntries(
    DELIVERY_HEADERS.map((name) => [name, { schema: { type: 'string' } }]),
  );
  const problems = problemResponses(DELIVERY_PROBLEMS) as Record<string, Json>;
  if (method === 'head') for (const problem of Object.values(problems)) delete problem.content;
  return {
    tags: ['delivery'],
    operationId: method === 'get' ? 'deliver-image' : 'deliver-image-headers',
    summary:
      method === 'get' ? 'Get a transformed image' : 'Get the headers of a transformed image',
    description:
      'A file name may follow the ID: `/res/{imageId}/red-bridge.{extension}` is the same image.',
    security: [],
    parameters: deliveryParameters(),
    responses: {
      200: { description: 'The image.', headers, ...content },
      304: { description: 'Entity tag for If-None-Match.' },
      ...problems,
    },
  };
}

const PROBLEM_SCHEMA: Json = {
  type: 'object',
  description:
    'A problem (RFC 9457). Every call can also return `bad_request` or `headers_too_large` for invalid HTTP, and `request_timeout` for a request that arrives too slowly.',
  required: ['type', 'title', 'status', 'code', 'requestId'],
  properties: {
    type: {
      type: 'string',
      format: 'uri',
      description: 'Absolute URL of a page of the CDN about this `code`.',
    },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'The fault of this request, in a sentence for users.' },
    hint: { type: 'string', description: 'The next step, for developers; its words may change.' },
    code: { type: 'string', enum: Object.keys(PROBLEMS) },
    requestId: { type: 'string' },
    maxBytes: { type: 'integer' },
    imageId: { type: 'string' },
    imageUrl: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'code', 'detail'],
        properties: {
          pointer: { type: 'string' },
          code: { type: 'string' },
          detail: { type: 'string' },
        },
      },
      maxItems: LIMITS.maxReportedFaults,
    },
    more: {
      type: 'integer',
      minimum: 1,
      description: 'Number of further errors that `errors` omits.',
    },
  },
};

/**
 * The OpenAPI 3.1 document of the service, built from the tables and schemas that the handlers use
 * (calls.openapi).
 */
export function buildOpenApi(): Json {
  const calls = Object.values(ENDPOINTS).map((endpoint) => [
    endpoint.path,
    { post: operation(endpoint) },
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'imagewell',
      version: '1.0.0',
      description: 'Image hosting and transformation.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:8080', description: 'The local service.' }],
    paths: {
      ...Object.fromEntries(calls),
      [`${IMAGE_PATH_PREFIX}{imageId}.{extension}`]: {
        get: deliveryOperation('get'),
        head: deliveryOperation('head'),
      },
    },
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: `Starts with private_; the pattern is \`${KEY_PATTERN}\`.`,
        },
      },
      headers: {
        'X-Request-Id': {
          description: 'ID of the request in the logs.',
          schema: { type: 'string' },
        },
        'Retry-After': {
          description: 'Seconds to wait before a retry.',
          schema: { type: 'integer' },
        },
      },
      schemas: { Problem: PROBLEM_SCHEMA },
    },
  };
}
