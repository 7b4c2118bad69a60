import type { Answer, Client } from '../../http/client.ts';
import {
  ANSWER_MS,
  checkAnswer,
  checkMutant,
  isBusy,
  type TimedAnswer,
  timed,
} from '../check-answer.ts';
import type { HostileFile } from '../hostile-file.ts';
import type { Tally } from '../tally.ts';

const AT_ONCE = 4;
const MAX_TRIES = 4;
/** The requests for an accepted image; `%` is its own address without the extension. */
const RENDITIONS = ['%.webp?width=50', '%.jpg', '%.png?rotate=90'] as const;

export interface FileAttack {
  /** How often each status was answered to an upload. */
  readonly uploads: ReadonlyMap<string, number>;
  readonly busyAnswers: number;
  readonly slowestMs: number;
  readonly slowest: string;
}

interface Books {
  readonly tally: Tally;
  /** The names of the calls that are being answered. */
  readonly inFlight: Set<string>;
  readonly signal: AbortSignal;
}

function checkOf(name: string): typeof checkAnswer {
  return name.startsWith('mutant/') ? checkMutant : checkAnswer;
}

class Attack {
  readonly client: Client;
  readonly tally: Tally;
  readonly inFlight: Set<string>;
  readonly uploads = new Map<string, number>();
  busyAnswers = 0;
  slowestMs = 0;
  slowest = '';

  constructor(client: Client, { tally, inFlight }: Books) {
    this.client = client;
    this.tally = tally;
    this.inFlight = inFlight;
  }

  /** One call; it is repeated after `503 busy`, so that a busy service hides no fault. */
  private async ask(name: string, call: () => Promise<Answer>, validate = checkOf(name)) {
    const faults: string[] = [];
    for (let tries = 1; ; tries += 1) {
      this.inFlight.add(name);
      const result = await timed(call);
      this.inFlight.delete(name);
      this.keepTime(name, result);
      faults.push(...validate(result));
      const { answer } = result;
      if (!answer || !isBusy(answer) || tries === MAX_TRIES) {
        this.tally.record(name, faults);
        return answer;
      }
      this.busyAnswers += 1;
      const seconds = Math.min(ANSWER_MS / 1000, Number(answer.headers.get('retry-after')));
      await new Promise((done) => setTimeout(done, seconds * 1000));
    }
  }

  private keepTime(name: string, { ms, answer }: TimedAnswer): void {
    if (ms <= this.slowestMs) return;
    this.slowestMs = ms;
    this.slowest = `${name}: ${answer?.status ?? 'no answer'}`;
  }

  async throwFile({ name, bytes, contentType, due }: HostileFile): Promise<void> {
    const uploaded = await this.ask(
      name,
      () => this.client.upload(bytes, contentType),
      (result) => [
        ...checkOf(name)(result),
        ...(due === 'refused' && result.answer?.status === 200 ? ['let in, though broken'] : []),
      ],
    );
    const status = `${uploaded?.status ?? 'none'} ${uploaded?.json?.code ?? ''}`.trim();
    this.uploads.set(status, (this.uploads.get(status) ?? 0) + 1);
    if (uploaded?.status === 200) await this.deliver(name, uploaded.json.temporaryImageUrl);
  }

  private async deliver(name: string, temporaryImageUrl: string): Promise<void> {
    const { call, get } = this.client;
    await this.ask(`${name}, temporary`, () => get(temporaryImageUrl));
    const saved = await this.ask(`${name}, saved`, () =>
      call('save-temporary-image', { temporaryImageUrl }),
    );
    if (saved?.status !== 200) {
      this.tally.record(`${name}, saved`, [`${saved?.status}, not 200`]);
      return;
    }
    const { imageId, imageUrl } = saved.json as { imageId: string; imageUrl: string };
    const plain = await this.ask(`${name}, plain`, () => get(imageUrl));
    this.tally.record(`${name}, plain`, plain?.status === 200 ? [] : [`${plain?.status}, not 200`]);
    const address = imageUrl.slice(0, imageUrl.lastIndexOf('.'));
    for (const form of RENDITIONS) {
      await this.ask(`${name} as ${form}`, () => get(form.replace('%', address)));
    }
    await this.ask(`${name}, deleted`, () => call('delete-image', { imageId }));
  }
}

/**
 * Uploads every file, some concurrently. Accepted images are saved, delivered in several forms, and
 * deleted.
 */
export async function attackWithFiles(
  files: readonly HostileFile[],
  client: Client,
  books: Books,
): Promise<FileAttack> {
  const attack = new Attack(client, books);
  const waiting = [...files];
  const throwNext = async (): Promise<void> => {
    const next = () => (books.signal.aborted ? undefined : waiting.shift());
    for (let file = next(); file; file = next()) await attack.throwFile(file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, throwNext));
  const { uploads, busyAnswers, slowestMs, slowest } = attack;
  return { uploads, busyAnswers, slowestMs, slowest };
}
