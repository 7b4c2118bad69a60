const SEPARATORS = /\n|;|&&|\|\||\||\$\(|[<>]\(|\)|`|\b(?:do|then|else|elif|if|while|until)\b/;
/** A negation, and assignments before a command. */
const BEFORE = /^(?:! )?(?:\w+=\S*\s*)*/;
const NO_COMMAND = /^(?:for \w+ in\b|done\b|fi\b|esac\b|\{|\})/;

/** The commands of substitutions within a text in double quotes. */
const substitutions = (text: string) =>
  [...text.matchAll(/\$\(([^)]*)\)|`([^`]*)`/g)].map(([, one, other]) => one ?? other ?? '');

/**
 * The commands of a step of bash, each as its words without quotes. It is no parser of bash. Text
 * that it can't read stands as an odd command, which no list of permitted ones has.
 */
export function shellCommands(run: string): readonly (readonly string[])[] {
  const inner: string[] = [];
  const text = run
    .replaceAll('\\\n', ' ')
    .replaceAll(/^\s*#.*$/gm, '')
    .replaceAll(/'[^']*'/g, 'QUOTED')
    .replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, quoted: string) => {
      inner.push(...substitutions(quoted));
      return quoted.replaceAll(/\$\([^)]*\)|`[^`]*`/g, 'INNER').replaceAll(/[\s;|&()<>`!]/g, '_');
    });
  return [text, ...inner]
    .flatMap((part) => part.split(SEPARATORS))
    .map((command) => command.trim().replace(BEFORE, ''))
    .filter((command) => command !== '' && !NO_COMMAND.test(command))
    .map((command) => command.split(/\s+/));
}
