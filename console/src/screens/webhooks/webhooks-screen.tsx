import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { ByCommand } from '../../ui/by-command.tsx';

const COMMANDS = [
  'npx imagewell webhooks list',
  'npx imagewell webhooks create URL',
  'npx imagewell webhooks test WEBHOOK',
  'npx imagewell webhooks deliveries WEBHOOK',
];

export function WebhooksScreen() {
  return <ByCommand title={PAGE_TITLES.webhooks} commands={COMMANDS} />;
}
