import { circle, createRandom, drawSvg, gradient, path, rect, upTo } from './shapes.ts';

const SQUARE = [1200, 1200] as const;
const PORTRAIT = [1000, 1250] as const;

const ellipse = ([x, y, across, down]: readonly number[], fill: string, more = '') =>
  `<ellipse cx="${x}" cy="${y}" rx="${across}" ry="${down}" fill="${fill}" ${more}/>`;

export function drawVase(): string {
  const clay =
    '<linearGradient id="clay"><stop offset="0" stop-color="#8e3f23"/><stop offset=".45" stop-color="#d9784f"/><stop offset="1" stop-color="#7a321b"/></linearGradient>';
  const body =
    'M430 330C430 420 300 500 300 720C300 930 400 1040 500 1040C600 1040 700 930 700 720C700 500 570 420 570 330Z';
  return drawSvg(
    PORTRAIT,
    clay +
      gradient('wall', '#efe7dc', '#d8cab8') +
      `<clipPath id="inside"><path d="${body}"/></clipPath>`,
    rect([0, 0, 1000, 1250], 'url(#wall)'),
    rect([0, 960, 1000, 290], '#b99f84'),
    ellipse([540, 1040, 260, 34], '#6d5743', 'opacity=".5"'),
    path(body, 'url(#clay)'),
    `<g clip-path="url(#inside)">${rect([280, 640, 440, 34], '#f3e7d7')}${rect([280, 720, 440, 20], '#f3e7d7')}</g>`,
    ellipse([500, 330, 72, 18], '#5c2514'),
  );
}

function slice([x, y, radius]: readonly number[], [peel, flesh]: readonly string[], turn: number) {
  const wedges = upTo(10).map((at) => {
    const angle = (at * 36 + turn) * (Math.PI / 180);
    const point = (shift: number) =>
      `${(x ?? 0) + Math.cos(angle + shift) * (radius ?? 0) * 0.8} ${(y ?? 0) + Math.sin(angle + shift) * (radius ?? 0) * 0.8}`;
    return path(
      `M${x} ${y}L${point(-0.26)}L${point(0.26)}Z`,
      flesh ?? '',
      'stroke-linejoin="round"',
    );
  });
  return [
    circle([x ?? 0, y ?? 0, radius ?? 0], peel ?? ''),
    circle([x ?? 0, y ?? 0, (radius ?? 0) * 0.9], '#fff6dd'),
    ...wedges,
  ].join('');
}

export function drawCitrus(): string {
  const kinds = [
    ['#f08a24', '#f9b44d'],
    ['#e9c51c', '#f7e16b'],
    ['#7fae2e', '#c3df6f'],
    ['#e2574c', '#f49a86'],
  ] as const;
  const random = createRandom(17);
  const slices = upTo(16).map((at) => {
    const [column, row] = [at % 4, Math.floor(at / 4)];
    const place = [150 + column * 300, 150 + row * 300, 105 + random() * 30];
    return slice(place, kinds[(column + row) % kinds.length] ?? kinds[0], random() * 36);
  });
  return drawSvg(SQUARE, '', rect([0, 0, 1200, 1200], '#cfe5e3'), ...slices);
}

export function drawBalloons(): string {
  const random = createRandom(29);
  const colors = ['#e4572e', '#f3a712', '#29335c', '#669bbc', '#a8c686', '#d1495b'];
  const balloons = upTo(13).map((at) => {
    const [x, y, size] = [110 + ((at * 389) % 1000), 140 + random() * 760, 46 + random() * 54];
    const fill = colors[at % colors.length] ?? '#e4572e';
    return [
      path(`M${x} ${y + size}q${size * 0.4} 90 0 190`, 'none', 'stroke="#5b6470" stroke-width="2"'),
      ellipse([x, y, size * 0.84, size], fill),
      path(`M${x - 9} ${y + size + 10}L${x} ${y + size - 4}L${x + 9} ${y + size + 10}Z`, fill),
      ellipse([x - size * 0.3, y - size * 0.4, size * 0.14, size * 0.24], '#fff', 'opacity=".5"'),
    ].join('');
  });
  return drawSvg(SQUARE, '', ...balloons); // nothing behind them: it has an alpha channel
}

export function drawRibbons(): string {
  const colors = ['#0b677e', '#1b8a9f', '#5ac6dc', '#f2d0a4', '#e58f65', '#c03221'];
  const bands = upTo(24).map((at) => {
    const y = at * 56 - 80;
    const data = `M0 ${y}C400 ${y + 220} 800 ${y - 220} 1200 ${y + 60}V${y + 130}C800 ${y - 150} 400 ${y + 290} 0 ${y + 70}Z`;
    return path(data, colors[at % colors.length] ?? '#0b677e');
  });
  return drawSvg(SQUARE, '', rect([0, 0, 1200, 1200], '#0b677e'), ...bands);
}

export function drawLeaves(): string {
  const random = createRandom(61);
  const greens = ['#1b4332', '#2d6a4f', '#40916c', '#74c69d', '#95d5b2'];
  const leaves = upTo(90).map((at) => {
    const [x, y, turn] = [random() * 1000, random() * 1250, random() * 360];
    const size = 60 + random() * 120;
    const fill = greens[at % greens.length] ?? '#2d6a4f';
    const shape = `M0 0C${size * 0.5} ${-size * 0.4} ${size} ${-size * 0.2} ${size * 1.3} 0C${size} ${size * 0.2} ${size * 0.5} ${size * 0.4} 0 0Z`;
    const vein = path(
      `M0 0H${size * 1.2}`,
      'none',
      'stroke="#d8f3dc" stroke-width="1.5" opacity=".5"',
    );
    return `<g transform="translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${turn.toFixed(0)})">${path(shape, fill)}${vein}</g>`;
  });
  return drawSvg(PORTRAIT, '', rect([0, 0, 1000, 1250], '#081c15'), ...leaves);
}

export function drawMosaic(): string {
  const random = createRandom(7);
  const colors = ['#264653', '#2a9d8f', '#e9c46a', '#f4a261', '#e76f51', '#f1faee'];
  const tiles = upTo(144).map((at) => {
    const [x, y] = [(at % 12) * 100, Math.floor(at / 12) * 100];
    const pick = () => colors[Math.floor(random() * colors.length)] ?? '#264653';
    const arc =
      random() > 0.5
        ? `M${x} ${y}H${x + 100}A100 100 0 0 1 ${x} ${y + 100}Z`
        : `M${x + 100} ${y + 100}H${x}A100 100 0 0 1 ${x + 100} ${y}Z`;
    return rect([x, y, 100, 100], pick()) + path(arc, pick());
  });
  return drawSvg(SQUARE, '', ...tiles);
}
