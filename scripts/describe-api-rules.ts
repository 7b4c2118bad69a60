import { DELIVERY_RULES, SIGNED_URL_RULES, TRANSFORMATION_RULES } from './api-rules/delivery.ts';
import { ERROR_RULES } from './api-rules/errors.ts';
import { KEEPING_RULES } from './api-rules/keeping.ts';
import {
  AUDIT_RULES,
  KEY_RULES,
  ORIGIN_RULES,
  REFERENCE_RULES,
  WEBHOOK_RULES,
} from './api-rules/keys.ts';
import { LOCAL_RULES, PERFORMANCE_RULES } from './api-rules/local.ts';
import { MODERATION_RULES } from './api-rules/moderation.ts';
import { ACCOUNT_RULES, CALL_RULES, PROJECT_RULES, QUOTA_RULES } from './api-rules/plans.ts';
import { PRIVATE_RULES } from './api-rules/private.ts';
import { REPLACING_RULES } from './api-rules/replacing.ts';
import { SITE_RULES } from './api-rules/site.ts';
import {
  DELETION_RULES,
  IMAGE_RULES,
  TEMPORARY_IMAGE_RULES,
  UPLOAD_RULES,
} from './api-rules/uploads.ts';
import type { RuleArea } from './api-rules/wording.ts';
import { GENERATED } from './markdown.ts';

const AREAS: readonly RuleArea[] = [
  CALL_RULES,
  ERROR_RULES,
  REFERENCE_RULES,
  KEY_RULES,
  ORIGIN_RULES,
  UPLOAD_RULES,
  TEMPORARY_IMAGE_RULES,
  IMAGE_RULES,
  DELETION_RULES,
  REPLACING_RULES,
  PRIVATE_RULES,
  KEEPING_RULES,
  MODERATION_RULES,
  TRANSFORMATION_RULES,
  DELIVERY_RULES,
  SIGNED_URL_RULES,
  QUOTA_RULES,
  ACCOUNT_RULES,
  PROJECT_RULES,
  AUDIT_RULES,
  WEBHOOK_RULES,
  SITE_RULES,
  LOCAL_RULES,
  PERFORMANCE_RULES,
];

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z -]/g, '')
    .replaceAll(' ', '-');
}

function describeArea({ title, introduction, rules }: RuleArea): string {
  const rows = Object.entries(rules).map(([id, text]) => `**\`${id}\`** ${text}`);
  return [`## ${title}`, introduction, ...rows].filter(Boolean).join('\n\n');
}

/** docs/contract.md, from the API rules and the tables that they read. */
export function describeApiRules(): string {
  const contents = AREAS.map(({ title }) => `- [${title}](#${anchorOf(title)})`);
  return `${GENERATED}
# API rules

These are the rules that the service promises. Each rule has an id, and at least one test has that id in parentheses at the end of its title. \`git grep 'uploads.max-size' test\` finds the tests of a rule, and \`npx vitest run -t 'uploads.max-size'\` runs them. A comment in the code cites an id in the same way. The ids \`security.…\` are the rows of the table in [SECURITY.md](../SECURITY.md). A test lists each rule without a test, and each id that is no rule.

${contents.join('\n')}

${AREAS.map(describeArea).join('\n\n')}
`;
}
