import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeCursor } from './pageCursor.ts';
import { apiOf, newMessageId, signIn, type Person } from '../testing/client.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { recordStatements, type Statement } from '../testing/plans.ts';
import { fillStore, type StoreSize } from '../testing/fillStore.ts';

/** The small store is large enough for the same plans: the best plan for a few blocks is to read them all. */
const sizes: Record<'small' | 'large', StoreSize> = {
  small: { people: 10_000, groups: 2_000, messages: 50, moments: 30_000, spaces: 500 },
  large: { people: 100_000, groups: 20_000, messages: 50, moments: 300_000, spaces: 2_000 },
};

interface Place {
  size: StoreSize;
  gateway: TestGateway;
  database: pg.Client;
  me: Person;
  other: Person;
}

const places: Partial<Record<keyof typeof sizes, Place>> = {};

async function makePlace(size: StoreSize): Promise<Place> {
  const gateway = await startTestGateway({ joinSpaces: ['welcome'] });
  const [me, other] = [await signIn(gateway, { name: 'Me' }), await signIn(gateway, { name: 'Other' })];
  await fillStore(gateway.databaseUrl, size, me.identifier, other.identifier);
  const database = new pg.Client({ connectionString: gateway.databaseUrl });
  await database.connect();
  return { size, gateway, database, me, other };
}

const touched = async (database: pg.Client): Promise<number> => {
  await database.query('select pg_stat_force_next_flush()');
  const { rows } = await database.query<{ blocks: string }>(
    "select sum(hits) + sum(reads) as blocks from pg_stat_get_backend_io(pg_backend_pid()) where object = 'relation'",
  );
  return Number(rows[0]!.blocks);
};

/** The blocks a call's statements read, triggers included. They are rerun and rolled back; `before` enables that. */
async function blocksOf({ database }: Place, statements: readonly Statement[], before = ''): Promise<number> {
  const replay = async () => {
    await database.query(`begin; ${before}`);
    const start = await touched(database);
    for (const { text, values } of statements) await database.query(text, values);
    await database.query('rollback');
    return (await touched(database)) - start;
  };
  // The first run reads the catalogue as well.
  await replay();
  return replay();
}

/** Lists that grow with the server while their cost must not. The middle of a list is the worst case for paging. */
const calls: Record<
  string,
  {
    prepare?(place: Place): Promise<unknown>;
    ask(place: Place): Promise<unknown>;
    before?(place: Place): string;
    /** Blocks it may read with any store, for calls that scan a fixed number of rows. */
    most?: number;
    /** Of what asks more than one thing: the statements that are looked at. */
    only?: RegExp;
  }
