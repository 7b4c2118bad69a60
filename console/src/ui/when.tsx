import { formatDay, formatRelative } from '../texts/format.ts';

export interface WhenProps {
  /** RFC 3339. */
  readonly at: string;
  /** The day alone, also where it is near. */
  readonly isDay?: boolean;
}

/** A time: relative within a day of now, the date beyond it; its title has it in full, in UTC. */
export function When({ at, isDay = false }: WhenProps) {
  const time = new Date(at).toISOString();
  return (
    <time dateTime={time} title={`${time.slice(0, 19).replace('T', ' ')} UTC`}>
      {isDay ? formatDay(at) : formatRelative(at)}
    </time>
  );
}
