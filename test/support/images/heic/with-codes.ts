/** An image whose `nclx` names these primaries and this transfer (ITU-T H.273). */
export function withCodes(image: Uint8Array, primaries: number, transfer: number): Buffer {
  const bytes = Buffer.from(image);
  const at = bytes.indexOf('nclx') + 4;
  bytes.writeUInt16BE(primaries, at);
  bytes.writeUInt16BE(transfer, at + 2);
  return bytes;
}
