import { uploadTemporaryImage } from '../../client/src/upload-temporary-image.ts';
import { CommandError } from '../command-error.ts';
import { confirmed } from '../output/ask.ts';
import { safeText } from '../output/safe-text.ts';
import type { Session } from '../session.ts';
import { findFiles } from './find-files.ts';
import { openFile } from './open-file.ts';

export interface ReplacementOptions {
  readonly metadata?: Readonly<Record<string, string>>;
  readonly focalPoint?: string;
  readonly yes?: boolean;
}

/** The path of a file; a usage error for a name that leads to none, or to several. */
async function requireFile(named: string): Promise<string> {
  const found = await findFiles([named]);
  for await (const { path } of found.files()) if (found.count === 1) return path;
  throw new CommandError('usage', `${named} is not one file.`);
}

/** `images replace`: uploads a file, and gives an image its bytes. */
export async function replaceImage(
  session: Session,
  imageId: string,
  named: string,
  { metadata, focalPoint, yes }: ReplacementOptions,
): Promise<void> {
  const path = await requireFile(named);
  const { calls, about, credential } = await session.either();
  const question = `Replace ${imageId} by ${safeText(path)}? Its present bytes are deleted.`;
  await confirmed(session.machine, question, yes);
  const { baseUrl, uploadKey } = await session.service();
  const byKey = about.projectId === undefined && uploadKey ? { uploadKey } : credential;
  const { bytes, name, type } = await openFile(path);
  const file = new File([bytes], name, { type });
  const { temporaryImageUrl } = await uploadTemporaryImage({ baseUrl, ...byKey, file });
  const answer = await calls.replaceImage({
    ...about,
    imageId,
    temporaryImageUrl,
    ...(metadata ? { metadata } : {}),
    ...(focalPoint === undefined ? {} : { focalPoint: focalPoint === 'none' ? null : focalPoint }),
  });
  const waiting = answer.review ? '\nIt waits for a decision.' : '';
  session.print(answer, () => `${imageId} is replaced: ${answer.imageUrl}${waiting}`);
}
