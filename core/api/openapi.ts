import { LIMITS } from '../foundation/limits.ts';
import { PROBLEMS, type ProblemCode } from '../foundation/problems.ts';
import { IMAGE_PATH_PREFIX } from '../images/image-url.ts';
import { UPLOAD_CONTENT_TYPES } from '../images/upload-type.ts';
import { KEY_PATTERN } from '../projects/credentials.ts';
import { FORMAT_NAMES, FORMATS } from '../transform/formats.ts';
import { defaultOf, PARAMETER_WORDS } from '../transform/parameter-words.ts';
import { PARAMETER_NAMES, PARAMETERS, type ParameterName } from '../transform/parameters.ts';
import { UNKNOWN_TYPE } from '../transform/sent-formats.ts';
import { type Endpoint, PROJECT_HEADER, problemsOf, roleOf } from './endpoint.ts';
import { ENDPOINTS, groupOfEndpoint } from './endpoints.ts';
import { CALLERS_PROJECT, PROJECT_ID } from './fields.ts';
import { problemExamples, problemResponses, sharedResponses } from './openapi-problems.ts';
import { type NamedSchemas, nameOfRequest, nameSchemas } from './openapi-schemas.ts';

type Json = Record<string, unknown>;

/** The parts that several operations refer to. */
interface SharedParts {
  readonly named: NamedSchemas;
  readonly responses: Record<string, Json>;
}

function requestBody(endpoint: Endpoint): Json {
  const { request } = endpoint;
  if (request.kind === 'json') {
    const content = {
      schema: { $ref: `#/components/schemas/${nameOfRequest(endpoint)}` },
      example: request.example,
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

function operation(endpoint: Endpoint, { named, responses }: SharedParts): Json {
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
            schema: named.refersTo(endpoint.response),
            example: endpoint.responseExample,
          },
        },
      },
      ...problemResponses(problemsOf(endpoint), responses),
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
  'bandwidth_quota_exceeded',
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

function deliveryOperation(method: 'get' | 'head', { responses }: SharedParts): Json {
  const binary = { schema: { type: 'string', format: 'binary' } };
  const types = FORMAT_NAMES.map((format) => [FORMATS[format].contentType, binary]);
  const content = method === 'get' ? { content: Object.fromEntries(types) } : {};
  const headers = Object.fromEntries(
    DELIVERY_HEADERS.map((name) => [name, { schema: { type: 'string' } }]),
  );
  const problems = problemResponses(DELIVERY_PROBLEMS, method === 'get' ? responses : {});
  if (method === 'head') for (const problem of Object.values(problems)) delete problem.content;
  return {
    tags: ['delivery'],
    operationId: method === 'get' ? 'deliver-image' : 'deliver-image-headers',
    summary:
      method === 'get' ? 'Get a transformed image' : 'Get the headers of a transformed image',
    description:
      'A file name may follow the ID: `/res/{imageId}/red-bridge.{extension}` is the same image.',
    security: [],
    responses: {
      200: { description: 'The image.', headers, ...content },
      304: { description: 'Entity tag for If-None-Match.' },
      ...problems,
    },
  };
}

const PROBLEM_ERROR_SCHEMA: Json = {
  type: 'object',
  description: 'The fault of one field.',
  required: ['pointer', 'code', 'detail'],
  properties: {
    pointer: { type: 'string', description: 'JSON Pointer to the field (RFC 6901).' },
    code: { type: 'string' },
    detail: { type: 'string' },
  },
};

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
      items: { $ref: '#/components/schemas/ProblemError' },
      maxItems: LIMITS.maxReportedFaults,
    },
    more: {
      type: 'integer',
      minimum: 1,
      description: 'Number of further errors that `errors` omits.',
    },
  },
};

/** The components that don't depend on the calls. */
const CREDENTIALS_AND_HEADERS: Json = {
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
};

/**
 * The OpenAPI 3.1 document of the service, built from the tables and schemas that the handlers use
 * (calls.openapi).
 */
export function buildOpenApi(): Json {
  const endpoints: readonly Endpoint[] = Object.values(ENDPOINTS);
  const problems = [...endpoints.map(problemsOf), DELIVERY_PROBLEMS];
  const parts = { named: nameSchemas(endpoints), responses: sharedResponses(problems) };
  const calls = endpoints.map((endpoint) => [endpoint.path, { post: operation(endpoint, parts) }]);
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
        get: deliveryOperation('get', parts),
        head: deliveryOperation('head', parts),
        parameters: deliveryParameters(), // of both, each once
      },
    },
    components: {
      ...CREDENTIALS_AND_HEADERS,
      examples: problemExamples(problems),
      responses: parts.responses,
      schemas: {
        Problem: PROBLEM_SCHEMA,
        ProblemError: PROBLEM_ERROR_SCHEMA,
        ...parts.named.schemas,
      },
    },
  };
}
