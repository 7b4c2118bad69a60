import * as z from 'zod/mini';
import {
  findKeyCountFault,
  findMetadataFaults,
  METADATA_KEY_PATTERN,
  type Metadata,
  type MetadataChange,
  metadataFrom,
} from '../images/metadata.ts';
import { pointerStep } from './json-pointer.ts';
import { LIMITS } from './limits.ts';
import { hasCursorForm } from './list-cursor.ts';
import type { FieldFault } from './service-error.ts';

/** JSON Schemas of what zod can't put into words itself, by the schema that they describe. */
export const JSON_SCHEMAS = new Map<z.core.$ZodType, Record<string, unknown>>();

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Describe = (sent: Record<string, unknown>) => FieldFault[];

/** An object field whose faults a function of ours finds; each fault is one issue with its own pointer and code. */
function judgedObject<T>(describeFaults: Describe, jsonSchema: Record<string, unknown>) {
  const schema = z.custom<T>(isPlainObject, { error: 'is an object' }).check((context) => {
    for (const fault of describeFaults(context.value as Record<string, unknown>)) {
      context.issues.push({ code: 'custom', input: context.value, params: { fault } });
    }
  });
  JSON_SCHEMAS.set(schema, jsonSchema);
  return schema;
}

function metadataSchema(description: string) {
  return {
    type: 'object',
    description,
    propertyNames: { pattern: METADATA_KEY_PATTERN },
    additionalProperties: { type: ['string', 'null'], maxLength: LIMITS.maxMetadataValueLength },
  };
}

/** A change of metadata as it is sent: null deletes a key. */
export function metadataChangeField(description: string) {
  const findFaults: Describe = (sent) => findMetadataFaults(sent, '');
  return judgedObject<MetadataChange>(findFaults, metadataSchema(description));
}

function findWholeFaults(sent: Readonly<Record<string, unknown>>): FieldFault[] {
  const count = findKeyCountFault(metadataFrom(sent as MetadataChange), '');
  return [...(count ? [count] : []), ...findMetadataFaults(sent, '')];
}

/** All metadata that an image is to have, as it is sent: null is left out. */
export function metadataField(description: string) {
  return judgedObject<MetadataChange>(findWholeFaults, metadataSchema(description));
}

function findPairFaults(sent: Readonly<Record<string, unknown>>): FieldFault[] {
  const faults = findMetadataFaults(sent, '');
  for (const [key, value] of Object.entries(sent)) {
    const detail = 'A value to find images by is a string.';
    if (value === null) faults.push({ pointer: pointerStep(key), code: 'invalid_type', detail });
  }
  if (Object.keys(sent).length === 1) return faults;
  const detail = 'Images are found by exactly one key with its value.';
  return [{ pointer: '', code: 'invalid_count', detail }, ...faults];
}

/** One key of metadata with the value that images are found by. */
export function metadataPairField(description: string) {
  return judgedObject<Metadata>(findPairFaults, {
    type: 'object',
    description,
    minProperties: 1,
    maxProperties: 1,
    propertyNames: { pattern: METADATA_KEY_PATTERN },
    additionalProperties: { type: 'string', maxLength: LIMITS.maxMetadataValueLength },
  });
}

/** "CDN URL or ID" of an image or a temporary image; the endpoint says which, and reads it. */
export function referenceField(kind: ReferenceKind, description: string) {
  const schema = z.string();
  const prefix = kind === 'temporary' ? 'tmp' : 'img';
  JSON_SCHEMAS.set(schema, {
    type: 'string',
    description,
    examples: [`${prefix}_${'a'.repeat(26)}`],
  });
  return schema;
}

type Fault = Pick<FieldFault, 'code' | 'detail'>;

/** A field of one plain value; what the judge answers is its one fault. */
export function judgedValue<T>(judge: (sent: unknown) => Fault | undefined, jsonSchema: object) {
  const schema = z.custom<T>().check((context) => {
    const fault = judge(context.value);
    if (!fault) return;
    const params = { fault: { ...fault, pointer: '' } };
    context.issues.push({ code: 'custom', input: context.value, params });
  });
  JSON_SCHEMAS.set(schema, { ...jsonSchema });
  return schema;
}

/** A whole number from `minimum` to `maximum`. */
export function integerField(minimum: number, maximum: number, description: string) {
  return judgedValue<number>(
    (sent) => {
      if (!Number.isInteger(sent))
        return { code: 'invalid_type', detail: 'This field is an integer.' };
      if ((sent as number) >= minimum && (sent as number) <= maximum) return undefined;
      return { code: 'out_of_range', detail: `This field is ${minimum} to ${maximum}.` };
    },
    { type: 'integer', minimum, maximum, description },
  );
}

const PROJECT_ID = /^prj_[a-z2-7]{26}$/;

/** The id of a project, which may be unknown but not malformed. */
export function projectIdField(description = 'ID of the project.') {
  return judgedValue<string>(
    (sent) =>
      typeof sent === 'string' && PROJECT_ID.test(sent)
        ? undefined
        : { code: 'invalid_id', detail: 'This is not the ID of a project (prj_…).' },
    { type: 'string', pattern: PROJECT_ID.source, description },
  );
}

/** Which project a call that takes an API key or an access token is about: a key says it itself. */
export function callersProjectField() {
  return projectIdField(
    'ID of the project: required with an access token; with an API key it is that of the key.',
  );
}

/** A field that says `true`, and is there so that a caller says what is meant. */
export function trueField(description: string) {
  return judgedValue<true>(
    (sent) =>
      sent === true ? undefined : { code: 'invalid_value', detail: 'This field must be true.' },
    { type: 'boolean', const: true, description },
  );
}

/** A text of 1 to `maxLength` code points. */
export function textField(maxLength: number, description: string) {
  return judgedValue<string>(
    (sent) => {
      if (typeof sent !== 'string')
        return { code: 'invalid_type', detail: 'This field is a string.' };
      const length = [...sent].length;
      if (length > 0 && length <= maxLength) return undefined;
      return { code: 'invalid_length', detail: `This field has 1 to ${maxLength} characters.` };
    },
    { type: 'string', minLength: 1, maxLength, description },
  );
}

/** Any text: what is wrong with it is mended, never refused. */
export function anyTextField(description: string) {
  return judgedValue<string>(
    (sent) =>
      typeof sent === 'string'
        ? undefined
        : { code: 'invalid_type', detail: 'This field is a string.' },
    { type: 'string', description },
  );
}

/** `address`: of an image too, and what its URL asks for is read with it. */
/** What is told of a cursor that is broken or another list's. */
export const CURSOR_FAULT: Fault = {
  code: 'invalid_cursor',
  detail: 'This is no cursor that this list was answered with; leave it out to begin anew.',
};

/** A cursor by its form; whether it is one of the list that is asked for shows later. */
export function cursorField(description: string) {
  return judgedValue<string>(
    (sent) => (typeof sent === 'string' && hasCursorForm(sent) ? undefined : CURSOR_FAULT),
    { type: 'string', description },
  );
}

export type ReferenceKind = 'image' | 'temporary' | 'address';
