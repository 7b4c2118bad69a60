import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { ByCommand } from '../../ui/by-command.tsx';

const COMMANDS = [
  'npx imagewell projects show',
  'npx imagewell projects update --allowed-widths 320,640',
  'npx imagewell origins list',
  'npx imagewell origins add ORIGIN',
  'npx imagewell signing-secrets list',
];

export function ProjectScreen() {
  return <ByCommand title={PAGE_TITLES.project} commands={COMMANDS} />;
}
