import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { ServiceError } from '../../../../../core/foundation/service-error.ts';
import { acceptUnhurried } from '../../../../support/images/accept-unhurried.ts';
import type { FaultyFile } from '../../../../support/images/faults/faulty-file.ts';
import { listFaults } from '../../../../support/images/faults/list-faults.ts';
import {
  FAULT_REASONS,
  faultLine,
  readRecordedFaults,
} from '../../../../support/images/faults/recorded-faults.ts';

const engine = await createSharpEngine();
const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
const files = await listFaults();
const recorded = readRecordedFaults();
const REFUSALS = ['invalid_image', 'content_type_mismatch', 'image_too_large'];

async function accept({ bytes, type }: FaultyFile): Promise<'in' | 'refused'> {
  try {
    await acceptUnhurried(services, { bytes, contentType: type });
    return 'in';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(REFUSALS).toContain(error.code);
    expect(error.message).not.toBe('');
    return 'refused';
  }
}

describe('files with faults, as Chromium shows them (uploads.leniency)', () => {
  it('are recorded, each once', () => {
    const keys = files.map(({ type, name }) => `${type} ${name}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(recorded.map(({ type, name }) => `${type} ${name}`)).toEqual(keys);
  });

  it('come in where Chromium shows them whole, or have a reason', () => {
    const faults = recorded.filter(
      ({ chromium, here, reason }) => chromium === 'whole' && here === 'refused' && reason === '',
    );
    expect(faults).toEqual([]);
    const named = new Set(recorded.map(({ reason }) => reason).filter((reason) => reason !== ''));
    expect([...named].sort()).toEqual(Object.keys(FAULT_REASONS).sort());
  });

  it.each(['jpeg', 'png', 'gif', 'webp', 'bmp', 'avif'])(
    'of %s come in, or are refused with a problem, as recorded',
    async (kind) => {
      const ofKind = files.filter(({ type }) => type === `image/${kind}`);
      const lines: string[] = [];
      for (const file of ofKind) {
        const line = recorded.find(({ type, name }) => type === file.type && name === file.name);
        if (line) lines.push(faultLine({ ...line, here: await accept(file) }));
      }
      const due = recorded.filter(({ type }) => type === `image/${kind}`);
      expect(lines).toEqual(due.map(faultLine));
    },
  );
});
