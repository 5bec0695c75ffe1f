// B22: joining a room of 600,000 messages, until the device has the latest page, against joining an empty room.
import { encode } from '@amber/proto/codec';
import pg from 'pg';
import { connectAs, signIn, type Person } from '../gateway/src/testing/client.ts';
import { startTestGateway } from '../gateway/src/testing/gateway.ts';
import { benchDatabaseUrl } from './kit/database.ts';
import { median, ratio, type Row } from './kit/row.ts';

const goal = 1.2;
const messages = 600_000;
const rounds = 60;

interface SpaceRoom {
  spaceId: string;
  room: string;
}

async function createSpace(owner: Person, spaceName: string): Promise<SpaceRoom> {
  const {
    spaceInfo,
    rooms: [room],
  } = await owner.api.groupChat.createSpace({ spaceName });
  return { spaceId: spaceInfo!.spaceId, room: room!.conversionId };
}

async function fill(room: string, sender: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: await benchDatabaseUrl() });
  const body = Buffer.from(encode('Content', { type: 'text', message: JSON.stringify({ text: 'x'.repeat(120) }) }));
  await pool.query(
    `insert into message (conversation, seq, id, sender, device, ts, sealed, body)
     select $1, n, lpad('bench' || n, 24, 'x'), $3, 'd', n, false, $4 from generate_series(1, $2) n`,
    [room, messages, sender, body],
  );
  await pool.query('update conversation set last_seq = $2 where id = $1', [room, messages]);
  await pool.query('vacuum analyze message');
  await pool.end();
}

/** Milliseconds in which a connected device joins the space, learns of its room and gets the room's latest messages. */
async function join(person: Person, { spaceId, room }: SpaceRoom): Promise<number> {
  const socket = await connectAs(person);
  const began = performance.now();
  await person.api.conversation.directJoin({ spaceId });
  await socket.until(() => socket.notices.some(({ conversationId }) => conversationId === room));
  await person.api.message.sync({});
  const took = performance.now() - began;
  socket.close();
  await person.api.conversation.quitSpace({ spaceId });
  return took;
}

export const row: Row = {
  id: 'B22',
  description: 'joining a room of 600,000 messages, until its latest page is here',
  goal: `≤ ${goal} × an empty room`,
  async measure() {
    const gateway = await startTestGateway({
      databaseUrl: await benchDatabaseUrl(),
      limits: { spaceJoinsPerHour: 1_000, spacesMadePerHour: 1_000 },
    });
    const [owner, newcomer] = [await signIn(gateway), await signIn(gateway)];
    const large = await createSpace(owner, 'Large');
    await fill(large.room, owner.identifier);
    const [ours, base]: [number[], number[]] = [[], []];
    for (let n = 0; n < rounds; n += 1) {
      const empty = await createSpace(owner, `Empty ${n}`);
      const [first, second] = n % 2 === 0 ? [large, empty] : [empty, large];
      for (const target of [first, second]) (target === large ? ours : base).push(await join(newcomer, target));
    }
    await gateway.close();
    return ratio(median(ours), median(base), goal, 'ms', 'an empty room');
  },
};
