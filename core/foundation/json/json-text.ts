import { ServiceError } from '../service-error.ts';
import { findJsonFault } from './json-fault.ts';

/**
 * One token of valid JSON, a string or a structural character, with the numbers and blanks before
 * it. Each token begins where the last one ends, so no text is searched twice.
 */
const TOKEN = /[^"{}[\],:]*("[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:])/gy;

interface Level {
  readonly names: Set<string> | undefined;
  isNameNext: boolean;
}

function openLevel(sign: string): Level {
  return { names: sign === '{' ? new Set() : undefined, isNameNext: sign === '{' };
}

/** Whether an object in valid JSON has one name twice, in any escaping. */
function hasRepeatedName(text: string): boolean {
  const levels: Level[] = [];
  for (const [, token = ''] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === '{' || token === '[') levels.push(openLevel(token));
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && level?.names) level.isNameNext = true;
    else if (token.startsWith('"') && level?.names && level.isNameNext) {
      const name = JSON.parse(token) as string;
      if (level.names.has(name)) return true;
      level.names.add(name);
      level.isNameNext = false;
    }
  }
  return false;
}

/** Says where a text is wrong and how to correct it. */
function refuseText(text: string, cause: unknown): ServiceError {
  if (text.trim() === '') {
    const hint = 'Send a JSON object, at least {}.';
    return new ServiceError('invalid_json', { detail: 'The body is empty.', hint, cause });
  }
  const fault = findJsonFault(text);
  if (!fault) {
    const detail = 'The body cannot be parsed as JSON.';
    return new ServiceError('invalid_json', { detail, cause });
  }
  const { line, column, detail, hint } = fault;
  const where = `The body cannot be parsed as JSON at line ${line}, column ${column}.`;
  return new ServiceError('invalid_json', { detail: `${where} ${detail}`, hint, cause });
}

/** Parses a body strictly: as JSON.parse does, but without repeated names; throws invalid_json. */
export function parseJsonText(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw refuseText(text, cause);
  }
  if (hasRepeatedName(text)) {
    throw new ServiceError('invalid_json', {
      detail: 'An object has a duplicate name.',
      hint: 'Give each name once.',
    });
  }
  return value;
}
