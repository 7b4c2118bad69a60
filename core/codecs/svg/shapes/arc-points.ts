type Point = readonly [x: number, y: number];

/** An elliptic arc of path data: SVG 2, 9.3.8. */
export interface Arc {
  readonly from: Point;
  readonly to: Point;
  readonly radii: Point;
  /** Degrees. */
  readonly rotation: number;
  readonly isLarge: boolean;
  readonly isSweep: boolean;
}

/** The points that bound an arc, and the control points of the curves that the renderer draws. */
export interface ArcPoints {
  readonly extremes: readonly Point[];
  readonly controls: readonly Point[];
}

/** The most distance of a curve to its arc, in units of the drawing, as the renderer has it. */
const TOLERANCE = 0.1;
const LEAST_CURVES = 3.999;
/** Control points of more curves are near the arc. */
const MOST_CURVES = 8;

/** An arc by its center: SVG 2, B.2.4. */
interface Centred {
  readonly center: Point;
  readonly radii: Point;
  readonly cos: number;
  readonly sin: number;
  readonly start: number;
  readonly sweep: number;
}

function centre({ from, to, radii, rotation, isLarge, isSweep }: Arc): Centred {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2];
  const [x, y] = [cos * dx + sin * dy, cos * dy - sin * dx];
  const size = (x / radii[0]) ** 2 + (y / radii[1]) ** 2;
  const factor = Math.sqrt(Math.max(1, size));
  const [rx, ry] = [radii[0] * factor, radii[1] * factor];
  const root = Math.sqrt(Math.max(0, 1 / Math.min(1, size) - 1));
  const side = isLarge === isSweep ? -root : root;
  const [cx, cy] = [(side * rx * y) / ry, (-side * ry * x) / rx];
  const start = Math.atan2((y - cy) / ry, (x - cx) / rx);
  const turn = Math.atan2((-y - cy) / ry, (-x - cx) / rx) - start;
  const full = 2 * Math.PI;
  const sweep = isSweep ? (turn + full) % full : (turn - full) % full || -full;
  const [middleX, middleY] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const center: Point = [cos * cx - sin * cy + middleX, sin * cx + cos * cy + middleY];
  return { center, radii: [rx, ry], cos, sin, start, sweep };
}

function pointAt({ center, radii, cos, sin }: Centred, angle: number): Point {
  const [x, y] = [radii[0] * Math.cos(angle), radii[1] * Math.sin(angle)];
  return [center[0] + cos * x - sin * y, center[1] + sin * x + cos * y];
}

function directionAt({ radii, cos, sin }: Centred, angle: number): Point {
  const [x, y] = [-radii[0] * Math.sin(angle), radii[1] * Math.cos(angle)];
  return [cos * x - sin * y, sin * x + cos * y];
}

function extremesOf(arc: Centred): readonly Point[] {
  const { radii, cos, sin, start, sweep } = arc;
  const angles = [
    Math.atan2(-radii[1] * sin, radii[0] * cos),
    Math.atan2(radii[1] * cos, radii[0] * sin),
  ];
  const full = 2 * Math.PI;
  const isWithin = (angle: number) => {
    const turn = sweep > 0 ? angle - start : start - angle;
    return ((turn % full) + full) % full <= Math.abs(sweep);
  };
  return angles
    .flatMap((angle) => [angle, angle + Math.PI])
    .filter(isWithin)
    .map((angle) => pointAt(arc, angle));
}

function controlsOf(arc: Centred): readonly Point[] {
  const { radii, start, sweep } = arc;
  const size = Math.max(radii[0], radii[1]) / TOLERANCE;
  const curves = Math.max(LEAST_CURVES, (1.1163 * size) ** (1 / 6));
  const count = Math.min(MOST_CURVES, Math.ceil((curves * Math.abs(sweep)) / (2 * Math.PI)));
  const step = sweep / count;
  const arm = (4 / 3) * Math.tan(step / 4);
  return Array.from({ length: count }, (_, at) => start + at * step).flatMap((angle): Point[] => {
    const [first, last] = [pointAt(arc, angle), pointAt(arc, angle + step)];
    const [out, back] = [directionAt(arc, angle), directionAt(arc, angle + step)];
    return [
      [first[0] + arm * out[0], first[1] + arm * out[1]],
      [last[0] - arm * back[0], last[1] - arm * back[1]],
    ];
  });
}

/** The points by which the boxes of an arc are measured; radii of zero draw a line. */
export function pointsOfArc(arc: Arc): ArcPoints {
  const [rx, ry] = [Math.abs(arc.radii[0]), Math.abs(arc.radii[1])];
  const isSame = arc.from[0] === arc.to[0] && arc.from[1] === arc.to[1];
  if (rx === 0 || ry === 0 || isSame) return { extremes: [], controls: [] };
  const centred = centre({ ...arc, radii: [rx, ry] });
  return { extremes: extremesOf(centred), controls: controlsOf(centred) };
}
