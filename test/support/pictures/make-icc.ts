/** A profile of a size in bytes with one tag, whose data carry a text. */
export function makeIcc(bytes: number, colourSpace = 'RGB ', text = ''): Buffer {
  const profile = Buffer.alloc(bytes);
  for (let i = 144; i < bytes; i += 1) profile[i] = (i * 31) & 255;
  profile.writeUInt32BE(bytes, 0);
  profile.write('mntr', 12, 'latin1');
  profile.write(colourSpace, 16, 'latin1');
  profile.write('XYZ ', 20, 'latin1');
  profile.write('acsp', 36, 'latin1');
  profile.writeUInt32BE(1, 128);
  profile.write('desc', 132, 'latin1');
  profile.writeUInt32BE(144, 136);
  profile.writeUInt32BE(bytes - 144, 140);
  profile.write(text, 144, 'latin1');
  return profile;
}
