import type { Endpoint } from '../../core/api/endpoint.ts';
import { ENDPOINTS, groupOfEndpoint } from '../../core/api/endpoints.ts';
import { BRUNO_STEPS, type BrunoStep } from './bruno-steps.ts';

const FOLDER = 'docs/bruno';
/** Values of the examples, and the variable that each is in a run. */
const VARIABLES: readonly (readonly [RegExp, string])[] = [
  [/https:\/\/cdn\.example\.com\/res\/tmp_a{26}\.jpg/g, '{{temporaryImageUrl}}'],
  [/https:\/\/cdn\.example\.com/g, '{{baseUrl}}'],
  [/img_a{26}/g, '{{imageId}}'],
  [/prj_a{26}/g, '{{projectId}}'],
  [/key_a{26}/g, '{{keyId}}'],
  [/sec_a{26}/g, '{{secretId}}'],
  [/whk_a{26}/g, '{{webhookId}}'],
  [/acc_b{26}/g, '{{memberAccountId}}'],
  [/ivt_a{26}/g, '{{invitationId}}'],
  [/inv_a{30}\w{6}/g, '{{invitation}}'],
];

const nameOf = ({ call, label }: BrunoStep) =>
  [ENDPOINTS[call].name, ...(label === undefined ? [] : [label])].join('-');
const pathOf = (step: BrunoStep) =>
  `${FOLDER}/${groupOfEndpoint(ENDPOINTS[step.call].name)}/${nameOf(step)}.bru`;
const indent = (text: string) => text.replaceAll(/^/gm, '  ');
const block = (name: string, lines: string) => `${name} {\n${indent(lines)}\n}\n`;

function headersOf({ credential }: Endpoint, { as }: BrunoStep): string[] {
  const isKey = as === 'apiKey' || (as === undefined && credential.kind === 'apiKey');
  if (credential.kind === 'uploadKey' || credential.kind === 'invitation') return [];
  if (isKey) return [block('headers', 'X-API-Key: {{apiKey}}')];
  return [block('headers', `Authorization: Bearer {{${as ?? 'token'}}}`)];
}

function bodyOf({ request }: Endpoint, { fields }: BrunoStep): string {
  if (request.kind === 'bytes') {
    return block('body:file', 'file: @file(image.jpg) @contentType(image/jpeg)');
  }
  const body = { ...request.example, ...fields };
  const text = JSON.stringify(body, null, 2);
  return block(
    'body:json',
    VARIABLES.reduce((done, [value, variable]) => done.replaceAll(value, variable), text),
  );
}

function keptBy({ keep = {} }: BrunoStep): string[] {
  const lines = Object.entries(keep).map(
    ([variable, expression]) => `bru.setVar('${variable}', ${expression});`,
  );
  return lines.length === 0 ? [] : [block('script:post-response', lines.join('\n'))];
}

function describeStep(step: BrunoStep, at: number): string {
  const endpoint: Endpoint = ENDPOINTS[step.call];
  const { path, request, summary, description } = endpoint;
  const url = `{{baseUrl}}${path.replace('{uploadKey}', '{{uploadKey}}')}`;
  const body = request.kind === 'bytes' ? 'file' : 'json';
  return [
    block('meta', `name: ${nameOf(step)}\ntype: http\nseq: ${at + 1}`),
    block('post', `url: ${url}\nbody: ${body}\nauth: none`),
    ...headersOf(endpoint, step),
    bodyOf(endpoint, step),
    block('assert', `res.status: eq ${step.status ?? 200}`),
    ...keptBy(step),
    block('docs', `${summary}. ${description}`),
  ].join('\n');
}

const COLLECTION = { version: '1', name: 'imagewell', type: 'collection', ignore: [] };
const LOCAL = `vars {
  baseUrl: http://127.0.0.1:8080
}
vars:secret [
  uploadKey,
  apiKey,
  token,
  secondToken
]
`;

/** The files of the requests, in the order of a run. */
export const BRUNO_RUN: readonly string[] = BRUNO_STEPS.map(pathOf);

/** The collection for Bruno, by path, from THE table of endpoints and the steps of a run. */
export function brunoFiles(): Readonly<Record<string, () => string>> {
  return {
    [`${FOLDER}/bruno.json`]: () => `${JSON.stringify(COLLECTION, null, 2)}\n`,
    [`${FOLDER}/environments/local.bru`]: () => LOCAL,
    ...Object.fromEntries(
      BRUNO_STEPS.map((step, at) => [pathOf(step), () => describeStep(step, at)]),
    ),
  };
}
