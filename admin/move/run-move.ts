import { resolve } from 'node:path';
import { CommandError } from '../../cli/command-error.ts';
import { EXIT_CODES } from '../../cli/exit-codes.ts';
import { facts } from '../../cli/output/table.ts';
import { describeStoredFault } from '../backup/stored-faults.ts';
import type { ProgramCall } from '../session/program-action.ts';
import { openSourceFolder, targetFolder } from './folder-place.ts';
import { move } from './move.ts';
import { type GivenPlace, type MoveSource, type MoveTargetPlace, readPlace } from './move-place.ts';

const MEGABYTE = 1e6;

/** The options of `admin move`. */
export interface MoveCommandOptions {
  readonly from: string;
  readonly to: string;
  readonly dryRun?: boolean;
  readonly stack?: string;
  readonly data?: string;
}

async function openSource(place: GivenPlace): Promise<MoveSource> {
  if (place.kind === 'folder') return openSourceFolder(resolve(place.path));
  // the AWS clients take a second
  const { openSourceStack } = await import('./stack-place.ts');
  return openSourceStack(place.stack);
}

async function openTarget(place: GivenPlace): Promise<MoveTargetPlace> {
  if (place.kind === 'folder') return targetFolder(resolve(place.path));
  const { targetStack } = await import('./stack-place.ts');
  return targetStack(place.stack);
}

function readPlaces({ from, to, stack, data }: MoveCommandOptions) {
  if (stack !== undefined || data !== undefined) {
    throw new CommandError('usage', 'Give --from and --to in place of --stack and --data.');
  }
  const places = { from: readPlace(from), to: readPlace(to) };
  if (places.from.kind !== places.to.kind) return places;
  const hint = 'For two folders see npx imagewell backup; a stack is given as stack:NAME.';
  throw new CommandError('usage', 'A move needs a data folder and a stack.', hint);
}

/** `admin move`. */
export async function runMove({
  session,
  options,
}: ProgramCall<MoveCommandOptions>): Promise<void> {
  const places = readPlaces(options);
  const isDryRun = options.dryRun ?? false;
  const source = await openSource(places.from);
  try {
    const report = await move(source, await openTarget(places.to), {
      clock: Date.now,
      tell: session.tell,
      onFault: (fault) => session.tell(describeStoredFault(fault)),
      isDryRun,
    });
    const { originals, records, images, bytes, orphanedRecords } = report;
    session.print({ ...report, isDryRun }, () =>
      facts({
        from: report.from,
        to: report.to,
        ...records,
        'records without their project': orphanedRecords,
        originals: `${images}, ${(bytes / MEGABYTE).toFixed(1)} MB`,
        ...(isDryRun
          ? { changed: 'nothing, with --dry-run' }
          : { copied: originals.copied, 'there already': originals.kept }),
        'lost in the source': originals.missing + originals.damaged,
      }),
    );
    if (originals.missing + originals.damaged > 0) session.endWith(EXIT_CODES.findings.code);
  } finally {
    source.close();
  }
}
