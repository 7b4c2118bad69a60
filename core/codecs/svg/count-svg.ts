import { countCharacter } from './count-character.ts';
import { countSheets, countUrls, withoutComments } from './count-sheet.ts';
import { textOf, type XmlAttribute, type XmlElement, type XmlTotals } from './read-xml.ts';
import type { SvgCounts } from './svg-budget.ts';

interface Values {
  escapes: number;
  valueLength: number;
  classLength: number;
  declarations: number;
  functions: number;
  longestFunctions: number;
  references: number;
  embeddedImages: number;
}

const countEscapes = (text: string) => countCharacter(text, '"') + countCharacter(text, '>');

function addValue(values: Values, { name, value }: XmlAttribute): void {
  values.valueLength += value.length;
  values.escapes += countEscapes(value);
  const functions = countCharacter(value, '(');
  values.functions += functions;
  values.longestFunctions = Math.max(values.longestFunctions, functions);
  values.references += countUrls(value);
  if (name === 'class') values.classLength += value.length;
  if (name === 'style') values.declarations += countCharacter(value, ';') + 1;
  if (name !== 'href') return;
  values.references += 1;
  if (value.trimStart().startsWith('data:')) values.embeddedImages += 1;
}

/** The counts of a document, in one pass over its elements, whose depth is bounded. */
export function countSvg(root: XmlElement, totals: XmlTotals): SvgCounts {
  const values: Values = {
    escapes: 0,
    valueLength: 0,
    classLength: 0,
    declarations: 0,
    functions: 0,
    longestFunctions: 0,
    references: 0,
    embeddedImages: 0,
  };
  const sheets: string[] = [];
  const visit = (element: XmlElement): void => {
    for (const attribute of element.attributes) addValue(values, attribute);
    if (element.name === 'style') {
      // with the text of all below it, so that each is read once
      const sheet = withoutComments(textOf(element));
      values.escapes += countEscapes(sheet);
      sheets.push(sheet);
      return;
    }
    for (const child of element.children) {
      if (typeof child !== 'string') visit(child);
    }
  };
  visit(root);
  return { ...totals, ...values, ...countSheets(sheets, totals.depth, totals.elements) };
}
