import type { EndpointName } from '../../../core/api/endpoints.ts';

/** As many pieces as `bytes` hold, between commas. */
function fill(bytes: number, piece: (at: number) => string, between = ','): string {
  const pieces: string[] = [];
  let length = 0;
  for (let at = 0; length < bytes; at += 1) {
    const next = piece(at);
    pieces.push(next);
    length += next.length + between.length;
  }
  return pieces.slice(0, -1).join(between);
}

const nameOf = (at: number) => at.toString(36);

/**
 * A call, and the text of a body of about so many bytes that has as many faults as it can, or costs
 * as much.
 */
export interface HostileBody {
  readonly call: EndpointName;
  /** About PROJECT and IMAGE, whose place a test's own take. */
  readonly text: (bytes: number) => string;
}

export const PROJECT = `prj_${'a'.repeat(26)}`;
export const IMAGE = `img_${'a'.repeat(26)}`;
const inProject = (fields: string) => `{"name":"x","projectId":"${PROJECT}",${fields}}`;
const explained = (query: string) =>
  `{"imageUrl":"http://127.0.0.1:8080/res/${IMAGE}.jpg?${query}"}`;
const preset = (name: string, text: string) => `{"name":"x","presets":{"${name}":"${text}"}}`;

/** By their hostile part. */
export const HOSTILE_BODIES: Readonly<Record<string, HostileBody>> = {
  'a preset with a long name and a text of unknown parameters': {
    call: 'createProject',
    text: (bytes) =>
      preset(
        'x'.repeat(bytes / 2),
        fill(bytes / 2, () => 'a', '&'),
      ),
  },
  'a preset whose text is unknown parameters': {
    call: 'createProject',
    text: (bytes) => preset('card', fill(bytes, nameOf, '&')),
  },
  'a preset whose text repeats two parameters': {
    call: 'createProject',
    text: (bytes) =>
      preset(
        'card',
        `${fill(bytes / 2, () => 'signature', '&')}&${fill(bytes / 2, () => 'crop', '&')}`,
      ),
  },
  'presets with malformed names': {
    call: 'createProject',
    text: (bytes) => `{"name":"x","presets":{${fill(bytes, (at) => `"${nameOf(at)}_":1`)}}}`,
  },
  'presets with control characters for names': {
    call: 'createProject',
    text: (bytes) =>
      `{"name":"x","presets":{${fill(bytes, (at) => `"${'\\u0001'.repeat(60)}${at}":1`)}}}`,
  },
  'allowed widths of no size': {
    call: 'createProject',
    text: (bytes) => `{"name":"x","allowedWidths":[${fill(bytes, () => '0')}]}`,
  },
  'allowed widths in lists in lists': {
    call: 'createProject',
    text: (bytes) =>
      `{"name":"x","allowedWidths":${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}}`,
  },
  'allowed widths of different sizes': {
    call: 'createProject',
    text: (bytes) => `{"name":"x","allowedWidths":[${fill(bytes, (at) => `${at % 8192}`)}]}`,
  },
  'different origins of no form': {
    call: 'createProject',
    text: (bytes) => `{"name":"x","allowedOrigins":[${fill(bytes, (at) => `"${nameOf(at)}"`)}]}`,
  },
  'different origins': {
    call: 'createProject',
    text: (bytes) =>
      `{"name":"x","allowedOrigins":[${fill(bytes, (at) => `"http://${nameOf(at)}"`)}]}`,
  },
  'one origin again and again': {
    call: 'createProject',
    text: (bytes) => `{"name":"x","allowedOrigins":[${fill(bytes, () => '"http://a"')}]}`,
  },
  'unknown fields near to known ones': {
    call: 'createProject',
    text: (bytes) => `{"name":"x",${fill(bytes, (at) => `"presets${nameOf(at)}":1`)}}`,
  },
  'unknown fields near to nothing': {
    call: 'createProject',
    text: (bytes) => `{"name":"x",${fill(bytes, (at) => `"${nameOf(at)}":1`)}}`,
  },
  'one unknown field of slashes': {
    call: 'createProject',
    text: (bytes) => `{"name":"x","${'~/'.repeat(bytes / 2)}":1}`,
  },
  'a name of slashes and nothing else': {
    call: 'createProject',
    text: (bytes) => `{"name":"${'\\u0000'.repeat(bytes / 6)}"}`,
  },
  'unknown scopes': {
    call: 'createApiKey',
    text: (bytes) => inProject(`"scopes":[${fill(bytes, () => '1')}]`),
  },
  'different unknown scopes': {
    call: 'createApiKey',
    text: (bytes) => inProject(`"scopes":[${fill(bytes, (at) => `"${nameOf(at)}"`)}]`),
  },
  'a known scope again and again': {
    call: 'createApiKey',
    text: (bytes) => inProject(`"scopes":[${fill(bytes, () => '"images:read"')}]`),
  },
  'an end with a long fraction': {
    call: 'createApiKey',
    text: (bytes) => inProject(`"expiresAt":"2099-01-01T00:00:00.${'0'.repeat(bytes)}x"`),
  },
  'unknown types of events': {
    call: 'createWebhook',
    text: (bytes) =>
      inProject(`"url":"https://a.example/","eventTypes":[${fill(bytes, () => '1')}]`),
  },
  'unknown fields of a project that is changed': {
    call: 'updateProject',
    text: (bytes) => inProject(fill(bytes, (at) => `"${nameOf(at)}":1`)),
  },
  'malformed keys of metadata': {
    call: 'updateImageMetadata',
    text: (bytes) => `{"imageUrl":"${IMAGE}","set":{${fill(bytes, (at) => `"${nameOf(at)}-":1`)}}}`,
  },
  'a long key of metadata': {
    call: 'updateImageMetadata',
    text: (bytes) => `{"imageUrl":"${IMAGE}","add":{"${'x'.repeat(bytes)}":1}}`,
  },
  'many pairs to find images by': {
    call: 'listImages',
    text: (bytes) => `{"metadata":{${fill(bytes, (at) => `"${nameOf(at)}-":null`)}}}`,
  },
  'a URL that repeats two parameters': {
    call: 'explainTransformation',
    text: (bytes) =>
      explained(`${fill(bytes / 2, () => 'signature', '&')}&${fill(bytes / 2, () => 'crop', '&')}`),
  },
  'a URL with unknown parameters': {
    call: 'explainTransformation',
    text: (bytes) => explained(fill(bytes, nameOf, '&')),
  },
  'a URL with unknown parameters beyond ASCII': {
    call: 'explainTransformation',
    text: (bytes) =>
      explained(fill(bytes / 2, (at) => String.fromCodePoint(0x4e00 + (at % 9_000)), '&')),
  },
  'an image reference of a host in many labels': {
    call: 'explainTransformation',
    text: (bytes) => `{"imageUrl":"http://${'a.'.repeat(bytes / 2)}com/res/${IMAGE}.jpg"}`,
  },
  'brackets in brackets': {
    call: 'explainTransformation',
    text: (bytes) => `{"imageUrl":${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}}`,
  },
};
