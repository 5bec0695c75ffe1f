// Fetches a whole list from the gateway, which answers page by page.

/** `onCount` is called with the number of rows after each page. */
export async function fetchAllPages<Row>(
  fetchPage: (after: string) => Promise<{ list: readonly Row[]; next: string }>,
  onCount?: (count: number) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  let after = '';
  do {
    const { list, next } = await fetchPage(after);
    rows.push(...list);
    onCount?.(rows.length);
    after = next;
  } while (after !== '');
  return rows;
}
