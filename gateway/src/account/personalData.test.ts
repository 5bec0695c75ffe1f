import { afterAll, beforeAll, expect, test } from 'vitest';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { personalData, sectionNames, sections } from './personalData.ts';

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
  expect(Object.keys(sections).toSorted()).toEqual([...sectionNames].toSorted());
});
