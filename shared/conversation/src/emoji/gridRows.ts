// Divides the sections of the emoji grid into rows: those of titles and those of cells.

/** A section of the grid with a title of its own. */
export interface GridSection<T> {
  title: string;
  items: readonly T[];
}

/** A row of the grid. `from` is the index of its first item among all items. */
export type GridRow<T> =
  | { kind: 'title'; title: string; from: number }
  | { kind: 'cells'; title: string; from: number; items: readonly T[] };

/** Returns the rows of all sections, each section with its own last row. A section without items has no rows. */
export function gridRows<T>(sections: readonly GridSection<T>[], columns: number): GridRow<T>[] {
  const rows: GridRow<T>[] = [];
  let from = 0;
  for (const { title, items } of sections) {
    if (items.length > 0) rows.push({ kind: 'title', title, from });
    for (let start = 0; start < items.length; start += columns)
      rows.push({ kind: 'cells', title, from: from + start, items: items.slice(start, start + columns) });
    from += items.length;
  }
  return rows;
}

/** Returns the index of the row of cells that contains the item; 0 if there is none. */
export const rowOfItem = <T>(rows: readonly GridRow<T>[], item: number): number =>
  Math.max(
    0,
    rows.findIndex((row) => row.kind === 'cells' && item < row.from + row.items.length),
  );
