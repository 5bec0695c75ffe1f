import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { chatOf, historyOf, sendText, signIn } from '../testing/client.ts';
import { migratedDatabase, query, startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { migrate } from './migrate.ts';
import { contract, expand, type Migration } from './migration.ts';
import { baseline, migrations, versionAfter } from './schema.ts';

const known = versionAfter(migrations);
const gateways: TestGateway[] = [];
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.close();
});

/** A database that builds with these further migrations have used. */
async function upgradedDatabase(...releases: readonly Migration[][]): Promise<string> {
  const databaseUrl = await migratedDatabase();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  let all = migrations;
  for (const release of releases) {
    all = [...all, ...release];
    await migrate(pool, all);
  }
  await pool.end();
  return databaseUrl;
}

/** Starts this build, which is an older one for the database. */
async function start(databaseUrl: string): Promise<TestGateway> {
  const gateway = await startTestGateway({ databaseUrl });
  gateways.push(gateway);
  return gateway;
}

const moods = expand(
  "create table mood (name text primary key); alter table message add column mood text not null default ''",
);
const schemaOf = async (databaseUrl: string) =>
  (await query<{ version: number }>({ databaseUrl }, 'select max(version) as version from schema_version')).rows[0]!
    .version;

describe('R241 a build on the schema of a newer one', () => {
  test('starts on an expanded one, stores and returns messages, and leaves it as it is', async () => {
    const databaseUrl = await upgradedDatabase([moods, expand('alter table person add column mood text')]);
    const gateway = await start(databaseUrl);
    const [alice, bob] = [await signIn(gateway), await signIn(gateway)];
    const chat = await chatOf(alice, bob);
    await sendText(alice, chat, 'hello');
    expect(await historyOf(bob, chat)).toHaveLength(1);
    expect(await schemaOf(databaseUrl)).toBe(known + 2);
  });

  test('starts when what was removed is what it no longer uses: the release before has stopped using it', async () => {
    const removal = contract('drop table if exists unused_for_a_release', { since: known });
    const gateway = await start(await upgradedDatabase([moods], [removal]));
    expect((await fetch(`${gateway.url}/gateway/ready`)).status).toBe(200);
  });

  test('refuses to start when what was removed is what it uses, and says which build to start', async () => {
    const removal = contract('alter table person rename column bio to about', { since: known + 1 });
    const databaseUrl = await upgradedDatabase([moods], [removal], [expand('create table later (id text)')]);
    await expect(start(databaseUrl)).rejects.toThrow(
      `The database has schema version ${known + 3}, and this build knows ${known}. A newer build has removed what this one uses: start a build that knows version ${known + 1} or a later one.`,
    );
    expect(await schemaOf(databaseUrl)).toBe(known + 3);
  });

  test('refuses to start where it is not known what the newer one has changed', async () => {
    const databaseUrl = await upgradedDatabase();
    await query({ databaseUrl }, 'insert into schema_version (version) values ($1)', [known + 1]);
    await expect(start(databaseUrl)).rejects.toThrow(`start a build that knows version ${known + 1}`);
  });
});

test('a database from before the baseline is left as it is, and its operator is told which build to start first', async () => {
  const databaseUrl = await migratedDatabase();
  await query({ databaseUrl }, 'delete from schema_version');
  await query({ databaseUrl }, 'insert into schema_version (version) values ($1)', [baseline.version - 1]);
  await expect(start(databaseUrl)).rejects.toThrow(
    `The database has schema version ${baseline.version - 1}, and this build begins with version ${baseline.version}. Start the last build of Amber 0.1 with this data first`,
  );
  expect(await schemaOf(databaseUrl)).toBe(baseline.version - 1);
});

describe('R241 migrations say truly what they are', () => {
  const expansions = migrations.flatMap(({ kind, sql }, index) =>
    kind === 'expand' ? [{ version: baseline.version + index + 1, sql }] : [],
  );

  /** An older build does not know these changes, and its statements fail or lose data. */
  const noticed =
    /\b(drop|rename|truncate|alter\s+column|set\s+not\s+null|add\s+(constraint|check|unique|foreign))\b|\badd\s+column\s(?:(?!\bdefault\b)[^,;])*\bnot\s+null\b(?![^,;]*\bdefault\b)/i;

  test.each(expansions)('the expansion $version changes nothing that older builds use', ({ sql }) => {
    expect(sql).not.toMatch(noticed);
  });

  test.each([
    ['alter table person drop column bio', true],
    ['alter table person rename to people', true],
    ['alter table person alter column bio type integer', true],
    ['alter table person add column mood text not null', true],
    ["alter table person add column mood text not null, add column other text default 'x'", true],
    ["alter table person add column mood text not null default ''", false],
    ["alter table person add column mood text default '' not null", false],
    ['create table mood (name text not null)', false],
    ['alter table person add column mood text; create table mood (name text not null)', false],
  ])('%s: noticed %s', (sql, is) => {
    expect(noticed.test(sql)).toBe(is);
  });

  test('a contraction follows a release that no longer uses what it removes', () => {
    const first = migrations.findIndex(({ kind }) => kind === 'expand');
    for (const [index, migration] of migrations.entries())
      if (index > first && migration.kind === 'contract')
        expect(migration.since).toBeLessThanOrEqual(baseline.version + index);
  });
});
