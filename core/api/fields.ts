import * as z from 'zod/mini';
import { type FindFaults, findIntegerFault, listFaults } from '../foundation/fault-list.ts';
import { isJsonObject } from '../foundation/json/json-value.ts';
import { LIMITS } from '../foundation/limits.ts';
import { hasCursorForm } from '../foundation/list-cursor.ts';
import { pointerStep } from '../foundation/reported-text.ts';
import type { FieldFault } from '../foundation/service-error.ts';
import { parseFocalPoint } from '../images/focal-point.ts';
import {
  findKeyCountFault,
  findMetadataFaults,
  METADATA_KEY_PATTERN,
  type Metadata,
  type MetadataChange,
  metadataFrom,
} from '../images/metadata.ts';
import { POINT } from '../transform/parameters.ts';

/** JSON Schemas that zod can't generate itself, by the schema that they describe. */
export const JSON_SCHEMAS = new Map<z.core.$ZodType, Record<string, unknown>>();

/** The issue with all faults that one of our validators finds in a value. */
function validate<Sent>(context: z.core.ParsePayload<unknown>, find: FindFaults<Sent>): void {
  const faults = listFaults(find, context.value as Sent);
  if (faults.count === 0) return;
  context.issues.push({ code: 'custom', input: context.value, params: { faults } });
}

/** A field of any value; `find` reports its faults and those of its parts. */
export function validatedParts<T>(find: FindFaults, jsonSchema: object) {
  const schema = z.custom<T>().check((context) => validate(context, find));
  JSON_SCHEMAS.set(schema, { ...jsonSchema });
  return schema;
}

/** A field that is an object; `find` reports the faults of its parts. */
function validatedObject<T>(find: FindFaults<Record<string, unknown>>, jsonSchema: object) {
  const schema = z.custom<T>(isJsonObject, { error: 'is an object' });
  const validated = schema.check((context) => validate(context, find));
  JSON_SCHEMAS.set(validated, { ...jsonSchema });
  return validated;
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
  return validatedObject<MetadataChange>(findMetadataFaults, metadataSchema(description));
}

const findWholeFaults: FindFaults<Record<string, unknown>> = (sent, pointer, faults) => {
  const count = findKeyCountFault(metadataFrom(sent as MetadataChange), pointer);
  if (count) faults.add(() => count);
  findMetadataFaults(sent, pointer, faults);
};

/** All metadata that an image is to have, as it is sent: null is left out. */
export function metadataField(description: string) {
  return validatedObject<MetadataChange>(findWholeFaults, metadataSchema(description));
}

function findPairFaults(maxPairs: number): FindFaults<Record<string, unknown>> {
  const count =
    maxPairs === 1 ? 'exactly one key with its value' : `1 to ${maxPairs} keys with their values`;
  const detail = `This field must have ${count}.`;
  return (sent, pointer, faults) => {
    const pairs = Object.entries(sent);
    if (pairs.length < 1 || pairs.length > maxPairs) {
      faults.add(() => ({ pointer, code: 'invalid_count', detail }));
    }
    findMetadataFaults(sent, pointer, faults);
    for (const [key, value] of pairs) {
      if (value !== null) continue;
      const noText = 'The value must be a string.';
      const at = () => pointer + pointerStep(key);
      faults.add(() => ({ pointer: at(), code: 'invalid_type', detail: noText }));
    }
  };
}

