// Passes on that somebody is writing: to whoever is there, and to nobody later.
import type { Typing } from '@amber/proto';
import type { Limits } from '@amber/proto/limits';
import { subjects, type Bus } from '../bus.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../store.ts';

interface TypingPorts {
  db: Db;
  bus: Bus;
  clock: Clock;
  limits: Limits;
}

/** Somebody who goes from chat to chat begins and ends in each. */
const toldPerPeriod = 4;

export type TypingNews = ReturnType<typeof createTypingNews>;

export function createTypingNews({ db, bus, clock, limits }: TypingPorts) {
  /** By connection, and forgotten with it. */
  const told = new WeakMap<object, { since: number; count: number }>();

  /** Whether this connection may tell once more within the period. */
  function allow(connection: object): boolean {
    const now = clock();
    const last = told.get(connection);
    const period = last && now - last.since < limits.typingEvery ? last : { since: now, count: 0 };
    period.count += 1;
    told.set(connection, period);
    return period.count <= toldPerPeriod;
  }

  /** Not of one who is anonymous there, nor to one who has blocked him. */
  async function mayBeTold(conversation: string, identifier: string): Promise<boolean> {
    const found = await db.selectFrom('member as m').innerJoin('conversation as c', 'c.id', 'm.conversation')
      .select(['c.type', 'c.status', 'm.user_setting'])
      .select((of) => of.exists(of.selectFrom('block as b').innerJoin('member as o', 'o.identifier', 'b.identifier')
        .select('b.blocked').whereRef('o.conversation', '=', 'm.conversation').where('b.blocked', '=', identifier)).as('blocked'))
      .where('m.conversation', '=', conversation).where('m.identifier', '=', identifier).where('m.left_seq', 'is', null).executeTakeFirst();
    return found?.status === 'normal' && !(found.type === 'private' ? found.blocked : found.user_setting.anonymous);
  }

  return {
    /** Tells the others, unless this connection has told too much of late. Who may not be heard is answered like anybody. */
    async tell(connection: object, identifier: string, { conversationId, typing }: Typing): Promise<void> {
      if (!allow(connection) || !await mayBeTold(conversationId, identifier)) return;
      bus.publish(subjects.conversation(conversationId), { kind: 'typing', conversation: conversationId, identifier, typing });
    },
  };
}
