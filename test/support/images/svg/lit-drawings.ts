import { draw } from './drawings.ts';

const SOFT =
  '<radialGradient id="g"><stop stop-color="#fff"/><stop offset="1" stop-opacity="0"/></radialGradient>';
const POINT = '<fePointLight x="15" y="8" z="9"/>';
/** Its shine is as wide as it is far. */
const FAR = '<fePointLight x="20" y="10" z="60"/>';
const DISTANT = '<feDistantLight azimuth="60" elevation="30"/>';
const SPOT = (exponent: number) =>
  `<feSpotLight x="25" y="4" z="9" pointsAtX="20" pointsAtY="10" specularExponent="${exponent}"/>`;

/** A soft circle whose surface is lit by a step. */
const lit = (step: string, transform = '') =>
  draw(
    `${SOFT}<filter id="f" color-interpolation-filters="sRGB">${step}</filter><g transform="${transform}"><circle cx="20" cy="10" r="9" fill="url(#g)" filter="url(#f)"/></g>`,
  );
const diffuse = (light: string, surfaceScale: number, transform?: string) =>
  lit(
    `<feDiffuseLighting lighting-color="lime" surfaceScale="${surfaceScale}">${light}</feDiffuseLighting>`,
    transform,
  );
const specular = (exponent: number, light = POINT) =>
  lit(
    `<feSpecularLighting lighting-color="lime" surfaceScale="4" specularExponent="${exponent}">${light}</feSpecularLighting>`,
  );

/** Drawings whose filters light a surface, each compared on a bitmap of the size that it gets. */
export const LIT_DRAWINGS: Readonly<Record<string, string>> = {
  'a light at a point': diffuse(POINT, 6),
  'a distant light on a hollow': diffuse(DISTANT, -6),
  'a spot of light': diffuse(SPOT(8), 6),
  'a light in a smaller group': diffuse(POINT, 6, 'translate(10 5) scale(.5)'),
  'a light in a flat group': diffuse(POINT, 6, 'translate(0 5) scale(1 .5)'),
  'a shine': specular(20),
  'a shine whose exponent is below one': specular(0.2),
  'a shine whose exponent is above 128': specular(300, FAR),
  'a spot whose exponent is below one': diffuse(SPOT(-3), 6),
};
