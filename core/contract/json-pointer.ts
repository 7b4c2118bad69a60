/** One step of a JSON Pointer (RFC 6901 section 4), its slash before it. */
export function pointerStep(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
