import { circle, createRandom, drawSvg, gradient, path, rect, ridge, upTo } from './shapes.ts';

type Size = readonly [number, number];

const WIDE: Size = [1600, 1067];
const HIGH: Size = [1067, 1600];

/** A wave of several lengths, between -1 and 1. */
function wave(seed: number): (at: number) => number {
  const random = createRandom(seed);
  const parts = upTo(4).map((octave) => ({ shift: random() * 7, times: 2 ** octave }));
  return (at) =>
    parts.reduce(
      (sum, { shift, times }) => sum + Math.sin(at * 5 * times + shift) / (times * 2),
      0,
    );
}

function range(size: Size, base: number, seed: number) {
  const shape = wave(seed);
  return (fill: string, roughness = 0.08) =>
    ridge(size, fill, (at) => base + roughness * shape(at));
}

export function drawAlpineDusk(): string {
  const sky = gradient('sky', '#2b3a67', '#b56576', '#f2b58b');
  const [width, height] = WIDE;
  const hills = ['#6d597a', '#57496b', '#3d3a5c', '#26294a', '#151a33'];
  return drawSvg(
    WIDE,
    sky,
    rect([0, 0, width, height], 'url(#sky)'),
    circle([1120, 430, 70], '#ffe3c2'),
    ...hills.map((fill, at) => range(WIDE, 0.58 - at * 0.11, at + 3)(fill, 0.14 - at * 0.015)),
  );
}

export function drawDunes(): string {
  const sky = gradient('sky', '#7fb8d8', '#e6f1f2');
  const sand = ['#f0cf9b', '#e5b676', '#d79b58', '#bf7b3f'];
  const [width, height] = WIDE;
  return drawSvg(
    WIDE,
    sky,
    rect([0, 0, width, height], 'url(#sky)'),
    circle([330, 230, 60], '#fff8e3'),
    ...sand.map((fill, at) =>
      ridge(WIDE, fill, (x) => 0.5 - at * 0.12 + 0.1 * Math.sin(x * 4 + at * 1.9)),
    ),
  );
}

export function drawMoonBay(): string {
  const random = createRandom(11);
  const night =
    gradient('sky', '#050b1f', '#12305a', '#3a6ea5') + gradient('sea', '#1d4a78', '#04101f');
  const stars = upTo(160).map(() =>
    circle([Math.round(random() * 1600), Math.round(random() * 560), random() * 1.8 + 0.4], '#fff'),
  );
  const glints = upTo(70).map((row) => {
    const width = 30 + random() * (60 + row * 3);
    const x = 800 - width / 2 + (random() - 0.5) * 50;
    return rect([Math.round(x), 640 + row * 6, Math.round(width), 2], '#dfefff', 'opacity=".5"');
  });
  return drawSvg(
    WIDE,
    night,
    rect([0, 0, 1600, 640], 'url(#sky)'),
    ...stars,
    circle([800, 260, 92], '#f4f1de'),
    range([1600, 640], 0.16, 21)('#0b1a33', 0.1),
    rect([0, 640, 1600, 427], 'url(#sea)'),
    ...glints,
  );
}

export function drawAurora(): string {
  const random = createRandom(5);
  const sky =
    gradient('sky', '#02030f', '#08203a') + gradient('light', '#7df9c200', '#4be3a5', '#4be3a500');
  const [width, height] = HIGH;
  const curtains = upTo(60).map((at) => {
    const x = at * 18 + Math.sin(at / 5) * 40;
    const top = 200 + Math.sin(at / 7) * 120 + random() * 60;
    return rect([Math.round(x), Math.round(top), 34, 620], 'url(#light)', 'opacity=".28"');
  });
  const stars = upTo(120).map(() =>
    circle(
      [Math.round(random() * width), Math.round(random() * 1000), random() * 1.6 + 0.3],
      '#fff',
    ),
  );
  const firs = upTo(26).map((at) => {
    const x = at * 44 - 10;
    const top = 1260 + random() * 160;
    return path(`M${x} ${height}L${x + 28} ${Math.round(top)}L${x + 56} ${height}Z`, '#010509');
  });
  return drawSvg(
    HIGH,
    sky,
    rect([0, 0, width, height], 'url(#sky)'),
    ...stars,
    ...curtains,
    ...firs,
  );
}

export function drawLighthouse(): string {
  const sky =
    gradient('sky', '#f9d5a7', '#f6a35b', '#d95d39') + gradient('sea', '#8a4f5e', '#2b2d42');
  const bands = upTo(6).map((at) => {
    const [top, bottom] = [620 + at * 110, 620 + (at + 1) * 110];
    const half = (y: number) => 60 + (y - 620) * 0.055;
    const data = `M${533 - half(top)} ${top}H${533 + half(top)}L${533 + half(bottom)} ${bottom}H${533 - half(bottom)}Z`;
    return path(data, at % 2 === 0 ? '#f7f3e9' : '#c8393b');
  });
  return drawSvg(
    HIGH,
    sky,
    rect([0, 0, 1067, 1200], 'url(#sky)'),
    rect([0, 1120, 1067, 480], 'url(#sea)'),
    path('M533 560L1067 420V660Z', '#fff3c4', 'opacity=".55"'),
    path('M533 560L0 420V660Z', '#fff3c4', 'opacity=".35"'),
    ...bands,
    rect([483, 520, 100, 100], '#2b2d42'),
    rect([500, 535, 66, 60], '#ffe9a8'),
    path('M470 520L533 450L596 520Z', '#c8393b'),
    range([1067, 1600], 0.17, 8)('#17192b', 0.03),
  );
}

export function drawCity(): string {
  const random = createRandom(42);
  const sky = gradient('sky', '#1a1446', '#7a3b7e', '#f08a5d');
  const houses = upTo(22).flatMap((at) => {
    const width = 60 + Math.floor(random() * 50);
    const height = 260 + Math.floor(random() * 560);
    const [x, y] = [at * 74 - 20, 1067 - height];
    const windows = upTo(Math.floor(height / 34) * 3).map((cell) => {
      const lit = random() > 0.55 ? '#ffd77a' : '#2c2a57';
      const [column, row] = [cell % 3, Math.floor(cell / 3)];
      return rect([x + 10 + column * (width / 3.4), y + 14 + row * 34, 12, 18], lit);
    });
    return [rect([x, y, width, height], at % 2 === 0 ? '#15132f' : '#1c1a3d'), ...windows];
  });
  return drawSvg(
    WIDE,
    sky,
    rect([0, 0, 1600, 1067], 'url(#sky)'),
    circle([1240, 300, 80], '#ffd9a0'),
    ...houses,
  );
}
