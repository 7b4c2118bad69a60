/** Screens and drawings with fine, saturated colour, which few packages have. */
const WORDS =
  'width height quality format of an image that a page shows in red and blue on black or white';

function text(background: string, colours: readonly string[], size: number): string {
  const words = WORDS.split(' ');
  const lines = Array.from({ length: Math.floor(900 / (size * 1.5)) }, (_, row) => {
    const spans = words.map((word, at) => {
      const colour = colours[(row * 7 + at * 3) % colours.length];
      return `<tspan fill="${colour}">${word} </tspan>`;
    });
    return `<text x="20" y="${(row + 1) * size * 1.5}" font-family="DejaVu Sans" font-size="${size}">${spans.join('')}</text>`;
  });
  return `<rect width="1200" height="900" fill="${background}"/>${lines.join('')}`;
}

function grid(background: string, colours: readonly string[], step: number): string {
  const dots: string[] = [];
  for (let y = step; y < 900; y += step * 2) {
    for (let x = step; x < 1200; x += step * 2) {
      const colour = colours[(x * 3 + y * 5) % colours.length];
      dots.push(`<circle cx="${x}" cy="${y}" r="${step * 0.7}" fill="${colour}"/>`);
    }
  }
  return `<rect width="1200" height="900" fill="${background}"/>${dots.join('')}`;
}

/** A chart: bars with a shade, an axis and labels. */
function bars(background: string, colours: readonly string[]): string {
  const all = Array.from({ length: 24 }, (_, at) => {
    const height = 100 + ((at * 167) % 640);
    const [x, y] = [60 + at * 46, 840 - height];
    const colour = colours[at % colours.length];
    return `<rect x="${x}" y="${y}" width="34" height="${height}" fill="${colour}"/><rect x="${x}" y="${y}" width="8" height="${height}" fill="#fff" opacity=".3"/><text x="${x}" y="${y - 8}" font-family="DejaVu Sans" font-size="16" fill="#888">${height}</text>`;
  });
  return `<rect width="1200" height="900" fill="${background}"/><path d="M50 40V842H1160" stroke="#888" fill="none"/>${all.join('')}`;
}

/** Flat shapes with curved outlines, and a gradient behind them. */
function curves(background: string, colours: readonly string[]): string {
  const all = Array.from({ length: 18 }, (_, at) => {
    const [x, y] = [(at * 277) % 1100, (at * 181) % 800];
    const colour = colours[at % colours.length];
    return `<path d="M${x} ${y}c90-120 210 60 150 150s-190 40-150-150z" fill="${colour}" stroke="#333" stroke-width="${1 + (at % 4)}"/>`;
  });
  const gradient = `<linearGradient id="g" x2="1" y2="1"><stop stop-color="${background}"/><stop offset="1" stop-color="${colours[0]}" stop-opacity=".4"/></linearGradient>`;
  return `<defs>${gradient}</defs><rect width="1200" height="900" fill="${background}"/><rect width="1200" height="900" fill="url(#g)"/>${all.join('')}`;
}

const BRIGHT = ['#f00', '#00f', '#0c0', '#f0f'];
const EDITOR = ['#dcdcaa', '#569cd6', '#ce9178', '#b5cea8', '#d4d4d4'];
const SOFT = ['#8a5a44', '#d9c7a3', '#5f7f73'];
const SHAPES = {
  'text red on black': text('#000', ['#f00'], 22),
  'text blue on red': text('#e00', ['#00f', '#fff'], 26),
  'text bright on white': text('#fff', BRIGHT, 20),
  'text editor': text('#1e1e1e', EDITOR, 18),
  'text grey': text('#fff', ['#222'], 20),
  'text brown': text('#f4ecd8', SOFT, 24),
  'dots bright on white': grid('#fff', BRIGHT, 10),
  'dots red on blue': grid('#00c', ['#f22'], 7),
  'dots soft': grid('#efe6d5', SOFT, 12),
  'dots grey': grid('#777', ['#aaa', '#333'], 9),
  'chart bars': bars('#fff', EDITOR),
  'chart bright': bars('#222', BRIGHT),
  'curves soft': curves('#f4ecd8', SOFT),
  'curves bright': curves('#fff', BRIGHT),
};

const open = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">${body}</svg>`;

/** SVG of 1200 x 900 by name. */
export function drawScreens(): [string, string][] {
  return Object.entries(SHAPES).map(([name, body]) => [name, open(body)]);
}
