import { readNumbers } from '../svg-size.ts';

/** The radii of a `feMorphology` as browsers read them: one or two numbers, and none below zero. */
function radiiOf(text: string | undefined): readonly number[] {
  const numbers = readNumbers(text ?? '');
  if (numbers.length > 2 || !numbers.every(Number.isFinite)) return [0, 0];
  const [x = 0, y = x] = numbers.map((one) => Math.max(0, one));
  return [x, y];
}

/** The step to write for a `feMorphology`: one without a radius moves its input by nothing. */
export function writeMorphology(attributes: Map<string, string>): 'feMorphology' | 'feOffset' {
  const written = attributes.get('radius');
  const radii = radiiOf(written);
  if (radii.every((one) => one === 0)) {
    attributes.delete('radius');
    attributes.delete('operator');
    return 'feOffset';
  }
  if (readNumbers(written ?? '').some((one) => one < 0)) attributes.set('radius', radii.join(' '));
  return 'feMorphology';
}
