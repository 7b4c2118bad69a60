import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { PROBLEMS } from '../../../../../core/foundation/problems.ts';
import { ServiceError } from '../../../../../core/foundation/service-error.ts';
import { FORMAT_NAMES } from '../../../../../core/transform/formats.ts';
import type { Parameters } from '../../../../../core/transform/parameters.ts';
import type { AcceptedImage } from '../../../../../core/use-cases/uploads/accept-image.ts';
import { createRandom } from '../../../../support/hostile/seeded-random.ts';
import { acceptUnhurried } from '../../../../support/images/accept-unhurried.ts';
import { randomGif } from '../../../../support/images/gif/random-gifs.ts';
import { ask } from '../support/ask.ts';
import { see } from '../support/rendition.ts';

const engine = await createSharpEngine();
const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
/** RANDOM_GIFS=1000 makes so many; each one's number is its seed. */
const COUNT = Number(process.env.RANDOM_GIFS ?? 60);
const FIRST_SEED = Number(process.env.RANDOM_GIFS_SEED ?? 20_261_126);
/** The last two need the pixels of each frame. */
const REQUESTS: readonly Parameters[] = [{}, { width: 7 }, { blur: 0.3 }];

/** The stored image, or the code of the problem. */
async function accept(bytes: Uint8Array): Promise<AcceptedImage | string> {
  try {
    return await acceptUnhurried(services, { bytes, contentType: 'image/gif' });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(PROBLEMS[error.code].status).toBeLessThan(500);
    return error.code;
  }
}

describe('a GIF of random blocks', () => {
  it('is refused with a problem, or has a rendition in each format (uploads.leniency)', async () => {
    const seeds = Array.from({ length: COUNT }, (_, at) => FIRST_SEED + at);
    let accepted = 0;
    for (const seed of seeds) {
      const image = await accept(randomGif(createRandom(seed)));
      if (typeof image === 'string') continue;
      accepted += 1;
      const parameters = REQUESTS[seed % REQUESTS.length] ?? {};
      for (const format of FORMAT_NAMES) {
        const asked = ask(image.facts, format, parameters);
        const made = await engine.render(image.bytes, asked).catch((error: Error) => error);
        expect(made, `seed ${seed}, ${format}: ${made}`).not.toBeInstanceOf(Error);
        const { frames } = await see(made as Uint8Array);
        expect(frames, `seed ${seed}, ${format}`).toBeLessThanOrEqual(image.facts.frames);
      }
    }
    expect(accepted).toBeGreaterThan(COUNT / 4);
    expect(accepted).toBeLessThan(COUNT);
  });
});
