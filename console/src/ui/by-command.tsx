import { BY_COMMAND_TEXTS } from '../texts/by-command-texts.ts';
import { Code } from './code.tsx';
import { Page, Panel } from './page.tsx';

export interface ByCommandProps {
  readonly title: string;
  /** One command a line. */
  readonly commands: readonly string[];
}

/** A screen whose calls are made at the command line: the commands, to copy. */
export function ByCommand({ title, commands }: ByCommandProps) {
  return (
    <Page title={title} sub={BY_COMMAND_TEXTS.sub}>
      <Panel title={BY_COMMAND_TEXTS.commands}>
        <Code text={commands.join('\n')} what={BY_COMMAND_TEXTS.toCopy} />
      </Panel>
    </Page>
  );
}
