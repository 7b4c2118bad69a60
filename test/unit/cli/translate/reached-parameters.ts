import type { Service } from '../../../../cli/translate/translation.ts';
import type { ParameterName } from '../../../../core/transform/parameters.ts';

const CLOUDINARY = 'https://res.cloudinary.com/acme/image/upload';
const IMGPROXY = 'https://img.example.com/insecure';
const THUMBOR = 'https://img.example.com/unsafe';
const LOGO = btoa('https://files.example.com/logo.png');

/** An old address that has the parameter in its new one, or the reason why none has. */
type Reached =
  | { readonly from: Service; readonly address: string; readonly value: string }
  | { readonly never: string };

const cloudinary = (parameters: string, value: string): Reached => ({
  from: 'cloudinary',
  address: `${CLOUDINARY}/${parameters}/lamp.jpg`,
  value,
});
const imgix = (query: string, value: string): Reached => ({
  from: 'imgix',
  address: `https://acme.imgix.net/lamp.jpg?${query}`,
  value,
});
const imgproxy = (options: string, value: string): Reached => ({
  from: 'imgproxy',
  address: `${IMGPROXY}/${options}/plain/https://files.example.com/lamp.jpg`,
  value,
});
const thumbor = (parts: string, value: string): Reached => ({
  from: 'thumbor',
  address: `${THUMBOR}/${parts}/files.example.com/lamp.jpg`,
  value,
});

const MARK = `w:800/wm:0.5:nowe:0:0:0.25/wmu:${LOGO}`;

/** A parameter that is new in THE table needs a line here. */
export const REACHED: Readonly<Record<ParameterName, Reached>> = {
  width: cloudinary('w_300', '300'),
  height: cloudinary('h_200', '200'),
  quality: cloudinary('q_70', '70'),
  frame: imgproxy('da:1', '0'),
  trim: thumbor('trim', '10'),
  crop: thumbor('10x20:110x220', '10,20,100,200'),
  rotate: cloudinary('a_90', '90'),
  flip: cloudinary('a_vflip', 'true'),
  flop: cloudinary('a_hflip', 'true'),
  ratio: imgix('ar=16:9&fit=crop', '16:9'),
  fit: thumbor('fit-in/300x200', 'inside'),
  position: imgix('w=300&h=200&fit=crop&crop=top', 'top'),
  dpr: imgix('rect=0,0,10,10&dpr=2', '2'),
  enlarge: imgix('w=300', 'true'),
  brightness: imgix('bri=20', '120'),
  contrast: thumbor('filters:contrast(20)', '144'),
  gamma: cloudinary('e_gamma:50', '1.5'),
  saturation: imgproxy('sa:1.5', '150'),
  hue: imgix('hue=90', '90'),
  grayscale: cloudinary('e_grayscale', 'true'),
  tint: imgix('monochrome=80704214', '70421480'),
  negate: imgix('invert=true', 'true'),
  pixelate: imgproxy('pix:12', '12'),
  blur: imgproxy('bl:2.5', '2.5'),
  sharpen: imgproxy('sh:1', '1'),
  pad: imgproxy('pd:10:20', '10,20,10,20'),
  border: imgix('border=4,ff8800', '4,ff8800'),
  radius: cloudinary('r_12', '12'),
  mask: cloudinary('c_fill,w_150,h_150,r_max', 'circle'),
  background: cloudinary('b_rgb:ff8800', 'ff8800'),
  gamut: imgix('cs=origin', 'keep'),
  hdr: imgproxy('ph:1', 'true'),
  overlay: imgproxy(MARK, 'img_cccccccccccccccccccccccccc'),
  'overlay-text': imgix('w=800&txt=Hello', 'Hello'),
  'overlay-align': cloudinary('w_600/l_text:Arial_20_right:one%0Atwo', 'right'),
  'overlay-font-size': cloudinary('w_600/l_text:Arial_20:one%0Atwo', '3.3'),
  'overlay-line-height': { never: 'the services have a distance in pixels between the lines.' },
  'overlay-color': imgix('w=800&txt=Hello&txt-color=ff0000', 'ff0000'),
  'overlay-position': imgproxy(MARK, 'top-left'),
  'overlay-width': imgproxy(MARK.replace('0.25', '0.4'), '40'),
  'overlay-opacity': imgproxy(MARK, '50'),
  'overlay-tile': cloudinary('w_800/l_logo,w_100/fl_layer_apply,fl_tiled', '1'),
  preset: cloudinary('t_card', 'card'),
  download: cloudinary('fl_attachment', '1'),
  fallback: cloudinary('d_logo.png', 'img_cccccccccccccccccccccccccc'),
  expires: { never: 'an end is a part of the signature of the old service' },
  signature: { never: 'the secret of the old service signs no address of this one' },
};
