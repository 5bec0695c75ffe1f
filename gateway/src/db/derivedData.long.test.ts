import { limits } from '@amber/proto/limits';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from './store.ts';
import { createDatabase, startTestGateway, testDatabaseVariable, type TestGateway } from '../testing/gateway.ts';
import { migrations, versionAfter } from './schema.ts';

let gateway: TestGateway;
let database: pg.Client;
const wrong: string[] = [];

/** Derived data that differs from a recount; empty when all is correct. */
const drift = `
  select 'member_count ' || id as what from space s where member_count <> (select count(*) from space_member m where m.space = s.id)
  union all select 'members of ' || id from conversation c where member_count <> (select count(*) from member m where m.conversation = c.id and left_seq is null)
  union all select 'called ' || m.identifier from member m join person p on p.identifier = m.identifier where m.called <> member_called(m.nickname, p.last_name)
  union all select 'blog_count ' || identifier from person p where blog_count <> (select count(*) from blog b where b.author = p.identifier and b.visibility = 'everyone')
  union all select 'likes ' || id from blog b where likes <> (select count(*) from blog_like l where l.blog = b.id)
  union all select 'comments ' || id from blog b where comments <> (select count(*) from blog_comment c where c.blog = b.id)
  union all select 'participants ' || id from campaign c where participants <> (select count(*) from campaign_participant p where p.campaign = c.id)
  union all select 'uses ' || digest from picture i where uses <> (select count(*) from (
    select avatar as path from person union all select avatar from space union all select banner from space
    union all select avatar from ai_bot union all select image from ai_bot) f where picture_digest(f.path) = i.digest)
  union all select 'spaces ' || coalesce(n.name, c.classification) from (select * from space_classification where spaces <> 0) n
    full join (select classification, count(*) as spaces from space where is_public group by classification) c on c.classification = n.name
    where n.spaces is distinct from c.spaces
  union all select 'person_name ' || part from (
    (select identifier, n.rank, n.part from person, name_parts(last_name) n where avatar <> '' and last_name <> '' except all select identifier, rank, part from person_name)
    union all (select identifier, rank, part from person_name except all select identifier, n.rank, n.part from person, name_parts(last_name) n where avatar <> '' and last_name <> '')
  ) p
  union all select 'space_name ' || part from (
    (select id, n.rank, n.part, classification from space, name_parts(name) n where is_public except all select space, rank, part, classification from space_name)
    union all (select space, rank, part, classification from space_name except all select id, n.rank, n.part, classification from space, name_parts(name) n where is_public)
  ) s`;

const people =
  "insert into person (identifier, phone, avatar, last_name, created_at) select 'p' || n, '+' || n, case when n % 3 = 0 then '' else 'a' end, 'Person ' || n, n from generate_series(1, 9) n";
const spaces =
  "insert into space (id, name, owner, classification, is_public, sort_time) select 's' || n, 'Space-' || n, 'p1', 'c' || n % 2, n % 4 > 0, n from generate_series(1, 6) n";

beforeAll(async () => {
  gateway = await startTestGateway();
  database = new pg.Client({ connectionString: gateway.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await gateway.close();
});

test.each([
  ['people come', people],
  ['spaces are made', spaces],
  [
    'people enter',
    "insert into space_member (space, identifier) select s.id, p.identifier from space s, person p where s.id like 's%'",
  ],
  ['some leave', "delete from space_member where identifier in ('p1', 'p2') or space = 's3'"],
  [
    'spaces are renamed, moved and hidden',
    "update space set name = 'Other ' || id, classification = case id when 's1' then 'c9' else classification end, is_public = id <> 's2' where id like 's%'",
  ],
  [
    'groups are made',
    "insert into conversation (id, type, owner, name, created_at) select 'g' || n, 'group', 'p1', 'G', n from generate_series(1, 3) n; insert into member (conversation, identifier, role, joined_seq, joined_at, user_setting) select 'g' || g, 'p' || n, 'member', 0, n, '{}' from generate_series(1, 3) g, generate_series(1, 9) n",
  ],
  [
    'some leave groups, and come back',
    "update member set left_seq = 1 where identifier < 'p5' and conversation <> 'g3'; update member set left_seq = null where identifier = 'p1'",
  ],
  [
    'nicknames are given and taken, and much is read',
    "update member set nickname = 'Nick ' || identifier where identifier > 'p3'; update member set nickname = '' where identifier = 'p9'; update member set read_seq = 1",
  ],
  ['members are deleted', "delete from member where conversation = 'g2' and identifier in ('p1', 'p2', 'p6')"],
  ['moments are posted', "insert into blog select 'b' || n, 'p' || (1 + n % 5), 't', n from generate_series(1, 20) n"],
  [
    'moments are shown to fewer, and to more',
    "update blog set visibility = 'me' where id in ('b3', 'b7'); update blog set visibility = 'everyone' where id = 'b3'",
  ],
  [
    'moments are liked and commented on',
    "insert into blog_like select b.id, p.identifier from blog b, person p where p.identifier < 'p5' and b.id < 'b5'; delete from blog_like where identifier = 'p2'; insert into blog_comment select b.id || 'c' || n, b.id, 'p1', 't', n, b.id || 'c1', 1, nullif(b.id || 'c1', b.id || 'c' || n) from blog b, generate_series(1, 3) n order by n; delete from blog_comment where id in ('b1c1', 'b3c2', 'b7c1')",
  ],
  ['moments are removed', "delete from blog where id in ('b1', 'b2', 'b6')"],
  [
    'people are renamed, or have no picture any more',
    "update person set last_name = 'New ' || identifier, avatar = case when identifier < 'p4' then '' else 'b' end",
  ],
  [
    'campaigns are entered',
    "insert into campaign (id, title, begins_at, ends_at) values ('k', 'K', 1, 2), ('l', 'L', 1, 2); insert into campaign_participant select c.id, p.identifier from campaign c, person p",
  ],
  [
    'campaigns are left, and end',
    "delete from campaign_participant where identifier = 'p3'; delete from campaign where id = 'l'",
  ],
  ['a space is dissolved with its members', "delete from space where id in ('s4', 's5')"],
])('R228 what is kept does not drift: %s', async (_, text) => {
  await database.query(text);
  expect((await database.query(drift)).rows).toEqual(wrong);
});

test('R228 a schema may take longer than a statement, by itself or behind another gateway', async () => {
  const url = await createDatabase(process.env[testDatabaseVariable]!);
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('begin; select pg_advisory_xact_lock(5106001)');
  const within = { statementTimeout: 1_000, databaseSilenceTimeout: 1_500 };
  const [store] = await Promise.all([
    openStore({ databaseUrl: url, limits: { ...limits, ...within } }),
    other.query('select pg_sleep(2); commit'),
  ]);
  expect((await other.query('select max(version) as version from schema_version')).rows).toEqual([
    { version: versionAfter(migrations) },
  ]);
  await store.close();
  await other.end();
});
