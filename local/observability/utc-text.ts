/** Writes moments as UTC text. Moments of one second share one text, up to its milliseconds. */
export interface UtcText {
  /** `2026-11-05T12:30:01.250Z`, of milliseconds of the Unix epoch. */
  iso(now: number): string;
  /** `2026-11-05`. */
  date(now: number): string;
  /** `12:30:01`. */
  time(now: number): string;
}

const SECOND_MS = 1000;

/** Makes such a writer, which holds the text of the latest second that it wrote. */
export function createUtcText(): UtcText {
  let second = Number.NaN;
  let date = '';
  let time = '';
  const turnTo = (now: number): void => {
    const asked = Math.floor(now / SECOND_MS);
    if (asked === second) return;
    second = asked;
    [date = '', time = ''] = new Date(asked * SECOND_MS).toISOString().split(/[TZ.]/);
  };
  return {
    iso: (now) => {
      turnTo(now);
      const ms = String(now - second * SECOND_MS).padStart(3, '0');
      return `${date}T${time}.${ms}Z`;
    },
    date: (now) => {
      turnTo(now);
      return date;
    },
    time: (now) => {
      turnTo(now);
      return time;
    },
  };
}
