import { betweenValues, easeBy, readSplines } from './between-values.ts';
import type { XmlElement } from './read-xml.ts';
import type { StyleWork } from './style-work.ts';
import { refuseSvg, refuseUndrawn } from './svg-faults.ts';

/** The attributes of an element in the first frame of its animations. */
export type Frame = ReadonlyMap<string, string>;

const ANIMATIONS = ['animate', 'set', 'animateTransform', 'animateMotion', 'animateColor'];
const CLOCK =
  /^([+-]?)(?:(\d{1,3}):)?(?:(\d{1,3}):)?(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(h|min|s|ms)?$/;
const SECONDS: Readonly<Record<string, number>> = { h: 3_600, min: 60, s: 1, ms: 0.001 };
const START = /^\s*m\s*([+-]?[\d.]{1,20})[\s,]+([+-]?[\d.]{1,20})/i;
const NONE: Frame = new Map();
/** Of one element, since transforms add up. */
const MAX_ANIMATIONS = 200;

type Attributes = ReadonlyMap<string, string>;

/** The seconds of a clock value of SMIL; undefined for an event, or for another animation. */
function readClock(text: string): number | undefined {
  const [, sign, first, second, last = '', unit = 's'] = CLOCK.exec(text.trim()) ?? [];
  if (last === '') return undefined;
  const larger = first === undefined ? 0 : Number(first);
  const minutes = second === undefined ? larger : larger * 60 + Number(second);
  const seconds = minutes * 60 + Number(last) * (SECONDS[unit] ?? 1);
  return sign === '-' ? -seconds : seconds;
}

/** How many seconds ago an animation began; undefined for one that begins later. */
function readAge(begin: string | undefined): number | undefined {
  if (begin === undefined) return 0;
  const ages = begin
    .split(';')
    .map(readClock)
    .filter((seconds) => seconds !== undefined && seconds <= 0)
    .map((seconds) => -(seconds ?? 0));
  return ages.length === 0 ? undefined : ages.reduce((least, age) => Math.min(least, age));
}

function valuesOf(name: string, attributes: Attributes): readonly string[] {
  const [from, to] = [attributes.get('from'), attributes.get('to')];
  if (name === 'set') return to === undefined ? [] : [to];
  const listed = attributes.get('values');
  if (listed !== undefined) {
    const values = listed.split(';').map((value) => value.trim());
    return values.at(-1) === '' ? values.slice(0, -1) : values;
  }
  if (from === undefined) return [];
  return [from, ...(to === undefined ? [] : [to])];
}

/** The value at a share of an animation's time; undefined where its curves make it none. */
function valueAt(
  values: readonly string[],
  attributes: Attributes,
  share: number,
  work: StyleWork,
): string | undefined {
  const last = values.length - 1;
  const mode = attributes.get('calcMode');
  const isDiscrete = mode === 'discrete';
  const even = (at: number) => at / Math.max(1, isDiscrete ? values.length : last);
  const given = (attributes.get('keyTimes') ?? '').split(';').map(Number);
  const times = given.length === values.length ? given : values.map((_, at) => even(at));
  const splines = mode === 'spline' ? readSplines(attributes.get('keySplines') ?? '') : undefined;
  if (mode === 'spline' && splines?.length !== last) return undefined;
  const next = times.findIndex((time) => time > share);
  const at = (next < 0 ? values.length : next) - 1;
  const [before = '', after] = values.slice(Math.max(0, at));
  if (isDiscrete || after === undefined || at < 0) return before;
  const [start = 0, end = 1] = times.slice(at);
  const part = (share - start) / (end - start);
  const spline = splines?.[at];
  return betweenValues(before, after, spline ? easeBy(spline, part) : part, work);
}

/** The share of its time that has passed; undefined after its end, unless it freezes there. */
function shareOf(attributes: Attributes, age: number): number | undefined {
  if (age === 0) return 0;
  const duration = readClock(attributes.get('dur') ?? '') ?? Number.POSITIVE_INFINITY;
  const count = attributes.get('repeatCount') ?? '1';
  const times = count === 'indefinite' ? Number.POSITIVE_INFINITY : Number(count);
  if (age < duration * times) return (age / duration) % 1;
  return attributes.get('fill') === 'freeze' ? 1 : undefined;
}

function attributesOf({ attributes }: XmlElement): Attributes {
  return new Map(
    attributes.filter(({ namespace }) => namespace === '').map(({ name, value }) => [name, value]),
  );
}

/** The target of an animation that names one; empty for the element around it. */
export function targetOf({ attributes }: XmlElement): string {
  const href = attributes.find(({ name }) => name === 'href')?.value.trim() ?? '';
  return href.startsWith('#') ? href.slice(1) : '';
}

/** Whether an element is an animation. */
export const isAnimation = ({ name }: XmlElement) => ANIMATIONS.includes(name);

function startOfMotion(attributes: Attributes): string | undefined {
  const [, x, y] = START.exec(attributes.get('path') ?? '') ?? [];
  if (x !== undefined && y !== undefined) return `translate(${Number(x)} ${Number(y)})`;
  const [first] = valuesOf('animateMotion', attributes);
  const [left, top] = (first ?? '').split(/[\s,]+/, 3).map(Number);
  return Number.isFinite(left) && Number.isFinite(top) ? `translate(${left} ${top})` : undefined;
}

/** Whether an animation starts from the element's own value, or adds to it. */
function isSum(name: string, attributes: Attributes, share: number): boolean {
  if (name === 'set') return false;
  const hasStart = attributes.has('from') || attributes.has('values');
  if (share > 0 && !hasStart) return attributes.has('to') || attributes.has('by');
  if (share > 0 && attributes.get('accumulate') === 'sum') return true;
  if (name === 'animateTransform' || attributes.get('additive') !== 'sum') return false;
  const [first = ''] = valuesOf(name, attributes);
  return share > 0 || /[1-9]/.test(first);
}

/** An ImageFileFault for an animation whose value depends on more than its own values. */
function checkSum(name: string, attributes: Attributes, share: number): void {
  if (name === 'animateMotion') {
    if (share > 0) refuseUndrawn('an animateMotion that began before');
  } else if (isSum(name, attributes, share)) refuseUndrawn(`a sum of values in ${name}`);
}

/** An attribute and its value in the first frame of one animation, and the transform so far. */
function frameOf(
  animation: XmlElement,
  own: string,
  work: StyleWork,
): readonly [string, string] | undefined {
  const { name } = animation;
  const attributes = attributesOf(animation);
  const age = readAge(attributes.get('begin'));
  const share = age === undefined ? undefined : shareOf(attributes, age);
  if (share === undefined) return undefined;
  checkSum(name, attributes, share);
  if (name === 'animateMotion') {
    const moved = startOfMotion(attributes);
    return moved === undefined ? undefined : ['transform', `${own} ${moved}`.trim()];
  }
  const values = valuesOf(name, attributes);
  const property = attributes.get('attributeName')?.replace(/^xlink:/, '');
  if (values.length === 0 || property === undefined || property === 'href') return undefined;
  const addsNothing = attributes.get('additive') === 'sum' && name === 'animate';
  if (addsNothing) return undefined; // any other sum is refused
  const value = valueAt(values, attributes, share, work);
  if (value === undefined) return undefined;
  if (name !== 'animateTransform') return [property, value];
  const transform = `${attributes.get('type') ?? 'translate'}(${value})`;
  const isAdded = attributes.get('additive') === 'sum';
  return [property, isAdded ? `${own} ${transform}`.trim() : transform];
}

/**
 * The attributes that these animations give to an element in the first frame, as browsers show an
 * image: of those that have begun by then. Each replaces an attribute or a style of its name. An
 * ImageFileFault for more than 200 animations of one element.
 */
export function firstFrame(
  animations: readonly XmlElement[],
  before: Attributes,
  work: StyleWork,
): Frame {
  if (animations.length === 0) return NONE;
  if (animations.length > MAX_ANIMATIONS) return refuseSvg('complex');
  const frame = new Map<string, string>();
  for (const animation of animations) {
    const transform = frame.get('transform') ?? before.get('transform') ?? '';
    const [property, value] = frameOf(animation, transform, work) ?? [];
    if (property !== undefined && value !== undefined) frame.set(property, value);
  }
  return frame;
}
