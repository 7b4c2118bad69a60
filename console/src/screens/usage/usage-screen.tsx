import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { ByCommand } from '../../ui/by-command.tsx';

const COMMANDS = ['npx imagewell usage', 'npx imagewell usage --account'];

export function UsageScreen() {
  return <ByCommand title={PAGE_TITLES.usage} commands={COMMANDS} />;
}
