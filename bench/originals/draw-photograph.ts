/**
 * The raw pixels of a drawing with soft light, hard edges and sensor noise, as a photograph has
 * them; the same bytes on every run.
 */
export function paintPhotograph(width: number, height: number): Buffer {
  const data = Buffer.allocUnsafe(width * height * 3);
  const nextNoise = createNoise();
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const light = 90 + 70 * Math.sin(x / 610) * Math.cos(y / 430);
      const edge = ((x >> 8) ^ (y >> 7)) & 3 ? 0 : 45; // hard-edged blocks
      const leaf = 18 * Math.sin(x / 9 + 6 * Math.sin(y / 23)); // fine texture
      const noise = nextNoise();
      data[at] = clamp(light + edge + leaf + noise);
      data[at + 1] = clamp(light * 0.9 + edge * 0.5 + leaf * 1.3 + noise);
      data[at + 2] = clamp(150 - light * 0.4 + edge * 0.2 + noise);
      at += 3;
    }
  }
  return data;
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, value));
}

/** Seeded, roughly normal, from -15 to 15. */
function createNoise(): () => number {
  let state = 7;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return ((state >> 8) & 15) + ((state >> 14) & 15) - 15;
  };
}
