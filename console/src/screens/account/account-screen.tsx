import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { ByCommand } from '../../ui/by-command.tsx';

const COMMANDS = [
  'npx imagewell whoami',
  'npx imagewell account export',
  'npx imagewell account delete',
];

export function AccountScreen() {
  return <ByCommand title={PAGE_TITLES.account} commands={COMMANDS} />;
}
