// Fills a database with years of data, by SQL.
import { encode } from '@amber/proto/codec';
import pg from 'pg';

export interface StoreSize {
  people: number;
  groups: number;
  /** The number of messages in each group. */
  messages: number;
  moments: number;
  spaces: number;
}

const nameSql =
  "(array['Anna', 'Ben', 'Carla', 'Dan', 'Eve', 'Hannah', 'Ivan', 'Jan', 'Susan', 'Zoe'])[1 + n % 10] || ' ' || substr(md5(n::text), 1, 8)";

/** Fills in bulk the tables that triggers maintain row by row. */
const derivedTables = `
  insert into person_name select p.identifier, n.rank, n.part from person p cross join lateral name_parts(p.last_name) n where p.avatar <> '' on conflict do nothing;
  insert into space_name select s.id, n.rank, n.part, s.classification from space s cross join lateral name_parts(s.name) n where s.is_public on conflict do nothing;
  update member m set called = member_called(m.nickname, p.last_name) from person p where p.identifier = m.identifier;
  update conversation c set member_count = n.count from (select conversation, count(*) from member where left_seq is null group by conversation) n where c.id = n.conversation;
  update space s set member_count = n.count from (select space, count(*) from space_member group by space) n where s.id = n.space;
  update person p set blog_count = n.count from (select author, count(*) from blog group by author) n where p.identifier = n.author;
  update blog b set comments = n.count from (select blog, count(*) from blog_comment group by blog) n where b.id = n.blog;
  update campaign c set participants = n.count from (select campaign, count(*) from campaign_participant group by campaign) n where c.id = n.campaign;
  delete from space_classification;
  insert into space_classification select classification, count(*) from space where is_public group by classification;`;

/**
 * Adds a picture to each moment, and fifty unused ones; b5 gets many comments, and a moment of `me` many notifications.
 */
const moments = (count: number, people: number, me: string) => `
  insert into picture (digest, created_at, stored, uses) select md5(n::text) || md5('b' || n), n, true, 1 from generate_series(1, ${count}) n;
  insert into picture (digest, created_at, stored, uses, unused_since) select md5('x' || n) || md5('y' || n), n, true, 0, 1 from generate_series(1, 50) n;
  insert into blog_picture (blog, place, path, alt, width, height)
    select 'b' || n, 0, '/chat/pictures/' || md5(n::text) || md5('b' || n) || '/1024.webp', '', 640, 480 from generate_series(1, ${count}) n;
  insert into blog_comment (id, blog, author, text, posted_at, thread, thread_at)
    select 'k' || n, 'b' || (1 + n % ${count}), 'p' || (1 + n % ${people}), 'yes', n, 'k' || n, n from generate_series(1, ${count}) n;
  insert into blog_comment (id, blog, author, text, posted_at, thread, thread_at)
    select 'm' || n, 'b5', 'p' || (1 + n % ${people}), 'no', n, 'm' || n, n from generate_series(1, ${count / 10}) n;
  insert into blog (id, author, text, posted_at) values ('mine', '${me}', 'mine', 1);
  insert into blog_news (identifier, kind, about, actor, blog, at)
    select '${me}', 'like', 'mine', 'p' || n, 'mine', n from generate_series(1, ${people}) n;`;

/** Adds campaigns that are over, and two with everybody as participants: one is open, the other has its winners. */
const campaigns = (people: number) => `
  insert into campaign (id, title, begins_at, ends_at, way, prize, prizes, drawn_at)
    select 'c' || n, 'Campaign ' || n, n, n + 1, 'draw', 'none', 0, n from generate_series(1, ${people / 20}) n;
  insert into campaign (id, title, begins_at, ends_at, way, prize, prizes, seed, claims, given, drawn_at) values
    ('open', 'Open', 1, 9000000000000, 'draw', 'code', 5, 's', ${people}, 0, null),
    ('drawn', 'Drawn', 1, 2, 'draw', 'code', 5000, 's', ${people}, 5000, 2);
  insert into campaign_task (campaign, no, kind, target, count, from_start) values
    ('open', 0, 'bindWallet', '', 1, false), ('open', 1, 'invite', '', 1, false);
  insert into campaign_participant (campaign, identifier, joined_at, network)
    select c.id, 'p' || n, n, '10.0.0' from generate_series(1, ${people}) n, (values ('open'), ('drawn')) c (id);
  insert into campaign_claim (campaign, identifier, claimed_at, ticket, place, network)
    select c.id, 'p' || n, n, md5(n::text), case when c.id = 'drawn' and n <= 5000 then n end, '10.0.0'
    from generate_series(1, ${people}) n, (values ('open'), ('drawn')) c (id);`;

