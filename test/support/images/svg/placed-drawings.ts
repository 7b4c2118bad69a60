import { draw } from './drawings.ts';

const FLOOD = '<feFlood flood-color="lime" x="6" y="4" width="14" height="10" result="a"/>';
const filtered = (steps: string) =>
  draw(
    `<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="40" height="20" color-interpolation-filters="sRGB">${steps}</filter><rect x="2" y="2" width="36" height="16" fill="blue" filter="url(#f)"/>`,
  );

/** Filters whose steps have places, by which browsers cut the results of the next steps. */
export const PLACED_DRAWINGS: Readonly<Record<string, string>> = {
  'a flood with a place that is moved': filtered(`${FLOOD}<feOffset dx="6" dy="4"/>`),
  'a flood with a place that is moved twice': filtered(
    `${FLOOD}<feColorMatrix type="saturate" values="1"/><feOffset dx="4" result="b"/><feOffset in="b" dy="4"/>`,
  ),
  'a flood with a place that is blurred': filtered(`${FLOOD}<feGaussianBlur stdDeviation="3"/>`),
  'a flood with a place and a shadow': filtered(
    `${FLOOD}<feDropShadow dx="6" dy="4" flood-color="red" stdDeviation="0"/>`,
  ),
  'two floods with places that are moved': filtered(
    `${FLOOD}<feFlood flood-color="red" x="22" y="10" width="9" height="9" result="b"/><feMerge><feMergeNode in="a"/><feMergeNode in="b"/></feMerge><feOffset dx="5" dy="2"/>`,
  ),
  'a shape that is moved into a place': filtered(
    '<feOffset in="SourceGraphic" dx="4" dy="4" x="8" y="4" width="20" height="12"/>',
  ),
  'a flood with a place that is moved into a part of a place': filtered(
    `${FLOOD}<feOffset dx="6" dy="4" width="30"/>`,
  ),
  'a shape that is moved after a flood with a place': filtered(
    `${FLOOD}<feOffset in="SourceGraphic" dx="6"/><feMerge><feMergeNode in="SourceAlpha"/><feMergeNode in="a"/></feMerge>`,
  ),
};
