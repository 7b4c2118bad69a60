import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { findProgram } from './peer.ts';

/** The program of the crate of the same name. */
export const SCORER = 'ssimulacra2_rs';
/** Why a row that needs scores is not measured. */
export const NO_SCORER = `${SCORER} is not installed`;

/** Scores images against a reference; undefined where the program is not installed. */
export function findScorer() {
  const program = findProgram(SCORER);
  if (!program) return undefined;
  /** SSIMULACRA2 of an encoded image against a lossless one of its size: 100 is identical. */
  return async (reference: Buffer, encoded: Buffer): Promise<number> => {
    sharp.unblock({ operation: ['VipsForeignLoadHeifBuffer'] }); // the engine blocks it
    const folder = mkdtempSync(join(tmpdir(), 'imagewell-score-'));
    try {
      const [original, shown] = [join(folder, 'original.png'), join(folder, 'shown.png')];
      writeFileSync(original, reference);
      writeFileSync(shown, await sharp(encoded).png({ compressionLevel: 1 }).toBuffer());
      const args = ['image', original, shown];
      const { stdout: printed } = await promisify(execFile)(program, args);
      const score = Number(/Score: (-?[\d.]+)/.exec(printed)?.[1]);
      if (Number.isNaN(score)) throw new Error(`no score: ${printed}`);
      return score;
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

export type Scorer = NonNullable<ReturnType<typeof findScorer>>;
