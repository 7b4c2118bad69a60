/** Divides colours that were multiplied by their alpha, in place. */
export function divideByAlpha(data: Uint8Array): void {
  for (let at = 0; at + 3 < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    if (alpha === 255) continue;
    for (let channel = at; alpha > 0 && channel < at + 3; channel += 1) {
      data[channel] = Math.min(255, Math.round(((data[channel] ?? 0) * 255) / alpha));
    }
  }
}
