import type { PendingJpegTables } from './pending-jpeg-tables.ts';

/** Of ITU-T T.81, annex K.3: the slot, the numbers of codes of each length, and the values. */
const USUAL_TABLES: Readonly<Record<number, string>> = {
  0: '00010501010101010100000000000000000102030405060708090a0b',
  1: '00030101010101010101010000000000000102030405060708090a0b',
  16:
    '0002010303020403050504040000017d01020300041105122131410613516107227114328191a1082342b1c11552' +
    'd1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a636465' +
    '666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8' +
    'b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
  17:
    '00020102040403040705040400010277000102031104052131061241510761711322328108144291a1b1c1092333' +
    '52f0156272d10a162434e125f11718191a262728292a35363738393a434445464748494a535455565758595a6364' +
    '65666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6' +
    'b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
};

/**
 * Adds the usual tables where the file defines none before its first scan. Frames of Motion JPEG
 * leave them out, and decoders of sequential JPEGs have them.
 */
export function addUsualTables({ huffman }: PendingJpegTables): void {
  for (const [slot, hex] of Object.entries(USUAL_TABLES).map(
    ([at, text]) => [+at, text] as const,
  )) {
    if (huffman.has(slot)) continue;
    const bytes = hex.match(/../g) ?? [];
    huffman.set(slot, Uint8Array.from([slot, ...bytes.map((pair) => Number.parseInt(pair, 16))]));
  }
}
