import type { XmlElement } from './read-xml.ts';

/** Browsers draw content of XHTML, and of no other extension. */
const EXTENSIONS = ['http://www.w3.org/1999/xhtml'];
/** An image is the same for each visitor, so one language is chosen. */
const LANGUAGE = 'en';
/** Attributes that decide whether an element is drawn; browsers ignore the third of SVG 1.1. */
export const CONDITIONS: readonly string[] = [
  'requiredExtensions',
  'systemLanguage',
  'requiredFeatures',
];
/** Parts of other elements, of which browsers read no condition. */
const UNCONDITIONED =
  /^(?:clipPath|marker|filter|fe[A-Z]\w{1,20}|stop|linearGradient|radialGradient)$/;

/** In Chromium each kind of English is chosen, and a hyphen alone behind it changes nothing. */
function isLanguage(given: string): boolean {
  const language = given.trim().toLowerCase();
  return language === LANGUAGE || language.startsWith(`${LANGUAGE}-`);
}

function isExtensionList(value: string): boolean {
  const names = value.trim().split(' ');
  return names.every((name) => EXTENSIONS.includes(name));
}

/** Whether the conditions of an element hold in a browser whose language is English. */
export function isChosen({ name: element, attributes }: XmlElement): boolean {
  return attributes.every(({ name, namespace, value }) => {
    if (namespace !== '' || !CONDITIONS.includes(name)) return true;
    if (UNCONDITIONED.test(element)) return true;
    if (name === 'requiredExtensions') return isExtensionList(value);
    return name !== 'systemLanguage' || value.split(',').some(isLanguage);
  });
}

/** The one child of a `switch` that is drawn: the first of SVG whose conditions hold. */
export function chooseChild({ children, namespace }: XmlElement): readonly XmlElement[] {
  for (const child of children) {
    if (typeof child === 'string' || child.namespace !== namespace) continue;
    if (isChosen(child)) return [child];
  }
  return [];
}
