const UNRELEASED = '## Unreleased\n';

/** A version as CHANGELOG.md gets it. */
export interface Release {
  readonly version: string;
  /** Of the release, as `2026-11-22`. */
  readonly date: string;
  /** The texts of the changesets, a paragraph each. */
  readonly summaries: readonly string[];
}

const headingOf = (version: string) => `## ${version} - `;

/**
 * CHANGELOG.md with its unreleased lines and the changesets' under a version, and an empty
 * Unreleased. Throws if it has no Unreleased, has the version, or has nothing to release.
 */
export function releaseChangelog(text: string, { version, date, summaries }: Release): string {
  const [before, after] = text.split(UNRELEASED);
  if (before === undefined || after === undefined)
    throw new Error('CHANGELOG.md has no Unreleased');
  if (text.includes(headingOf(version))) throw new Error(`CHANGELOG.md has ${version} already`);
  const end = after.search(/^## /m);
  const own = (end < 0 ? after : after.slice(0, end)).trim();
  const older = end < 0 ? '' : `\n${after.slice(end)}`;
  const listed = summaries.map((summary) => `- ${summary.trim().replaceAll(/\s*\n\s*/g, ' ')}`);
  const lines = [...(own === '' ? [] : [own]), ...listed].join('\n');
  if (lines === '') throw new Error('there is nothing to release');
  return `${before}${UNRELEASED}\n${headingOf(version)}${date}\n\n${lines}\n${older}`;
}

/** The lines of a version in CHANGELOG.md; undefined if it has none. */
export function changesOf(text: string, version: string): string | undefined {
  const [, section] = text.split(`\n${headingOf(version)}`);
  return section?.split('\n').slice(1).join('\n').split(/^## /m)[0]?.trim();
}

/** Whether `.changeset`, whose files these are, has a change for the next version. */
export function hasChangesets(files: readonly string[]): boolean {
  return files.some((file) => file.endsWith('.md') && file !== 'README.md');
}

/** The state of the repository that decides what a push to main starts. */
export interface ReleaseState {
  /** Files of `.changeset`. */
  readonly files: readonly string[];
  readonly version: string;
  readonly tags: readonly string[];
  readonly changelog: string;
}

/**
 * `version`: there are changesets, which the next version takes. `publish`: the version of the
 * changelog has no tag yet. `nothing` else.
 */
export function releaseMode(state: ReleaseState): 'version' | 'publish' | 'nothing' {
  const { files, version, tags, changelog } = state;
  if (hasChangesets(files)) return 'version';
  const isWritten = changesOf(changelog, version) !== undefined;
  return isWritten && !tags.includes(`v${version}`) ? 'publish' : 'nothing';
}
