/** The only file that uploads: how the bytes of who is signed in become a saved image. */
import { uploadTemporaryImage, waitForUpload } from 'imagewell-client';
import type { Image } from '../images/image.ts';
import { accessToken, apiBaseUrl, imagewell } from '../state/imagewell.ts';
import { kindOf } from '../texts/fault-kinds.ts';
import { isDirect, typeOf } from './file-rules.ts';

export type SendPhase = 'sends' | 'checks' | 'saves';

export interface SendOptions {
  readonly projectId: string;
  readonly file: File;
  /** The bytes are there already; those of a large file may still be checked. */
  readonly temporaryImageUrl: string | undefined;
  readonly signal: AbortSignal;
  readonly onPhase: (phase: SendPhase, sentBytes: number) => void;
  readonly onArrived: (temporaryImageUrl: string) => void;
}

const callOf = ({ projectId, signal }: SendOptions) => ({
  baseUrl: apiBaseUrl(),
  accessToken,
  projectId,
  signal,
});

async function sendBytes(options: SendOptions): Promise<string> {
  const { file, onPhase, onArrived } = options;
  onPhase('sends', 0);
  const answer = await uploadTemporaryImage({
    ...callOf(options),
    file,
    contentType: typeOf(file),
    onProgress({ phase, loaded, temporaryImageUrl }) {
      if (temporaryImageUrl !== undefined) onArrived(temporaryImageUrl);
      onPhase(phase === 'sending' ? 'sends' : 'checks', loaded);
    },
  });
  onArrived(answer.temporaryImageUrl);
  return answer.temporaryImageUrl;
}

/** The same of a file whose bytes arrived earlier. */
async function waitForCheck(options: SendOptions, temporaryImageUrl: string): Promise<string> {
  const { file, onPhase } = options;
  if (!isDirect(file)) return temporaryImageUrl;
  onPhase('checks', file.size);
  const call = callOf(options);
  return (await waitForUpload({ ...call, temporaryImageUrl })).temporaryImageUrl;
}

export interface ReplaceOptions
  extends Omit<SendOptions, 'temporaryImageUrl' | 'onPhase' | 'onArrived'> {
  readonly imageId: string;
  readonly onPhase: (phase: SendPhase) => void;
}

/** Uploads a file and gives an image its bytes; throws as the client does. */
export async function replaceByFile(options: ReplaceOptions): Promise<void> {
  const { projectId, imageId, signal, onPhase } = options;
  const temporaryImageUrl = await sendBytes({
    ...options,
    temporaryImageUrl: undefined,
    onArrived: () => {},
  });
  onPhase('saves');
  await imagewell().replaceImage({ projectId, imageId, temporaryImageUrl }, { signal });
}

async function save(options: SendOptions, temporaryImageUrl: string): Promise<Image> {
  const { projectId, file, signal, onPhase } = options;
  onPhase('saves', file.size);
  const calls = imagewell();
  const saved = await calls.saveTemporaryImage({ projectId, temporaryImageUrl }, { signal });
  return calls.getImage({ projectId, imageId: saved.imageId }, { signal });
}

/** Uploads a file the right way by its size and saves it; throws as the client does. */
export async function sendImage(options: SendOptions): Promise<Image> {
  const { temporaryImageUrl } = options;
  if (temporaryImageUrl !== undefined) {
    try {
      return await save(options, await waitForCheck(options, temporaryImageUrl));
    } catch (fault) {
      // too long ago: the file itself is still here
      if (kindOf(fault) !== 'gone') throw fault;
    }
  }
  return save(options, await sendBytes(options));
}
