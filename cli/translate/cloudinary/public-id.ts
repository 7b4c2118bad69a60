import { decoded, formatOf } from '../read-values.ts';

/** The names of a public ID in a parameter: folders are between colons, an extension is no part. */
export function namesOfId(sent: string): readonly string[] {
  const id = decoded(sent).replaceAll(':', '/');
  const [whole = '', word = ''] = /\.([a-z]\w{1,4})$/i.exec(id) ?? [];
  return formatOf(word) === undefined ? [id] : [id, id.slice(0, -whole.length)];
}
