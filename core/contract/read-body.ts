import type * as z from 'zod/mini';
import { isImageId, isTemporaryImageId } from '../images/ids.ts';
import { type ImageAddress, type IsCdnHost, parseImageAddress } from '../images/image-reference.ts';
import type { JsonRequest } from './endpoint.ts';
import type { ReferenceKind } from './fields.ts';
import { pointerStep } from './json-pointer.ts';
import { nearestName } from './nearest-name.ts';
import { type FieldFault, ServiceError } from './service-error.ts';

function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => pointerStep(String(part))).join('');
}

function unknownField(pointer: string, name: string, known: readonly string[]): FieldFault {
  const nearest = nearestName(name, known);
  const hint = nearest ? ` Did you mean ${nearest}?` : ` Known: ${known.join(', ')}.`;
  const detail = `There is no such field.${hint}`;
  return { pointer: pointer + pointerOf([name]), code: 'unknown_field', detail };
}

function faultsOf(issue: z.core.$ZodIssue, known: readonly string[]): FieldFault[] {
  const pointer = pointerOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((name) => unknownField(pointer, name, known));
  }
  const fault =
    issue.code === 'custom' ? (issue.params?.fault as FieldFault | undefined) : undefined;
  if (fault) return [{ ...fault, pointer: pointer + fault.pointer }];
  const expected = issue.code === 'invalid_type' ? issue.expected : 'object';
  if (pointer === '') return [{ pointer, code: 'invalid_type', detail: 'The body is an object.' }];
  return [{ pointer, code: 'invalid_type', detail: `This field is a ${expected}.` }];
}

function findGroupFaults(sent: object, groups: JsonRequest['exactlyOne']): FieldFault[] {
  return groups.flatMap((names) => {
    const given = names.filter((name) => Object.hasOwn(sent, name));
    if (given.length === 1) return [];
    const isMissing = given.length === 0;
    return {
      pointer: '',
      code: isMissing ? 'required' : 'conflicting_fields',
      detail: isMissing
        ? `${names.length > 1 ? 'One of ' : ''}${names.join(', ')} is required.`
        : `Only one of ${given.join(', ')} can be given.`,
    };
  });
}

function readReference(
  value: unknown,
  kind: ReferenceKind,
  isCdnHost: IsCdnHost,
): string | ImageAddress | undefined {
  const address = typeof value === 'string' ? parseImageAddress(value, isCdnHost) : undefined;
  if (!address) return undefined;
  if (kind === 'temporary') return isTemporaryImageId(address.id) ? address.id : undefined;
  if (!isImageId(address.id)) return undefined;
  return kind === 'address' ? address : address.id;
}

function referenceFault(name: string, kind: ReferenceKind): FieldFault {
  const what = kind === 'temporary' ? 'a temporary image (tmp_…)' : 'an image (img_…)';
  return {
    pointer: `/${name}`,
    code: 'invalid_image_reference',
    detail: `This is neither the ID of ${what} nor a URL of one on this service's CDN.`,
  };
}

function throwFaults(errors: readonly FieldFault[]): never {
  const [first] = errors;
  const isAlone = errors.length === 1;
  const detail = isAlone ? first?.detail : `${errors.length} faults were found.`;
  const code =
    isAlone && (first?.code === 'invalid_image_reference' || first?.code === 'conflicting_fields')
      ? first.code
      : 'validation_failed';
  throw new ServiceError(code, { ...(detail === undefined ? {} : { detail }), errors });
}

/**
 * Holds a parsed body to an endpoint's rules and reads its references into ids, all faults told at once.
 * Throws validation_failed, invalid_image_reference, conflicting_fields.
 */
export function readBody(
  request: JsonRequest,
  body: unknown,
  isCdnHost: IsCdnHost,
): Record<string, unknown> {
  const known = Object.keys(request.schema.shape);
  const parsed = request.schema.safeParse(body);
  const faults = (parsed.error?.issues ?? []).flatMap((issue) => faultsOf(issue, known));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throwFaults(faults);
  const sent = body as Record<string, unknown>;
  // JSON.parse makes an own property of this name, which zod passes over
  if (Object.hasOwn(sent, '__proto__')) faults.push(unknownField('', '__proto__', known));
  faults.push(...findGroupFaults(sent, request.exactlyOne));
  const read: Record<string, unknown> = { ...sent };
  for (const [name, kind] of Object.entries(request.references)) {
    if (typeof sent[name] !== 'string') continue;
    const id = readReference(sent[name], kind, isCdnHost);
    if (id) read[name] = id;
    else faults.push(referenceFault(name, kind));
  }
  for (const name of request.referenceLists ?? []) {
    const isFaulty = faults.some(({ pointer }) => pointer.startsWith(`/${name}`));
    if (isFaulty || !Object.hasOwn(sent, name)) continue;
    const ids = (sent[name] as string[]).map((one) => readReference(one, 'image', isCdnHost));
    ids.forEach((id, at) => void (id || faults.push(referenceFault(`${name}/${at}`, 'image'))));
    read[name] = ids;
  }
  if (faults.length > 0) throwFaults(faults);
  return read;
}
