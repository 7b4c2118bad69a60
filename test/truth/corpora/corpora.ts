/** A package of a registry that carries test images, pinned to its bytes. */
export interface Corpus {
  /** By which ordinary client it comes: pip, cargo, apt-get or npm. */
  readonly registry: 'PyPI' | 'crates.io' | 'Debian' | 'npm';
  readonly package: string;
  /** Of Debian the version of the authors, without Debian's own part. */
  readonly version: string;
  /** Of Debian the release that has this version. */
  readonly release?: string;
  /** Of the file that the registry sends, in hexadecimal. */
  readonly sha256: string;
  /** The images, by their paths below the top folder of the package. */
  readonly images: RegExp;
  /** A file of drawings in Iconify's form, each of which becomes an SVG. */
  readonly icons?: string;
  /** The quick form takes its sample from these: they are small, or have every kind. */
  readonly isQuick?: boolean;
}

const RASTER = 'png|apng|jpe?g|gif|webp|avif|avifs|bmp|hei[cf]';
const rasterIn = (folder: string) => new RegExp(`^${folder}.*\\.(${RASTER})$`, 'i');
const svgIn = (folder: string) => new RegExp(`^${folder}.*\\.svg$`, 'i');

/** THE corpora of `npm run test:truth`, by the names that its figures use. */
export const CORPORA = {
  pillow: {
    registry: 'PyPI',
    package: 'pillow',
    version: '12.0.0',
    sha256: '87d4f8125c9988bfbed67af47dd7a953e2fc7b0cc1e7800ec6d2080d490bb353',
    images: rasterIn('Tests/images/'),
    isQuick: true,
  },
  'pillow-heif': {
    registry: 'PyPI',
    package: 'pillow_heif',
    version: '1.1.1',
    sha256: 'f60e8c8a8928556104cec4fff39d43caa1da105625bdb53b11ce3c89d09b6bde',
    images: rasterIn('tests/'),
  },
  image: {
    registry: 'crates.io',
    package: 'image',
    version: '0.24.9',
    sha256: '5690139d2f55868e080017335e4b94cb7414274c74f1669c84fb5feba2c9f69d',
    images: rasterIn('tests/'),
    isQuick: true,
  },
  'jpeg-decoder': {
    registry: 'crates.io',
    package: 'jpeg-decoder',
    version: '0.3.2',
    sha256: '00810f1d8b74be64b13dbf3db89ac67740615d6c891f0e7b6179326533011a07',
    images: rasterIn(''),
    isQuick: true,
  },
  'kamadak-exif': {
    registry: 'crates.io',
    package: 'kamadak-exif',
    version: '0.6.2',
    sha256: '8772c92c0f41c4a672cbdee6728253e5ae8fcc1c5eb5c6c676579565684bbf68',
    images: rasterIn(''),
  },
  'libavif-sys': {
    registry: 'crates.io',
    package: 'libavif-sys',
    version: '0.17.0+libavif.1.0.4',
    sha256: '490ca74b61e773140bebb086c81facb23273a99364a9ab0c92ab1532b90ade35',
    images: rasterIn('libavif/'),
    isQuick: true,
  },
  'libwebp-sys': {
    registry: 'crates.io',
    package: 'libwebp-sys',
    version: '0.9.6',
    sha256: '54cd30df7c7165ce74a456e4ca9732c603e8dc5e60784558c1c6dc047f876733',
    images: rasterIn(''),
    isQuick: true,
  },
  libheif: {
    registry: 'Debian',
    package: 'libheif',
    version: '1.15.1',
    release: 'bookworm',
    sha256: '28d5a376fe7954d2d03453f983aaa0b7486f475c27c7806bda31df9102325556',
    images: rasterIn(''),
    isQuick: true,
  },
  libpng: {
    registry: 'Debian',
    package: 'libpng1.6',
    version: '1.6.48',
    release: 'trixie',
    sha256: 'b17e99026055727e8cba99160c3a9a7f9af788e9f786daeadded5a42243f1dd0',
    images: rasterIn(''),
  },
  vips: {
    registry: 'Debian',
    package: 'vips',
    version: '8.16.1',
    release: 'trixie',
    sha256: 'df960c3df02da8ae16ee19e79c9428e955d178242a8f06064e07e0c417238e6e',
    images: rasterIn('test/'),
  },
  'gdk-pixbuf': {
    registry: 'Debian',
    package: 'gdk-pixbuf',
    version: '2.42.12+dfsg',
    release: 'trixie',
    sha256: '2fab7a828f1a017a235cd800cf0b47d83733037bade493337c46ed79e7ef3678',
    images: rasterIn('tests/'),
  },
  giflib: {
    registry: 'Debian',
    package: 'giflib',
    version: '5.2.2',
    release: 'trixie',
    sha256: 'be7ffbd057cadebe2aa144542fd90c6838c6a083b5e8a9048b8ee3b66b29d5fb',
    images: rasterIn(''),
    isQuick: true,
  },
  libwebp: {
    registry: 'Debian',
    package: 'libwebp',
    version: '1.5.0',
    release: 'trixie',
    sha256: '7d6fab70cf844bf6769077bd5d7a74893f8ffd4dfb42861745750c63c2a5c92c',
    images: rasterIn(''),
  },
  'x-image': {
    registry: 'Debian',
    package: 'golang-golang-x-image',
    version: '0.18.0',
    release: 'trixie',
    sha256: 'dd23e3256a92667d201fd031a44294e4d54812e0f6fc69365da3bb4fcf3c730d',
    images: rasterIn('testdata/'),
  },
  imagemagick: {
    registry: 'Debian',
    package: 'imagemagick',
    version: '7.1.1.43+dfsg1',
    release: 'trixie',
    sha256: 'bcb4f3c78a930a608fa4889f889edbcb384974246ad9407fce1858f2c0607bfe',
    images: rasterIn(''),
  },
  resvg: {
    registry: 'Debian',
    package: 'resvg',
    version: '0.45.1',
    release: 'trixie',
    sha256: '5563fa965bbe9e7d521815abfc74b98959d41349b55e5a9b85c825f7fbf8ef6c',
    images: svgIn('crates/resvg/tests/tests/'),
    isQuick: true,
  },
} as const satisfies Readonly<Record<string, Corpus>>;

/** The name of a corpus. */
export type CorpusName = keyof typeof CORPORA;