> = {
  'the first moments': { ask: ({ gateway }) => apiOf(gateway.url).circle.getUserBlogList({}) },
  'the first moments of somebody signed in': { ask: ({ me }) => me.api.circle.getUserBlogList({}) },
  'moments of those one follows': {
    prepare: ({ me }) => me.api.circle.followBlog({ identifier: 'p5', follow: true }),
    ask: ({ me, size }) =>
      me.api.circle.getUserBlogList({ feed: 'following', after: encodeCursor([size.moments / 2, 'b']) }),
  },
  'comments on a moment': { ask: ({ gateway }) => apiOf(gateway.url).circle.getComments({ blogId: 'b5' }) },
  'comments far down': {
    ask: ({ gateway, size }) =>
      apiOf(gateway.url).circle.getComments({
        blogId: 'b5',
        after: encodeCursor([size.moments / 20, `m${size.moments / 20}`, size.moments / 20, `m${size.moments / 20}`]),
      }),
  },
  'commenting on a moment': {
    ask: ({ me }) => me.api.circle.comment({ blogId: 'b5', commentId: newMessageId(), text: 'so it is' }),
    before: ({ me }) => `delete from blog_comment where author = '${me.identifier}'`,
  },
  'what others did with my moments': { ask: ({ me }) => me.api.circle.getNews({}) },
  'posting a moment': {
    ask: ({ me }) => me.api.circle.post({ blogId: newMessageId(), text: 'new' }),
    before: ({ me }) => `delete from blog where author = '${me.identifier}' and text = 'new'`,
  },
  'pictures that nothing shows any more': {
    ask: ({ gateway }) => gateway.sweep(),
    only: /"picture"/,
    // The first sweep has removed what there was.
    before: () =>
      "insert into picture (digest, created_at, uses, unused_since) select 'x' || n, n, 0, case when n % 2 = 0 then 1 end from generate_series(1, 50) n",
  },
  'liking a moment': { ask: ({ me }) => me.api.circle.like({ blogId: 'b7', liked: true }) },
  'moments far back': {
    ask: ({ gateway, size }) =>
      apiOf(gateway.url).circle.getUserBlogList({ after: encodeCursor([size.moments / 2, 'b']) }),
  },
  'moments by the last page number': {
    ask: ({ gateway }) => apiOf(gateway.url).circle.getUserBlogList({ page: 20, pageSize: 50 }),
  },
  'somebody’s moments': { ask: ({ gateway }) => apiOf(gateway.url).circle.getUserBlogList({ identifier: 'p5' }) },
  'how many moments somebody has': {
    ask: ({ gateway }) => apiOf(gateway.url).circle.getUserInfo({ identifier: 'p5' }),
  },
  'the largest public spaces': { ask: ({ gateway }) => apiOf(gateway.url).groupChat.queryPublicSpace({}) },
  'a public space': { ask: ({ gateway }) => apiOf(gateway.url).groupChat.querySpaceDetail({ spaceId: 'welcome' }) },
  classifications: { ask: ({ me }) => me.api.groupChat.querySpaceClassification({}) },
  Discover: { ask: ({ me }) => me.api.groupChat.querySpaceByNamePart({}) },
  'Discover far down': {
    ask: ({ me, size }) => me.api.groupChat.querySpaceByNamePart({ after: encodeCursor([size.spaces / 2, 's']) }),
  },
  'Discover by a classification': {
    ask: ({ me, size }) =>
      me.api.groupChat.querySpaceByNamePart({
        spaceClassification: 'art',
        after: encodeCursor([size.spaces / 2, 's']),
      }),
  },
  'Discover by a common letter': {
    ask: ({ me }) => me.api.groupChat.querySpaceByNamePart({ namePart: 'a', spaceClassification: 'games' }),
  },
  'Discover by a name': { ask: ({ me }) => me.api.groupChat.querySpaceByNamePart({ namePart: 'hannah' }) },
  'people by a common part': { ask: ({ me }) => me.api.contact.search({ keyword: 'an' }) },
  'people by a part within the name': { ask: ({ me }) => me.api.contact.search({ keyword: 'nna' }) },
  'people whom nobody is called like': { ask: ({ me }) => me.api.contact.search({ keyword: 'qqq' }) },
  'people by phone': { ask: ({ me }) => me.api.contact.search({ keyword: '+1500' }) },
  'what two have in common': { ask: ({ me, other }) => me.api.contact.getMutual({ identifier: other.identifier }) },
  campaigns: { ask: ({ gateway }) => apiOf(gateway.url).airdrop.list({}) },
  'campaigns long over': {
    ask: ({ gateway, size }) => apiOf(gateway.url).airdrop.list({ after: encodeCursor([size.people / 40, 'c']) }),
  },
  'a campaign that everybody takes part in': { ask: ({ me }) => me.api.airdrop.info({ id: 'open' }) },
  'its numbers': { ask: ({ gateway }) => apiOf(gateway.url).airdrop.live({ ids: ['open', 'drawn'] }) },
  'taking part in it': {
    ask: ({ me }) => me.api.airdrop.join({ id: 'open' }),
    before: ({ me }) => `delete from campaign_participant where identifier = '${me.identifier}'`,
  },
  'claiming in it': {
    prepare: async ({ database, me }) => {
      await database.query(`update person set wallet = '0x1' where identifier = $1`, [me.identifier]);
      await database.query('insert into invited values ($1, $2, 1)', ['p7', me.identifier]);
    },
    ask: ({ me }) => me.api.airdrop.claim({ id: 'open', ticket: 'a'.repeat(32) }),
    before: ({ me }) => `delete from campaign_claim where identifier = '${me.identifier}'`,
  },
  'winners far down': {
    ask: ({ gateway }) => apiOf(gateway.url).airdrop.winners({ id: 'drawn', after: encodeCursor([4_000]) }),
  },
  'the tickets of a draw': {
    ask: ({ gateway }) => apiOf(gateway.url).airdrop.draw({ id: 'drawn', after: encodeCursor(['8']) }),
  },
  'my spaces': { ask: ({ me }) => me.api.groupChat.querySpace({ page: 0, pageSize: 999 }) },
  'my conversations': { ask: ({ me }) => me.api.conversation.list({}) },
  'what a new device of mine gets': { ask: ({ me }) => me.api.message.sync({}) },
  history: { ask: ({ me }) => me.api.message.history({ conversationId: 'g5' }) },
  'the people of a group': {
    ask: ({ me }) => me.api.conversation.getGroupConversationDetail({ conversationId: 'welcome-general' }),
  },
  'people of a group far down': {
    ask: ({ me }) =>
      me.api.conversation.queryMembers({
        conversationId: 'welcome-general',
        after: encodeCursor(['begins', 'hannah', 'p']),
      }),
  },
  'people of a group by a common part': {
    ask: ({ me }) => me.api.conversation.queryMembers({ conversationId: 'welcome-general', word: 'an' }),
  },
  'people of a group whom nobody is called like': {
    most: 1_000, // two thousand names a page; the small store has fewer
    ask: ({ me }) => me.api.conversation.queryMembers({ conversationId: 'welcome-general', word: 'qqq' }),
  },
  'people of a group by their identifiers': {
    ask: ({ me }) =>
      me.api.conversation.queryMembers({
        conversationId: 'welcome-general',
        identifiers: Array.from({ length: 100 }, (_, n) => `p${n + 1}`),
      }),
  },
  'saying something': {
    ask: ({ me }) =>
      me.api.message.sendGroupMessage({
        id: newMessageId(),
        conversation: { conversationId: 'g5', conversationType: 'group' },
        content: [{ type: 'text', message: '{"text":"hi"}' }],
      }),
  },
  'entering the Welcome space': {
    prepare: ({ me }) => me.api.conversation.quitSpace({ spaceId: 'welcome' }),
    ask: ({ me }) => me.api.conversation.directJoin({ spaceId: 'welcome' }),
    before: ({ me }) =>
      `delete from notice where identifier = '${me.identifier}'; delete from member where identifier = '${me.identifier}' and conversation like 'welcome%'; delete from space_member where identifier = '${me.identifier}' and space = 'welcome'`,
  },
};

