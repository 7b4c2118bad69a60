import type { ComponentChildren, Key } from 'preact';
import { UI_TEXTS } from '../texts/ui-texts.ts';

export interface Column<Row> {
  readonly head: string;
  /** The head is for screen readers only, as in the column of the actions. */
  readonly isHeadHidden?: boolean;
  readonly isNumber?: boolean;
  readonly class?: string;
  readonly cell: (row: Row) => ComponentChildren;
}

/** The last column, for its buttons. */
export const ACTIONS = { head: UI_TEXTS.actions, isHeadHidden: true, class: 'r acts' } as const;

export interface TableProps<Row> {
  readonly label: string;
  /** The first is the head of its row; actions stand last. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => Key;
  readonly rowClass?: (row: Row) => string | undefined;
  readonly class?: string;
}

const nameOf = <Row,>({ isNumber, class: name }: Column<Row>) =>
  [isNumber ? 'r num' : '', name ?? ''].filter(Boolean).join(' ') || undefined;

/** Rows of one kind; on phones each is a card with its labels. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf, rowClass, class: name = '' } = props;
  const [first, ...rest] = columns;
  return (
    <table class={`t stack ${name}`} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.head} scope="col" class={nameOf(column)}>
              {column.isHeadHidden ? <span class="vh">{column.head}</span> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} class={rowClass?.(row)}>
            <th scope="row" class={first && nameOf(first)}>
              {first?.cell(row)}
            </th>
            {rest.map((column) => (
              <td key={column.head} class={nameOf(column)} data-l={column.head}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
