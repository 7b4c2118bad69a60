import { DOCTOR_CHECKS } from '../../admin/doctor/checks.ts';
import { DOCTOR_ACTIONS } from '../../admin/doctor/doctor-actions.ts';
import { table } from '../markdown.ts';

const DOCTOR_PART = /(<!-- doctor[^>]*-->\n).*(<!-- \/doctor -->)/s;

/** The policy of IAM that all checks need. */
function doctorPolicy(): string {
  const actions = [...new Set(Object.values(DOCTOR_ACTIONS).flat())].sort();
  const Statement = [{ Effect: 'Allow', Action: actions, Resource: '*' }];
  return JSON.stringify({ Version: '2012-10-17', Statement }, null, 2);
}

/** A page with the checks of `admin doctor` and the permissions that they need. */
export function describeDoctor(text: string): string {
  const rows = DOCTOR_CHECKS.map(({ name, title }) => [`\`${name}\``, title]);
  const checks = table(['Check', 'Passes if this holds'], rows);
  const policy = `\`\`\`json\n${doctorPolicy()}\n\`\`\``;
  const intro = 'All of them together need this policy, which allows reads only:';
  return text.replace(
    DOCTOR_PART,
    (_, begin, end) => `${begin}\n${checks}\n\n${intro}\n\n${policy}\n\n${end}`,
  );
}
