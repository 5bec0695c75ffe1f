import { afterAll, beforeAll, expect, test } from 'vitest';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { exportSections } from './exportSections.ts';
import { personalData } from './personalData.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({});
});
afterAll(() => gateway.close());

test('R196 every table of the database says what export and deletion do with it', async () => {
  const { rows } = await query<{ name: string }>(
    gateway,
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(personalData).toSorted());
});

test('R196 every section of the export has its table, and every table its place in the file', () => {
  const named = Object.values(personalData).flatMap(({ exported }) => (typeof exported === 'string' ? exported : []));
  expect([...new Set(named)].toSorted()).toEqual([...Object.keys(exportSections), 'messages'].toSorted());
});

test('R196 the query of each section reads a table that names the section', () => {
  for (const [section, query] of Object.entries(exportSections)) {
    const tables = Object.entries(personalData).flatMap(([table, { exported }]) => (exported === section ? table : []));
    expect(
      tables.some((table) => new RegExp(`from ${table}\\b`).test(query)),
      section,
    ).toBe(true);
  }
});
