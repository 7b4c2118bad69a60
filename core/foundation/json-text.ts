import { ServiceError } from './service-error.ts';

// one token of valid JSON: a string, or one of the structural characters
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

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
  for (const [token] of text.matchAll(TOKEN)) {
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

/** Parses a body strictly: as JSON.parse does, but without repeated names; throws invalid_json. */
export function parseJsonText(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ServiceError('invalid_json', {
      detail: text.trim() === '' ? 'The body is empty.' : 'The body cannot be parsed as JSON.',
      cause,
    });
  }
  if (hasRepeatedName(text)) {
    throw new ServiceError('invalid_json', { detail: 'An object has a duplicate name.' });
  }
  return value;
}
