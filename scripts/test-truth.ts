/** `npm run test:truth`: every image of the corpora, as uploaded and as delivered, in Chromium. */
import { readFile } from 'node:fs/promises';
import { createClient } from '../test/support/http/client.ts';
import { makeDataFolder, startService } from '../test/support/service/start-service.ts';
import { CORPORA, type CorpusName } from '../test/truth/corpora/corpora.ts';
import { fetchCorpora } from '../test/truth/corpora/fetch-corpora.ts';
import { checkImage } from '../test/truth/oracle/check-image.ts';
import { typeOfImage } from '../test/truth/oracle/image-type.ts';
import { openOracle } from '../test/truth/oracle/open-oracle.ts';

const cache = process.env.TRUTH_CACHE ?? '.build/truth';
const only = new RegExp(process.argv[2] ?? '.');
const { files, missing } = await fetchCorpora(Object.keys(CORPORA) as CorpusName[], cache);
for (const { corpus, reason } of missing) console.log(`missing: ${corpus}: ${reason}`);
console.log(`${files.length} images in ${cache}`);
const folder = await makeDataFolder();
const service = await startService(folder.path, '--plan', 'unlimited');
const oracle = await openOracle();
const client = createClient(service);
for (const { name, path } of files) {
  if (!only.test(name)) continue;
  const bytes = await readFile(path);
  const type = typeOfImage(bytes, path);
  if (type === undefined) continue;
  console.log(JSON.stringify(await checkImage(oracle, client, { name, type, bytes })));
}
await oracle.close();
await service.stop();
await folder.remove();
