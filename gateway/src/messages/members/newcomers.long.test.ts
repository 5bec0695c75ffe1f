import { encode } from '@amber/proto/codec';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '@amber/proto/limits';
import { createLocalBus } from '../../core/bus.ts';
import { connectAs, sendText, signIn, type Person, type TestSocket } from '../../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { scaledTimeout } from '../../testing/machine.ts';
import { createCatchUp } from '../sync/catchUp.ts';
import { createConversations } from '../sync/conversations.ts';

/** `npm run soak` uses more of them. */
const messages = Number(process.env['AMBER_ROOM'] ?? 4_000);

let gateway: TestGateway;
let owner: Person;

beforeAll(async () => {
  gateway = await startTestGateway({
    limits: { slowReaderDirtyAt: 65_536, slowReaderCloseAt: 262_144, spaceJoinsPerHour: 1_000 },
  });
  owner = await signIn(gateway, { name: 'Olga' });
});
afterAll(() => gateway.close());

/** A space with one room that already has this many messages. */
async function spaceWith(count: number) {
  const {
    spaceInfo,
    rooms: [room],
  } = await owner.api.groupChat.createSpace({ spaceName: `Space of ${count}` });
  const body = Buffer.from(encode('Content', { type: 'text', message: JSON.stringify({ text: 'x'.repeat(120) }) }));
  await query(
    gateway,
    `insert into message (conversation, seq, id, sender, device, ts, sealed, body)
     select $1, n, lpad($1 || n, 24, 'x'), $3, 'd', n, false, $4 from generate_series(1, $2) n`,
    [room!.conversionId, count, owner.identifier, body],
  );
  await query(gateway, 'update conversation set last_seq = $2 where id = $1', [room!.conversionId, count]);
  await query(gateway, 'analyze message');
  return { spaceId: spaceInfo!.spaceId, room: room!.conversionId };
}

const placesIn = ({ rows }: TestSocket, room: string) =>
  rows.filter(({ conversationId }) => conversationId === room).map(({ seq }) => seq);

/** What a notified device does: it catches up. Returns its rows and its cursor. */
async function catchUp(person: Person, room: string) {
  const { parts, more } = await person.api.message.sync({});
  expect(more).toBe(false);
  return parts.find(({ conversation }) => conversation!.conversionId === room)!;
}

/** The blocks read by a newcomer's catch-up. */
async function blocksTouched({ identifier, deviceId: device }: Person): Promise<number> {
  const pool = new pg.Pool({ connectionString: gateway.databaseUrl, max: 1 });
  let blocks = 0;
  const counting = {
    async query(text: string, values: unknown[]) {
      const {
        rows: [told],
      } = await pool.query<Record<'QUERY PLAN', { Plan: Record<string, number> }[]>>(
        `explain (analyze, buffers, format json) ${text}`,
        values,
      );
      const { Plan } = told!['QUERY PLAN'][0]!;
      blocks += Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!;
      return pool.query(text, values);
    },
  } as unknown as pg.Pool;
  const seen = await createConversations({ pool: counting, clock: Date.now }).viewsFor(identifier);
  await createCatchUp({ pool: counting, limits }).sync({ identifier, device }, seen, []);
  await pool.end();
  return blocks;
}

describe('who comes into a room in which much has been said', () => {
  test(
    'R46 R69 is pushed none of it, is told to catch up, gets the latest page, and all older pages when they are asked for',
    { timeout: scaledTimeout(600_000) },
    async () => {
      const { spaceId, room } = await spaceWith(messages);
      const ann = await signIn(gateway, { name: 'Ann' });
      const [socket, other] = [await connectAs(ann), await connectAs(ann)];
      await ann.api.conversation.directJoin({ spaceId });
      await socket.until(() =>
        socket.notices.some(({ type, conversationId }) => type === 'conversationChanged' && conversationId === room),
      );
      const part = await catchUp(ann, room);
      // The last row says that she joined.
      const last = messages + 1;
      expect(part).toMatchObject({ lastSeq: last, readSeq: messages, joinedSeq: 0 });
      expect(part.rows.map(({ seq }) => seq)).toEqual(
        Array.from({ length: limits.timelinePage }, (_, n) => last - limits.timelinePage + 1 + n),
      );

      // Only messages from now on are pushed, starting with the first.
      await sendText(owner, room, 'welcome', { type: 'group' });
      for (const one of [socket, other]) {
        await one.until(() => placesIn(one, room).includes(last + 1));
        expect(placesIn(one, room).filter((seq) => seq <= messages)).toEqual([]);
        expect(one.closed).toBeNull();
      }

      const pages: number[] = [];
      for (let before = part.rows[0]!.seq; pages.length < 600;) {
        const { list, more } = await ann.api.historyMessage.queryByGroup({
          conversationId: room,
          beforeSeq: before,
          limit: limits.syncPage,
        });
        pages.unshift(...list.map(({ seq }) => seq));
        if (!more) break;
        before = list[0]!.seq;
      }
      expect(pages).toEqual(
        Array.from({ length: pages.length }, (_, n) => last - limits.timelinePage - pages.length + 1 + n),
      );
      socket.close();
      other.close();
    },
  );

  test('R46 who leaves and comes again is pushed what is new alone', async () => {
    const { spaceId, room } = await spaceWith(1_000);
    const ann = await signIn(gateway, { name: 'Ann' });
    const socket = await connectAs(ann);
    for (let round = 0; round < 3; round += 1) {
      await ann.api.conversation.directJoin({ spaceId });
      expect((await catchUp(ann, room)).rows).toHaveLength(limits.timelinePage);
      await ann.api.conversation.quitSpace({ spaceId });
    }
    await ann.api.conversation.directJoin({ spaceId });
    const sent = new Set<number>();
    // A message that is stored before the gateway has read her membership is not pushed: her device catches up instead.
    const isPushed = async () => {
      sent.add((await sendText(owner, room, 'welcome back', { type: 'group' })).seq);
      return placesIn(socket, room).some((seq) => sent.has(seq));
    };
    await expect.poll(isPushed).toBe(true);
    expect(placesIn(socket, room).filter((seq) => seq <= 1_000)).toEqual([]);
    socket.close();
  });

  test('R46 a bus that loses everything: the sweep finds the newcomer, tells her to catch up and pushes none of what was said before', async () => {
    const bus = createLocalBus();
    const deaf = await startTestGateway({
      databaseUrl: gateway.databaseUrl,
      bus: { ...bus, publish: () => undefined },
      limits: { sweepEvery: 100 },
    });
    const { spaceId, room } = await spaceWith(1_000);
    const ann = await signIn(deaf, { name: 'Ann' });
    const socket = await connectAs(ann);
    await ann.api.conversation.directJoin({ spaceId });
    await socket.until(() => socket.notices.some(({ type }) => type === 'conversationChanged'));
    await sendText(owner, room, 'welcome', { type: 'group' });
    await socket.until(() => placesIn(socket, room).includes(1_002));
    expect(placesIn(socket, room).filter((seq) => seq <= 1_000)).toEqual([]);
    socket.close();
    await deaf.close();
  });

  test(
    'R46 catching up touches as many blocks as in a room in which a page has been said',
    { timeout: scaledTimeout(600_000) },
    async () => {
      const touched: number[] = [];
      for (const count of [limits.syncPage, messages]) {
        const { spaceId } = await spaceWith(count);
        const ann = await signIn(gateway, { name: 'Ann' });
        await ann.api.conversation.directJoin({ spaceId });
        touched.push(await blocksTouched(ann));
      }
      expect(touched[1]).toBeLessThanOrEqual(1.2 * touched[0]!);
    },
  );
});
