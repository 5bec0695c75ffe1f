// A table that scrolls sideways when it is too wide; on a phone it is a list of cards.
import type { ReactNode } from 'react';
import styles from './table.module.css';

export interface Column<Row> {
  title: string;
  /** Whether the cells have no label on a phone, because they explain themselves. The first column never has one. */
  isUnlabelled?: true;
  className?: string | undefined;
  cell(row: Row): ReactNode;
}

interface DataTableProps<Row> {
  /** The accessible name of the scrolling region. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row, index: number): string;
}

/** Renders a table with one header row. An empty cell has no label. */
export const DataTable = <Row,>({ label, columns, rows, keyOf }: DataTableProps<Row>) => (
  <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map(({ title, className }) => (
            <th key={title} scope="col" className={className}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, rowIndex) => (
          <tr key={keyOf(row, rowIndex)}>
            {columns.map(({ title, isUnlabelled, className, cell }, index) => {
              const content = cell(row);
              if (content === '') return <td key={title} />;
              return (
                <td key={title} className={className} data-label={index > 0 && !isUnlabelled ? title : undefined}>
                  {content}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
