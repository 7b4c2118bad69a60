/** A value that was read, or the words of a value that would have been right. */
export type Read<T> = { readonly value: T } | { readonly expected: string };

/** One setting of the service. Its flag, variable and key in a file follow from its name. */
export interface Setting<T> {
  /** As a file may have it; a flag of the kind `boolean` takes no value. */
  readonly kind: 'text' | 'integer' | 'boolean' | 'list';
  /** The value in help, for example `URL`. */
  readonly value?: string;
  /** The environment variable, where it isn't the one that follows from the name. */
  readonly variable?: string;
  /** The text of the default; left out: the setting is undefined, false or an empty list. */
  readonly fallback?: string;
  /** Whether a settings file may not have it. */
  readonly isOutsideFile?: true;
  /** A sentence for help and docs. */
  readonly meaning: string;
  /** Reads a text of any source. */
  read(text: string): Read<T>;
}

const words = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `publicUrl` is the flag `public-url`. */
export function flagOf(name: string): string {
  return words(name);
}

/** `publicUrl` is the variable `IMAGEWELL_PUBLIC_URL`, unless the setting has another one. */
export function variableOf(name: string, { variable }: Pick<Setting<unknown>, 'variable'>): string {
  return variable ?? `IMAGEWELL_${words(name).replaceAll('-', '_').toUpperCase()}`;
}
