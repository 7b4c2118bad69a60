/** Weights of pages by their addresses below the site's base; pages without one weigh 1. */
export type SearchWeights = Readonly<Record<string, number>>;

/** Decisions answer why and no task, so any other page with the words comes before them. */
const OTHER_PAGES = 0.15;

/** Words of a question that stand in every page. */
const STOP_WORDS = new Set(
  'a an and are as at be but by can do does for from get has have how i if in into is it its me my no not of on or our so that the their then this to use using want was we what when where which why will with you your'.split(
    ' ',
  ),
);

/** The options of a search in the browser: fewer words count, and pages have weights. */
export function searchOptions(base: string, weights: SearchWeights) {
  return {
    processTerm: (term: string) => {
      const word = term.toLowerCase();
      return STOP_WORDS.has(word) ? null : word;
    },
    boostDocument: (id: string) => {
      const [page = ''] = id.slice(base.length).split('#');
      return weights[page] ?? OTHER_PAGES;
    },
  };
}
