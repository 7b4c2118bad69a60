import { hasTextAt, readUint16Be } from '../read-bytes.ts';
import { decodeText, decodeUtf8 } from './decode-text.ts';
import { joinNames, type StatedCredit } from './stated-credit.ts';

/** Each dataset has a mark, its record, its number, and the length of its value (IIM 4.2, 1.5). */
const MARK = 0x1c;
const HEAD_BYTES = 5;
/** A length with this bit is one of a length. */
const EXTENDED = 0x8000;

const CODED_CHARACTER_SET = [1, 90] as const;
const BY_LINE = [2, 80] as const;
const COPYRIGHT_NOTICE = [2, 116] as const;
/** How the set states UTF-8 (ISO 2022). */
const STATES_UTF_8 = '\x1b%G';

type DatasetName = readonly [record: number, number: number];

interface Dataset {
  readonly record: number;
  readonly number: number;
  readonly value: Uint8Array;
}

/** The datasets, to the first one that isn't whole. */
function listDatasets(block: Uint8Array): Dataset[] {
  const datasets: Dataset[] = [];
  let at = 0;
  while (at + HEAD_BYTES <= block.length && block[at] === MARK) {
    const length = readUint16Be(block, at + 3);
    const end = at + HEAD_BYTES + length;
    if (length >= EXTENDED || end > block.length) return datasets;
    const value = block.subarray(at + HEAD_BYTES, end);
    datasets.push({ record: block[at + 1] ?? 0, number: block[at + 2] ?? 0, value });
    at = end;
  }
  return datasets;
}

/** The credit of an IPTC block (IIM 4.2), in the encoding that it states. */
export function readIptcCredit(block: Uint8Array): StatedCredit {
  const datasets = listDatasets(block);
  const valuesOf = ([record, number]: DatasetName) =>
    datasets.filter((one) => one.record === record && one.number === number);
  const [set] = valuesOf(CODED_CHARACTER_SET);
  const isUtf8 = set !== undefined && hasTextAt(set.value, 0, STATES_UTF_8);
  const decode = isUtf8 ? decodeUtf8 : decodeText;
  const textsOf = (name: DatasetName) => valuesOf(name).map(({ value }) => decode(value) ?? '');
  return {
    creator: joinNames(textsOf(BY_LINE)),
    copyright: joinNames(textsOf(COPYRIGHT_NOTICE).slice(0, 1)),
  };
}
