// Relays typing events to people who are online; nothing is stored.
import type { Typing } from '@amber/proto';
import { subjects } from '../../core/bus.ts';
import { createRepublisher } from '../../core/republisher.ts';
import { writingRefusals } from '../mayWrite.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

type TypingPorts = Pick<GatewayBase, 'db' | 'bus' | 'clock' | 'limits'>;

/** The limit of events per period: a person who switches chats starts and stops typing in each. */
const eventsPerPeriod = 4;

export type TypingEvents = ReturnType<typeof createTypingEvents>;

export function createTypingEvents({ db, bus, clock, limits }: TypingPorts) {
  // Devices show it for this long.
  const republisher = createRepublisher({ bus, retainFor: limits.typingFor });
  /**
   * The event counts per connection, which belongs to one gateway; how many connections an account has counts for all
   * gateways. An entry is dropped together with its connection.
   */
  const periods = new WeakMap<object, { since: number; count: number }>();

  /** Whether this connection may send once more within the period. */
  function allow(connection: object): boolean {
    const now = clock();
    const last = periods.get(connection);
    // A clock that was set back starts a new period.
    const period = last && now >= last.since && now - last.since < limits.typingEvery ? last : { since: now, count: 0 };
    period.count += 1;
    periods.set(connection, period);
    return period.count <= eventsPerPeriod;
  }

  /**
   * Whether this person may send typing events: not while anonymous in the conversation, nor to a person to whom they
   * may not write in private.
   */
  async function mayPublish(conversation: string, identifier: string): Promise<boolean> {
    const found = await db
      .selectFrom('member as m')
      .innerJoin('conversation as c', 'c.id', 'm.conversation')
      .select(['c.type', 'c.status', 'm.user_setting'])
      .select((of) =>
        of
          .selectFrom('member as o')
          .select('o.identifier')
          .whereRef('o.conversation', '=', 'm.conversation')
          .where('o.identifier', '<>', identifier)
          .limit(1)
          .as('other'),
      )
      .where('m.conversation', '=', conversation)
      .where('m.identifier', '=', identifier)
      .where('m.left_seq', 'is', null)
      .executeTakeFirst();
    if (found?.status !== 'normal') return false;
    if (found.type !== 'private') return !found.user_setting.anonymous;
    return found.other === null || (await writingRefusals(db, identifier, [found.other])).size === 0;
  }

  return {
    /**
     * Notifies the other members, unless this connection exceeds its rate. A person without permission gets the same
     * reply.
     */
    async emit(connection: object, identifier: string, { conversationId, typing }: Typing): Promise<void> {
      if (!allow(connection) || !(await mayPublish(conversationId, identifier))) return;
      republisher.publish(`${conversationId} ${identifier}`, subjects.conversation(conversationId), {
        kind: 'typing',
        conversation: conversationId,
        identifier,
        typing,
      });
    },
  };
}
