type FindOutput = (name: string) => string | undefined;

/** The first output with settings of a stack; the next are `Settings2` and so on. */
export const SETTINGS_OUTPUT = 'Settings';

/** The settings in the outputs of a stack, as JSON; undefined where it has none. */
export function readRecordedSettings(output: FindOutput): string | undefined {
  const first = output(SETTINGS_OUTPUT);
  if (first === undefined) return undefined;
  const parts = [first];
  for (
    let next = output(SETTINGS_OUTPUT + 2);
    next !== undefined;
    next = output(SETTINGS_OUTPUT + (parts.length + 1))
  )
    parts.push(next);
  return parts.join('');
}
