/** The only file that uploads: how the bytes of who is signed in become a saved image. */
import { uploadTemporaryImage } from 'imagewell-client';
import { accessToken, apiBaseUrl, imagewell } from '../app/imagewell.ts';
import type { Image } from '../images/image.ts';
import { typeOf } from './file-rules.ts';

export type SendPhase = 'sends' | 'checks' | 'saves';

export interface SendOptions {
  readonly projectId: string;
  readonly file: File;
  /** The bytes are there already. */
  readonly temporaryImageUrl: string | undefined;
  readonly signal: AbortSignal;
  readonly onPhase: (phase: SendPhase, sentBytes: number) => void;
  readonly onArrived: (temporaryImageUrl: string) => void;
}

async function sendBytes(options: SendOptions): Promise<string> {
  const { projectId, file, signal, onPhase, onArrived } = options;
  onPhase('sends', 0);
  const { temporaryImageUrl } = await uploadTemporaryImage({
    baseUrl: apiBaseUrl(),
    accessToken,
    projectId,
    file,
    contentType: typeOf(file),
    signal,
    onProgress: ({ phase, loaded }) => onPhase(phase === 'sending' ? 'sends' : 'checks', loaded),
  });
  onArrived(temporaryImageUrl);
  return temporaryImageUrl;
}

/** Uploads a file the right way by its size and saves it; throws as the client does. */
export async function sendImage(options: SendOptions): Promise<Image> {
  const { projectId, file, signal, onPhase } = options;
  const temporaryImageUrl = options.temporaryImageUrl ?? (await sendBytes(options));
  onPhase('saves', file.size);
  const calls = imagewell();
  const saved = await calls.saveTemporaryImage({ projectId, temporaryImageUrl }, { signal });
  return calls.getImage({ projectId, imageId: saved.imageId }, { signal });
}