describe.runIf(process.env['AMBER_STORE'] === 'large')(
  'R228 what a call looks at does not grow with the server',
  () => {
    beforeAll(async () => {
      for (const name of ['small', 'large'] as const) places[name] = await makePlace(sizes[name]);
    }, 3_600_000);
    afterAll(async () => {
      for (const { database, gateway } of Object.values(places)) {
        await database.end();
        await gateway.close();
      }
    });

    test.each(Object.keys(calls))(
      'R228 %s',
      async (name) => {
        const { prepare, ask, before, most, only } = calls[name]!;
        const blocks = { small: 0, large: 0 };
        for (const [which, place] of Object.entries(places) as ['small' | 'large', Place][]) {
          await prepare?.(place);
          const recorded = recordStatements();
          await ask(place);
          recorded.stop();
          const statements = [...recorded.statements.values()].filter(({ text }) => only?.test(text) ?? true);
          expect(statements.length).toBeGreaterThan(0);
          blocks[which] = await blocksOf(place, statements, before?.(place));
        }
        console.log(`${name}: ${blocks.small} blocks in a small store, ${blocks.large} in a large one`);
        // Ten times the rows add an index level here and there, and what a small store scans a large one finds one
        // by one (fifty conversations: some 300 blocks). A full table scan takes thousands.
        expect(blocks.large).toBeLessThan(most ?? 3 * blocks.small + 250);
      },
      60_000,
    );
  },
);
