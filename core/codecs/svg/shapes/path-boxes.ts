import { pointsOfArc } from './arc-points.ts';
import { type Box, BoxMeter } from './box.ts';

/** The box of a path as browsers have it, and as the renderer has it. */
export interface PathBoxes {
  /** Of the drawn line. */
  readonly line: Box;
  /** Of the control points of its curves too. */
  readonly controls: Box;
}

const GAP = /[ \t\r\n\f]*,?[ \t\r\n\f]*/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/iy;
const FLAG = /[01]/y;
/** The numbers of each command. */
const COUNTS: Readonly<Record<string, number>> = {
  m: 2,
  l: 2,
  h: 1,
  v: 1,
  c: 6,
  s: 4,
  q: 4,
  t: 2,
  a: 7,
  z: 0,
};
const FLAGS = [3, 4];

/** The shares of a cubic curve of one axis at which it turns back. */
function turnsOf(a: number, b: number, c: number, d: number): readonly number[] {
  const [square, linear, constant] = [
    3 * (d - 3 * c + 3 * b - a),
    6 * (c - 2 * b + a),
    3 * (b - a),
  ];
  if (Math.abs(square) < 1e-12) return linear === 0 ? [] : [-constant / linear];
  const root = Math.sqrt(linear * linear - 4 * square * constant);
  return [(-linear + root) / (2 * square), (-linear - root) / (2 * square)];
}

const cubicAt = (a: number, b: number, c: number, d: number, t: number) =>
  (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t ** 3 * d;

/** Reads path data, and measures both boxes of its part before the first fault. */
class PathReader {
  private readonly text: string;
  private at = 0;
  private isBegun = false;
  private readonly line = new BoxMeter();
  private readonly controls = new BoxMeter();
  private x = 0;
  private y = 0;
  private startX = 0;
  private startY = 0;
  /** The point that a smooth curve mirrors, and the kind of curve that it is of. */
  private handleX = 0;
  private handleY = 0;
  private handleOf = '';

  constructor(text: string) {
    this.text = text;
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private numbers(command: string): readonly number[] | undefined {
    const numbers: number[] = [];
    for (let at = 0; at < (COUNTS[command] ?? 0); at += 1) {
      this.take(GAP);
      const text = this.take(command === 'a' && FLAGS.includes(at) ? FLAG : NUMBER);
      if (text === undefined) return undefined;
      numbers.push(Number(text));
    }
    return numbers;
  }

  read(): PathBoxes | undefined {
    let command = '';
    for (;;) {
      this.take(GAP);
      const next = this.text[this.at] ?? '';
      const isCommand = Object.hasOwn(COUNTS, next.toLowerCase());
      if (isCommand) {
        command = next;
        this.at += 1;
      }
      const numbers = this.numbers(command.toLowerCase());
      if (next === '' || !numbers || (!isCommand && (numbers.length === 0 || command === '')))
        break;
      if (!this.isBegun && command.toLowerCase() !== 'm') break;
      this.isBegun = true;
      this.draw(command, numbers);
      if (command === 'm') command = 'l';
      if (command === 'M') command = 'L';
    }
    const [line, controls] = [this.line.box(), this.controls.box()];
    return line && controls && { line, controls };
  }

  private draw(command: string, numbers: readonly number[]): void {
    const kind = command.toLowerCase();
    const [fromX, fromY] = command === kind ? [this.x, this.y] : [0, 0];
    const points = numbers.map((one, at) => one + (at % 2 === 0 ? fromX : fromY));
    const [first = 0, second = 0] = points;
    if (kind === 'z') this.goTo(this.startX, this.startY);
    else if (kind === 'h') this.lineTo(first, this.y);
    else if (kind === 'v') this.lineTo(this.x, (numbers[0] ?? 0) + fromY);
    else if (kind === 'm') this.moveTo(first, second);
    else if (kind === 'l') this.lineTo(first, second);
    else if (kind === 'a') this.arcTo(numbers, fromX, fromY);
    else this.curveTo(kind, points);
  }

  private goTo(x: number, y: number): void {
    [this.x, this.y, this.handleX, this.handleY, this.handleOf] = [x, y, x, y, ''];
  }

  private moveTo(x: number, y: number): void {
    [this.startX, this.startY] = [x, y];
    this.goTo(x, y);
  }

  private mark(x: number, y: number): void {
    this.line.add(x, y);
    this.controls.add(x, y);
  }

  private lineTo(x: number, y: number): void {
    this.mark(this.x, this.y);
    this.mark(x, y);
    this.goTo(x, y);
  }

  private arcTo(numbers: readonly number[], fromX: number, fromY: number): void {
    const [rx = 0, ry = 0, rotation = 0, large, sweep, dx = 0, dy = 0] = numbers;
    const [x, y] = [dx + fromX, dy + fromY];
    const { extremes, controls } = pointsOfArc({
      from: [this.x, this.y],
      to: [x, y],
      radii: [rx, ry],
      rotation,
      isLarge: large === 1,
      isSweep: sweep === 1,
    });
    for (const [left, top] of extremes) this.mark(left, top);
    for (const [left, top] of controls) this.controls.add(left, top);
    this.lineTo(x, y);
  }

  private curveTo(kind: string, points: readonly number[]): void {
    const isCubic = kind === 'c' || kind === 's';
    const family = isCubic ? 'c' : 'q';
    const isMirrored = this.handleOf === family;
    const handle = isMirrored
      ? [2 * this.x - this.handleX, 2 * this.y - this.handleY]
      : [this.x, this.y];
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] =
      kind === 's' || kind === 't' ? [...handle, ...points] : points;
    if (isCubic) this.cubicTo(a, b, c, d, e, f);
    else {
      this.controls.add(a, b);
      const third = (from: number, to: number) => from + (2 / 3) * (to - from);
      this.cubicTo(third(this.x, a), third(this.y, b), third(c, a), third(d, b), c, d);
      [this.handleX, this.handleY] = [a, b];
    }
    this.handleOf = family;
  }

  private cubicTo(a: number, b: number, c: number, d: number, x: number, y: number): void {
    this.controls.add(a, b);
    this.controls.add(c, d);
    for (const turn of [...turnsOf(this.x, a, c, x), ...turnsOf(this.y, b, d, y)]) {
      if (!(turn > 0 && turn < 1)) continue;
      this.mark(cubicAt(this.x, a, c, x, turn), cubicAt(this.y, b, d, y, turn));
    }
    this.lineTo(x, y);
    [this.handleX, this.handleY] = [c, d];
  }
}

/** Both boxes of path data; undefined for a path without an area. Its work is linear. */
export function readPathBoxes(data: string): PathBoxes | undefined {
  return new PathReader(data).read();
}
