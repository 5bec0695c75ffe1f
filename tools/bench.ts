// `npm run bench [-- B1 B14]`: measures the rows, and prints them as a table with their goals and as JSON lines.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { closeDatabase } from '../bench/kit/database.ts';
import type { Measurement, Row } from '../bench/kit/row.ts';
import { build } from './build.ts';
import { ensureChromium } from './chromium.ts';
import { root, printStatus } from './run.ts';

const wanted = process.argv.slice(2).map((id) => id.toUpperCase());
const folder = join(root, 'bench');
const files = readdirSync(folder).filter(
  (name) => name.endsWith('.ts') && readFileSync(join(folder, name), 'utf8').includes('\nexport const row: Row '),
);
const rows = await Promise.all(
  files.map(async (name) => ((await import(pathToFileURL(join(folder, name)).href)) as { row: Row }).row),
);
rows.sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));

process.env['CHROMIUM'] = await ensureChromium();
await build();
const measured: { row: Row; result: Measurement }[] = [];
for (const row of rows) {
  if (wanted.length > 0 && !wanted.includes(row.id)) continue;
  printStatus(`measuring ${row.id}: ${row.description}…`);
  const result = await row.measure();
  // At once, too, because a later row may fail.
  printStatus(`${row.id}: ${result.value}`);
  measured.push({ row, result });
}
await closeDatabase();

console.table(
  Object.fromEntries(
    measured.map(({ row, result }) => [
      row.id,
      { what: row.description, goal: row.goal, measured: result.value, met: result.met ? 'yes' : 'NO' },
    ]),
  ),
);
for (const { row, result } of measured) {
  console.log(JSON.stringify({ id: row.id, goal: row.goal, met: result.met, ...result.figures }));
}
