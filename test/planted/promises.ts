import type { PlantedBug } from './planted-bug.ts';

const KIND = 'a promise whose test had never failed';
const HEADERS = 'test/unit/lambdas/images/exact-times-and-sizes.test.ts';
const CONVERTED = [
  'test/unit/adapters/sharp/formats/avif.test.ts',
  'test/unit/adapters/sharp/formats/bmp.test.ts',
];
const PARTS = 'test/unit/core/codecs/drop-everything-else.test.ts';
const CANARIES = 'test/unit/lambdas/delivery/served-canaries.test.ts';
const REFUSED = 'test/unit/lambdas/delivery/refused-urls.test.ts';
const PROJECT_RULES = 'test/unit/lambdas/delivery/project-rules.test.ts';
const SQLITE = 'test/contract/local.test.ts';
const DYNAMO = 'test/contract/dynamodb.test.ts';
const RACES = 'test/unit/core/races/races.test.ts';
const WHOLE = 'test/unit/local/lambda/whole-bodies.test.ts';
const HOSTILE = 'test/unit/lambdas/access/hostile-text.test.ts';

type Row = readonly [file: string, old: string, planted: string, test: string | readonly string[]];

const bugs = (promise: number, rows: readonly Row[]): PlantedBug[] =>
  rows.map(([file, old, planted, test]) => {
    const kind = `${KIND}: ${promise}`;
    return { kind, file, old, new: planted, test };
  });

/** In the code behind the promises 3, 6, 8, 12, 14, 19 and 23 of SECURITY.md. */
export const PROMISE_BUGS: readonly PlantedBug[] = [
  ...bugs(3, [
    [
      'core/use-cases/uploads/accept-image.ts',
      'rebuildImage(bytes, checkBounds)',
      'rebuildImage(bytes)',
      HEADERS,
    ],
    [
      'core/use-cases/uploads/accept-image.ts',
      'convertImage(engine, sent, convertedFrom, checkBounds)',
      'convertImage(engine, sent, convertedFrom, () => undefined)',
      CONVERTED,
    ],
    [
      'core/codecs/gif/read-gif-header.ts',
      'return [Math.max(width, first.right), Math.max(height, first.bottom)];',
      'return [width, height];',
      'test/unit/core/codecs/read-header.test.ts',
    ],
  ]),
  ...bugs(6, [
    [
      'core/codecs/jpeg/jpeg-application-data.ts',
      'joinBytes([text, buildOrientation(orientation)])',
      'joinBytes([text, buildOrientation(orientation), text])',
      'test/unit/core/codecs/keep-orientation.test.ts',
    ],
    [
      'core/codecs/gif/rebuild-gif.ts',
      'const descriptor = buildDescriptor(bytes, start);',
      'const descriptor = bytes.slice(start, start + DESCRIPTOR_BYTES);',
      'test/unit/core/codecs/refuse-broken-gifs.test.ts',
    ],
    [
      'core/codecs/gif/rebuild-gif.ts',
      'const screen = buildScreen(bytes);',
      'const screen = bytes.subarray(0, found[0]?.start);',
      [PARTS, CANARIES],
    ],
    [
      'core/codecs/gif/rebuild-gif.ts',
      'readByte(bytes, subBlock + 1) & CONTROL_FLAGS',
      'readByte(bytes, subBlock + 1)',
      'test/unit/core/codecs/refuse-broken-gifs.test.ts',
    ],
  ]),
  ...bugs(8, [
    [
      'core/use-cases/delivery/deliver-image.ts',
      'if (query.errors.length > 0) {',
      'if (query.errors.length > 1) {',
      REFUSED,
    ],
    [
      'core/use-cases/delivery/deliver-image.ts',
      '  const planned = planAdmitted(admitted);\n',
      '  await services.imageEngine();\n  const planned = planAdmitted(admitted);\n',
      PROJECT_RULES,
    ],
  ]),
  ...bugs(12, [
    [
      'core/use-cases/images/save-temporary-image.ts',
      '  if (existing) return answerAgain(services, existing, wish);\n',
      '  if (existing && services.clock() < existing.createdAt) return answerAgain(services, existing, wish);\n',
      'test/unit/lambdas/images/save-rules.test.ts',
    ],
    [
      'adapters/dynamodb/images/image-store.ts',
      '    putNew(tables.images, item),\n    countUp',
      '    { Put: { TableName: tables.images, Item: item } },\n    countUp',
      DYNAMO,
    ],
    [
      'adapters/sqlite/images/image-store.ts',
      "    if (existing?.state === 'saved') return { outcome: 'already_saved', image: existing };\n",
      '',
      [SQLITE, RACES],
    ],
  ]),
  ...bugs(14, [
    [
      'adapters/sqlite/images/image-store.ts',
      '(? IS NULL OR images < ?)',
      '(? IS NULL OR images <= ?)',
      SQLITE,
    ],
    ['adapters/dynamodb/client/usage.ts', 'OR used < :room)', 'OR used <= :room)', DYNAMO],
    [
      'adapters/sqlite/images/image-store.ts',
      '    if (countUp.run(accountId, maxImages, maxImages, projectId).changes === 0) return false;\n',
      '    countProjectUp.run(projectId);\n    if (countUp.run(accountId, maxImages, maxImages, projectId).changes === 0) return false;\n',
      SQLITE,
    ],
    [
      'adapters/sqlite/renditions/quota-units.ts',
      "state = 'making' AND is_counted = 0",
      "state = 'making' AND is_counted = 1",
      SQLITE,
    ],
  ]),
  ...bugs(19, [
    [
      'local/lambda/response-stream.ts',
      'at < chunk.length; at += SLICE_BYTES',
      'at < chunk.length - 1; at += SLICE_BYTES',
      WHOLE,
    ],
    [
      'local/http/collected-body.ts',
      'Math.min(PIECE_BYTES, file.end - offset),',
      'Math.min(PIECE_BYTES, file.end - offset - 1),',
      WHOLE,
    ],
    [
      'core/use-cases/delivery/read-stored-object.ts',
      'at < bytes.length; at += PIECE_BYTES',
      'at + 1 < bytes.length; at += PIECE_BYTES',
      WHOLE,
    ],
  ]),
  ...bugs(23, [
    [
      'core/foundation/json/json-text.ts',
      'const name = JSON.parse(token) as string;',
      'const name = token;',
      HOSTILE,
    ],
    [
      'core/api/read-body.ts',
      "  if (Object.hasOwn(body, '__proto__')) faults.add(() => unknownField('', '__proto__', known));\n",
      '',
      HOSTILE,
    ],
    ['core/images/filename.ts', String.raw`(?![\u200c\u200d])\p{Cf}|`, '', HOSTILE],
    ['core/images/metadata.ts', '!value.isWellFormed()', "value.includes('\\ud800')", HOSTILE],
  ]),
];