/**
 * Creates people p1, p2 …, all of them in the Welcome space; groups g1 … of five and spaces s1 … of twenty of them;
 * moments and campaigns. `me` and `other` exist already: they get sixty groups and twenty spaces each, twenty and ten
 * of them in common.
 */
export async function fillStore(
  databaseUrl: string,
  { people, groups, messages, moments: posts, spaces }: StoreSize,
  me: string,
  other: string,
): Promise<void> {
  const body = Buffer.from(
    encode('Content', {
      id: 'm'.repeat(24),
      type: 'text',
      message: '{"text":"hello"}',
      sender: { identifier: 'p1', deviceId: 'd' },
    }),
  );
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // This disables triggers and foreign key checks.
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into person (identifier, phone, avatar, last_name, created_at) select 'p' || n, '+1' || n, '/chat/avatars/fox.svg', ${nameSql}, n from generate_series(1, ${people}) n`,
  );
  await client.query(
    `insert into space_member (space, identifier, joined_at) select 'welcome', 'p' || n, n from generate_series(1, ${people}) n`,
  );
  await client.query(`insert into member (conversation, identifier, role, joined_seq, joined_at, user_setting)
    select c.id, 'p' || n, 'member', 0, n, '{}' from conversation c, generate_series(1, ${people}) n where c.space = 'welcome'`);
  await client.query(
    `insert into conversation (id, type, owner, name, last_seq, created_at) select 'g' || n, 'group', 'p' || n, 'Group ' || n, ${messages}, n from generate_series(1, ${groups}) n`,
  );
  await client.query(`insert into member (conversation, identifier, role, joined_seq, joined_at, user_setting)
    select distinct 'g' || n, 'p' || (1 + (n * 7 + k * 13) % ${people}), 'member', 0, n, '{}'::jsonb from generate_series(1, ${groups}) n, generate_series(1, 5) k`);
  await client.query(
    `insert into member (conversation, identifier, role, joined_seq, joined_at, user_setting)
    select 'g' || n, $1, 'member', 0, n, '{}'::jsonb from generate_series(1, 60) n union all select 'g' || n, $2, 'member', 0, n, '{}'::jsonb from generate_series(41, 100) n`,
    [me, other],
  );
  await client.query(
    `insert into message (conversation, seq, id, sender, device, ts, sealed, body)
    select 'g' || n, s, lpad(n || '-' || s, 24, '0'), 'p' || (1 + (n * 7 + 13) % ${people}), 'd', s, false, $1 from generate_series(1, ${groups}) n, generate_series(1, ${messages}) s`,
    [body],
  );
  await client.query(
    `insert into blog (id, author, text, posted_at) select 'b' || n, 'p' || (1 + n % ${people}), 'moment ' || n, n from generate_series(1, ${posts}) n`,
  );
  await client.query(moments(posts, people, me));
  await client.query(campaigns(people));
  await client.query(
    `insert into space (id, name, owner, classification, sort_time) select 's' || n, ${nameSql}, 'p' || n, (array['art', 'games', 'sport'])[1 + n % 3], n from generate_series(1, ${spaces}) n`,
  );
  await client.query(
    `insert into space_member (space, identifier) select distinct 's' || n, 'p' || (1 + (n * 11 + k * 17) % ${people}) from generate_series(1, ${spaces}) n, generate_series(1, 20) k`,
  );
  await client.query(
    "insert into space_member (space, identifier) select 's' || n, $1 from generate_series(1, 20) n union all select 's' || n, $2 from generate_series(11, 30) n",
    [me, other],
  );
  await client.query(derivedTables);
  await client.query('set session_replication_role = origin');
  await client.query('vacuum analyze');
  await client.end();
}
