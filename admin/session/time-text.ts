/** A moment in milliseconds of the Unix epoch, as the API writes it. */
export function timeText(at: number): string {
  return new Date(at).toISOString();
}
