import { EXAMPLE_PROJECT_ID } from '../core/api/calls/examples.ts';
import { EVENT_TYPES } from '../core/events/event-types.ts';
import { createEvent } from '../core/events/service-event.ts';

/** A section for each type, with its example as a receiver gets it. */
export function describeEventTypes(): string {
  return Object.entries(EVENT_TYPES)
    .map(([type, { summary, example }]) => {
      const at = Date.UTC(2026, 10, 21, 9);
      const facts = { at, projectId: EXAMPLE_PROJECT_ID, data: example as never };
      const event = createEvent(type as keyof typeof EVENT_TYPES, ['example'], facts);
      return `### \`${type}\`\n\n${summary}\n\n\`\`\`json\n${JSON.stringify(event, null, 2)}\n\`\`\`\n`;
    })
    .join('\n');
}

const TYPES_PART = /(<!-- types[^>]*-->\n).*(<!-- \/types -->)/s;

/** docs/events.md with its sections of types from THE table, all else as it is. */
export function describeEvents(text: string): string {
  return text.replace(TYPES_PART, (_, begin, end) => `${begin}\n${describeEventTypes()}\n${end}`);
}
