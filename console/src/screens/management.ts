/** The screens of a project and an account: one script. */
// texts are shorter side by side when zipped
import '../texts/account-texts.ts';
import '../texts/audit-texts.ts';
import '../texts/keys-texts.ts';
import '../texts/project-texts.ts';
import '../texts/team-texts.ts';
import '../texts/usage-texts.ts';
import '../texts/webhooks-texts.ts';

export { AccountScreen } from './account/account-screen.tsx';
export { AuditScreen } from './audit/audit-screen.tsx';
export { KeysScreen } from './keys/keys-screen.tsx';
export { ProjectScreen } from './project/project-screen.tsx';
export { TeamScreen } from './team/team-screen.tsx';
export { UsagePanel } from './usage/usage-panel.tsx';
export { UsageScreen } from './usage/usage-screen.tsx';
export { WebhooksScreen } from './webhooks/webhooks-screen.tsx';
