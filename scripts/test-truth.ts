/** `npm run test:truth`: every image of the corpora, as uploaded and as delivered, in Chromium. */
import { CORPORA, type CorpusName } from '../test/truth/corpora/corpora.ts';
import { fetchCorpora } from '../test/truth/corpora/fetch-corpora.ts';

const cache = process.env.TRUTH_CACHE ?? '.build/truth';
const { files, missing } = await fetchCorpora(Object.keys(CORPORA) as CorpusName[], cache);
for (const { corpus, reason } of missing) console.log(`missing: ${corpus}: ${reason}`);
console.log(`${files.length} images in ${cache}`);
