import { type JsonObject, parseObject } from '../json-object.ts';
import type { ExportedFact, ExportedImage } from './image-facts.ts';

const isText = (value: unknown) => typeof value === 'string';
const isTextOrNone = (value: unknown) => value === null || value === undefined || isText(value);
const isVisibilityOrNone = (value: unknown) =>
  value === null || value === 'public' || value === 'private';
const isTexts = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.values(value).every(isText);
const isListOrNone = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.every(isText));
const isObjectOrNone = (value: unknown) =>
  value === null || value === undefined || typeof value === 'object';

/** The check of each field; an export of an earlier version lacks some facts. */
const CHECKS: Readonly<Record<ExportedFact | 'file', (value: unknown) => boolean>> = {
  file: isText,
  imageId: isText,
  imageUrl: isText,
  bytes: Number.isSafeInteger,
  sha256: isText,
  originalFilename: isTextOrNone,
  metadata: isTexts,
  focalPoint: isTextOrNone,
  visibility: isVisibilityOrNone,
  createdAt: isText,
  convertedFrom: isTextOrNone,
  lost: isListOrNone,
  review: isObjectOrNone,
  credit: isObjectOrNone,
};

/** The facts that an export of an earlier version lacks are null. */
const LATER = {
  originalFilename: null,
  focalPoint: null,
  visibility: null,
  convertedFrom: null,
  lost: null,
  credit: null,
  review: null,
};

/** The image of a line of an export; undefined for a damaged line. */
export function readExportedImage(text: string): ExportedImage | undefined {
  const fields = { ...LATER, ...parseObject(text) };
  const isWhole = Object.entries(CHECKS).every(([name, isRight]) =>
    isRight((fields as JsonObject)[name]),
  );
  // each field was checked above
  return isWhole ? (fields as unknown as ExportedImage) : undefined;
}
