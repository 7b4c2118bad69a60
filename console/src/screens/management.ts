/** The screens of a project and an account: one script. */
export { AccountScreen } from './account/account-screen.tsx';
export { AuditScreen } from './audit/audit-screen.tsx';
export { KeysScreen } from './keys/keys-screen.tsx';
export { ProjectScreen } from './project/project-screen.tsx';
export { TeamScreen } from './team/team-screen.tsx';
export { UsageScreen } from './usage/usage-screen.tsx';
export { WebhooksScreen } from './webhooks/webhooks-screen.tsx';