/** Keys of metadata with the values that find images: one at least, `maxPairs` at most. */
export function metadataPairsField(maxPairs: number, description: string) {
  return validatedObject<Metadata>(findPairFaults(maxPairs), {
    type: 'object',
    description,
    minProperties: 1,
    maxProperties: maxPairs,
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

/** A field of one plain value; `validate` returns its only fault. */
export function validatedValue<T>(
  validate: (sent: unknown) => Fault | undefined,
  jsonSchema: object,
) {
  return validatedParts<T>((sent, pointer, faults) => {
    const fault = validate(sent);
    if (fault) faults.add(() => ({ pointer, ...fault }));
  }, jsonSchema);
}

/** A whole number from `minimum` to `maximum`. */
export function integerField(minimum: number, maximum: number, description: string) {
  return validatedValue<number>((sent) => findIntegerFault(sent, minimum, maximum), {
    type: 'integer',
    minimum,
    maximum,
    description,
  });
}

/** The form of the id of a project. */
export const PROJECT_ID = /^prj_[a-z2-7]{26}$/;

/** The fault of a text that is not the id of a project. */
export function findProjectIdFault(sent: unknown): Fault | undefined {
  if (typeof sent === 'string' && PROJECT_ID.test(sent)) return undefined;
  return { code: 'invalid_id', detail: 'This field must be the ID of a project (prj_…).' };
}

/** The id of a project, which may be unknown but not malformed. */
export function projectIdField(description = 'ID of the project.') {
  const words = { type: 'string', pattern: PROJECT_ID.source, description };
  return validatedValue<string>(findProjectIdFault, words);
}

/** The project of a call with an API key or an access token: a key implies it. */
export const CALLERS_PROJECT =
  'ID of the project: required with an access token; with an API key, the project of the key.';

/** The field of that. */
export function callersProjectField() {
  return projectIdField(CALLERS_PROJECT);
}

/** A field that must be `true`, as a caller's confirmation. */
export function trueField(description: string) {
  return validatedValue<true>(
    (sent) =>
      sent === true ? undefined : { code: 'invalid_value', detail: 'This field must be true.' },
    { type: 'boolean', const: true, description },
  );
}

/** A point of an image, or null for none. */
export function focalPointField(description: string) {
  return validatedValue<string | null>(
    (sent) => {
      if (sent === null || (typeof sent === 'string' && parseFocalPoint(sent))) return undefined;
      return {
        code: 'invalid_point',
        detail:
          'This field must be null or a string x,y: two numbers from 0 to 1, with three decimals at most, without spaces, such as "0.3,0.7".',
      };
    },
    { type: ['string', 'null'], pattern: POINT.source, description, examples: ['0.3,0.7'] },
  );
}

/** A field of a few texts. */
export function choiceField<const Choice extends string>(
  choices: readonly Choice[],
  description: string,
) {
  const detail = `This field must be ${choices.join(' or ')}.`;
  return validatedValue<Choice>(
    (sent) =>
      (choices as readonly unknown[]).includes(sent)
        ? undefined
        : { code: 'invalid_value', detail },
    { type: 'string', enum: choices, description },
  );
}

/** A text of 1 to `maxLength` code points. */
export function textField(maxLength: number, description: string) {
  return validatedValue<string>(
    (sent) => {
      if (typeof sent !== 'string')
        return { code: 'invalid_type', detail: 'This field must be a string.' };
      const length = [...sent].length;
      if (length > 0 && length <= maxLength) return undefined;
      return {
        code: 'invalid_length',
        detail: `This field must have 1 to ${maxLength} characters.`,
      };
    },
    { type: 'string', minLength: 1, maxLength, description },
  );
}

/** Any text: its faults are corrected, never refused. */
export function anyTextField(description: string) {
  return validatedValue<string>(
    (sent) =>
      typeof sent === 'string'
        ? undefined
        : { code: 'invalid_type', detail: 'This field must be a string.' },
    { type: 'string', description },
  );
}

/** The fault of a cursor that is broken or of another list. */
export const CURSOR_FAULT: Fault = {
  code: 'invalid_cursor',
  detail: 'The cursor is not one that this list returned; omit it to start from the beginning.',
};

/** A cursor by its form; the list decides later whether it is its own. */
export function cursorField() {
  const description = 'The cursor of the previous page; absent for the first page.';
  return validatedValue<string>(
    (sent) => (typeof sent === 'string' && hasCursorForm(sent) ? undefined : CURSOR_FAULT),
    { type: 'string', description },
  );
}

/** The fields that select a page of `items`: `usual` of them if no limit is sent. */
export function pageFields(items: string, max: number, usual: number) {
  const most = `Maximum number of ${items} per page; ${usual} if absent.`;
  return {
    limit: z.optional(integerField(1, max, most)),
    cursor: z.optional(cursorField()),
  };
}

/** `address`: of an image too, and the parameters of its URL are read with it. */
export type ReferenceKind = 'image' | 'temporary' | 'address';
