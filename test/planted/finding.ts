import { bugsOf, type PlantedBug } from './planted-bug.ts';

const KIND = 'conditions of the gallery';
const STATE = 'test/unit/console/state';
const CONDITIONS = 'console/src/screens/finding/conditions.ts';
const LIST = 'console/src/images/image-list.ts';

/** In the conditions of the gallery, and in its list from the oldest image on. */
export const FINDING_BUGS: readonly PlantedBug[] = [
  ...bugsOf(KIND, `${STATE}/finding/conditions.test.ts`, [
    [CONDITIONS, '(words.length > 0 ? words : [text])', 'words'],
    [CONDITIONS, '.word}*`] : []', '.word}`] : []'],
    [
      'console/src/screens/finding/problems.ts',
      'words > maxSearchedWords',
      'words >= maxSearchedWords',
    ],
  ]),
  ...bugsOf(KIND, `${STATE}/finding/suggest.test.ts`, [
    [
      'console/src/screens/finding/suggest.ts',
      "second === undefined ? '' : dayAfter(second)",
      "second === undefined ? '' : second",
    ],
  ]),
  ...bugsOf(KIND, `${STATE}/image-list.test.ts`, [
    [LIST, 'if (isDone.value) finish();', ''],
    [LIST, 'await readFrom(lastCursor)', 'await readFrom(null)'],
  ]),
];
