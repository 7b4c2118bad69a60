import type * as z from 'zod/mini';
import { createFaultList, type FaultList, refuseFaults } from '../foundation/fault-list.ts';
import { isJsonObject } from '../foundation/json/json-value.ts';
import { nearestName } from '../foundation/nearest-name.ts';
import { pointerStep } from '../foundation/reported-text.ts';
import type { FieldFault } from '../foundation/service-error.ts';
import { isImageId, isTemporaryImageId } from '../images/ids.ts';
import { type ImageAddress, type IsCdnHost, parseImageAddress } from '../images/image-reference.ts';
import type { JsonRequest } from './endpoint.ts';
import { findProjectIdFault, type ReferenceKind } from './fields.ts';

function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => pointerStep(String(part))).join('');
}

function unknownField(pointer: string, name: string, known: readonly string[]): FieldFault {
  const nearest = nearestName(name, known);
  const hint = nearest ? ` Did you mean ${nearest}?` : ` Known fields: ${known.join(', ')}.`;
  const detail = `This field is unknown.${hint}`;
  return { pointer: pointer + pointerOf([name]), code: 'unknown_field', detail };
}

function addIssue(faults: FaultList, issue: z.core.$ZodIssue, known: readonly string[]): void {
  const pointer = pointerOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    for (const name of issue.keys) faults.add(() => unknownField(pointer, name, known));
    return;
  }
  const found =
    issue.code === 'custom' ? (issue.params?.faults as FaultList | undefined) : undefined;
  if (found) {
    faults.addAll(found, pointer);
    return;
  }
  const expected = issue.code === 'invalid_type' ? issue.expected : 'object';
  const detail =
    pointer === '' ? 'The body must be a JSON object.' : `This field must be of type ${expected}.`;
  faults.add(() => ({ pointer, code: 'invalid_type', detail }));
}

function addGroupFaults(faults: FaultList, sent: object, request: JsonRequest): void {
  const { exactlyOne, orBeside } = request;
  for (const [at, names] of exactlyOne.entries()) {
    const given = names.filter((name) => Object.hasOwn(sent, name));
    const others = orBeside !== undefined && at === exactlyOne.length - 1 ? [orBeside] : [];
    const isEnough = given.length > 0 || others.some((name) => Object.hasOwn(sent, name));
    if (!isEnough) faults.add(() => missingField([...names, ...others]));
    if (given.length < 2) continue;
    const detail = `${given.join(', ')} cannot be combined; send one of them.`;
    faults.add(() => ({ pointer: '', code: 'conflicting_fields', detail }));
  }
}

/** The fault of a body without any of these fields, of which it needs one. */
function missingField(names: readonly string[]): FieldFault {
  const detail = `${names.length > 1 ? 'One of ' : ''}${names.join(', ')} is required.`;
  return { pointer: '', code: 'required', detail };
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
    detail: `This field must be the ID of ${what} or its URL on the CDN of this service.`,
  };
}

/**
 * The project that a body names, which is read before any other field (errors.check-order);
 * undefined if it names none. Throws validation_failed if it is no id, or the body no object.
 */
export function readProjectId(body: unknown): string | undefined {
  const faults = createFaultList();
  const detail = 'The body must be a JSON object.';
  if (!isJsonObject(body)) faults.add(() => ({ pointer: '', code: 'invalid_type', detail }));
  const named = isJsonObject(body) && Object.hasOwn(body, 'projectId') ? body.projectId : undefined;
  const fault = named === undefined ? undefined : findProjectIdFault(named);
  if (fault) faults.add(() => ({ pointer: '/projectId', ...fault }));
  if (faults.count > 0) throw refuseFaults(faults);
  return named as string | undefined;
}

/** The same of a body that must name one. */
export function requireProjectId(body: unknown): string {
  const projectId = readProjectId(body);
  if (projectId !== undefined) return projectId;
  const faults = createFaultList();
  faults.add(() => missingField(['projectId']));
  throw refuseFaults(faults);
}

/**
 * Validates a parsed body by its endpoint's schema, and reads references into ids and aliases under
 * one name. All faults are reported together, as many as `errors.bounded` allows. Throws
 * validation_failed, invalid_image_reference, conflicting_fields.
 */
export function readBody(
  request: JsonRequest,
  body: unknown,
  isCdnHost: IsCdnHost,
): Record<string, unknown> {
  const faults = createFaultList();
  const known = Object.keys(request.schema.shape);
  const parsed = request.schema.safeParse(body);
  for (const issue of parsed.error?.issues ?? []) addIssue(faults, issue, known);
  if (!isJsonObject(body)) throw refuseFaults(faults);
  // JSON.parse makes an own property of this name, which zod ignores
  if (Object.hasOwn(body, '__proto__')) faults.add(() => unknownField('', '__proto__', known));
  addGroupFaults(faults, body, request);
  const read: Record<string, unknown> = { ...body };
  for (const [name, kind] of Object.entries(request.references ?? {})) {
    if (typeof body[name] !== 'string') continue;
    const id = readReference(body[name], kind, isCdnHost);
    if (id) read[name] = id;
    else faults.add(() => referenceFault(name, kind));
  }
  for (const name of request.referenceLists ?? []) {
    // references in an invalid list are not read
    if (parsed.error?.issues.some(({ path }) => path[0] === name)) continue;
    if (!Object.hasOwn(body, name)) continue;
    const ids = (body[name] as string[]).map((reference) =>
      readReference(reference, 'image', isCdnHost),
    );
    for (const [at, id] of ids.entries()) {
      if (!id) faults.add(() => referenceFault(`${name}/${at}`, 'image'));
    }
    read[name] = ids;
  }
  if (faults.count > 0) throw refuseFaults(faults);
  for (const [sent, name] of Object.entries(request.readAs ?? {})) {
    if (!Object.hasOwn(read, sent)) continue;
    read[name] = read[sent];
    delete read[sent];
  }
  return read;
}
