import pg from 'pg';
import { expect, test } from 'vitest';
import { binaryArray } from './binaryArray.ts';
import { createDatabase, testDatabaseVariable } from '../testing/gateway.ts';

test.each([
  [
    'text',
    [binaryArray('text', ['', 'a', null, 'ä"{},\\ 😀', 'x'.repeat(70_000)])],
    ['', 'a', null, 'ä"{},\\ 😀', 'x'.repeat(70_000)],
  ],
  ['bytea', [binaryArray('bytea', [Buffer.of(0, 255), null, Buffer.of()])], [Buffer.of(0, 255), null, Buffer.of()]],
  ['bigint', [binaryArray('bigint', [0, -1, null, 2 ** 53 - 1])], ['0', '-1', null, String(2 ** 53 - 1)]],
  ['boolean', [binaryArray('boolean', [true, null, false])], [true, null, false]],
  ['text', [binaryArray('text', [])], []],
])('the database reads a list of %s as it is', async (type, values, expected) => {
  const client = new pg.Client({ connectionString: await createDatabase(process.env[testDatabaseVariable]!) });
  await client.connect();
  const { rows } = await client.query(`select value from unnest($1::${type}[]) as t (value)`, values);
  await client.end();
  expect(rows.map(({ value }: { value: unknown }) => value)).toEqual(expected);
});
