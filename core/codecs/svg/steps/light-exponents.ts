const [LEAST, MOST] = [1, 128];
const FOCUSED = ['feSpecularLighting', 'feSpotLight'];

/** Writes the exponent of a light within the range that browsers cut it to: 1 to 128. */
export function writeExponent(name: string, attributes: Map<string, string>): void {
  const exponent = Number(attributes.get('specularExponent') ?? LEAST);
  if (!FOCUSED.includes(name) || !Number.isFinite(exponent)) return;
  const cut = Math.max(LEAST, Math.min(MOST, exponent));
  if (cut !== exponent) attributes.set('specularExponent', String(cut));
}
