import { problemsOf } from '../core/api/endpoint.ts';
import { ENDPOINTS } from '../core/api/endpoints.ts';
import { LIMITS } from '../core/foundation/limits.ts';
import { problemBody } from '../core/foundation/problem-body.ts';
import { PROBLEM_CAUSES } from '../core/foundation/problem-causes.ts';
import { PROBLEMS, type ProblemCode } from '../core/foundation/problems.ts';
import { callLink } from './call-groups.ts';
import { GENERATED } from './markdown.ts';

const EXAMPLE_REQUEST_ID = '8f14e45f-ceea-467f-a8f6-0d2b9a1c7e55';
/** A list of more calls says less than that it is most of them. */
const MOST_NAMED_CALLS = 8;

const CODES = Object.keys(PROBLEMS) as ProblemCode[];
const words = new Intl.ListFormat('en', { type: 'conjunction' });

function answeredBy(code: ProblemCode): string[] {
  const calls = Object.values(ENDPOINTS).filter((one) => problemsOf(one).includes(code));
  if (calls.length === 0) return [];
  if (calls.length > MOST_NAMED_CALLS) return [`- **Answered by**: ${calls.length} calls.`];
  return [`- **Answered by**: ${words.format(calls.map(({ name }) => callLink(name, '')))}.`];
}

function describeProblem(code: ProblemCode): string {
  const { title, hint } = PROBLEMS[code];
  const facts = [`- **Cause**: ${PROBLEM_CAUSES[code]}`, `- **Cure**: ${hint}`];
  return `### ${code}\n\n${title}.\n\n${[...facts, ...answeredBy(code)].join('\n')}`;
}

/** docs/errors.md, from THE error table and the causes. */
export function describeErrors(): string {
  const statuses = [...Map.groupBy(CODES, (code) => PROBLEMS[code].status)].sort(
    ([a], [b]) => a - b,
  );
  const sections = statuses.map(
    ([status, codes]) => `## ${status}\n\n${codes.toSorted().map(describeProblem).join('\n\n')}`,
  );
  const example = problemBody('image_not_found', EXAMPLE_REQUEST_ID, 'https://cdn.example.com');
  return `${GENERATED}
# Errors

Every error is \`application/problem+json\` (RFC 9457): \`type\`, \`title\`, \`status\`, \`detail\`, \`hint\`, a stable \`code\`, \`requestId\`. \`type\` is the absolute URL of a page about the code. \`detail\` names the fault; \`hint\` is the next step, by default the cure below. Invalid fields are listed together in \`errors: [{pointer, code, detail}]\`. The code is also in the header \`X-Error-Code\`.

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

A problem lists at most ${LIMITS.maxReportedFaults} errors, in at most ${LIMITS.maxProblemBytes} bytes. \`more\` is the number of omitted errors, and absent if none are omitted. In a \`pointer\`, a name of more than ${LIMITS.maxReportedNameLength} characters ends in \`…\`.

${sections.join('\n\n')}
`;
}
