const MAX_WORDS = 25;

/**
 * Phrases that users' texts once had, and that say a thing less directly than its standard term.
 */
const ODD_PHRASES = [
  /\bwhom\b/i,
  /\bwhat (is|it|they|was|the)\b/i,
  /\bthat of\b/i,
  /\bthere (is|are) no\b/i,
  /\bthere is such\b/i,
  /\bgoes? (alone|together|on)\b/i,
  /\bexcludes? each other\b/i,
  /\bat once\b/i,
  /(^|[,;:] )once\b/i,
  /\bthis once\b/i,
  /\bfor good\b/i,
  /\bby itself\b/i,
  /\banew\b/i,
  /\bunless told\b/i,
  /\bas (many|much) as may\b/i,
  /\bnobody\b/i,
  /\bsomebody\b/i,
  /\bpeople\b/i,
  /\bpersons?\b/i,
  /\bpictures?\b/i,
  /\bjudg(e|es|ed|ing)\b/i,
  /\bhand(s|ed|ing)? (it|them|the project|these projects) over\b/i,
  /\b(hand-?overs?|handed over)\b/i,
  /\btaken? down\b/i,
  /\btime-outs?\b/i,
  // not `told apart`, nor the id of a rule
  /(?<!\.)\btold (?!apart)/i,
  // such a clause as a subject: a noun says it more directly
  /(^|[.:;] )(what|who|whom|whose)\b/i,
];

/** The faults of the sentences of a text, in words; an empty list if it has none. */
export function findFaultySentences(text: string): string[] {
  const plain = text
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/\bcode(?:, code)+/g, 'codes')
    .replaceAll(/\$\{[^}]*\}/g, 'value');
  const sentences = plain.split(/(?<=[.?!])\s+/);
  return [
    ...sentences
      .map((sentence) => sentence.split(/\s+/).length)
      .filter((words) => words > MAX_WORDS)
      .map((words) => `has a sentence of ${words} words`),
    ...ODD_PHRASES.filter((phrase) => phrase.test(plain)).map((phrase) => `has ${phrase}`),
  ];
}
