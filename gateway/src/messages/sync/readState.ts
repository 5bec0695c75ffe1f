// The positions up to which a person has read and received: synced to their own devices, and to the other member of a
// private chat.
import { publishNotice, subjects } from '../../core/bus.ts';
import type { DeviceRef } from './storedRows.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

/**
 * The private chats in `moved` whose other member (`o`) may be notified, because neither hides their read state. $1 is
 * the reader.
 */
export const notifiablePeerSql = `
  moved join conversation c on c.id = moved.conversation and c.type = 'private'
  join member o on o.conversation = c.id and o.identifier <> $1
  join person p on p.identifier = o.identifier and not p.hide_read_state
  join person me on me.identifier = $1 and not me.hide_read_state`;

export function createReadState({ pool, bus }: Pick<GatewayBase, 'pool' | 'bus'>) {
  return {
    /**
     * Advances this member's read position, never back or past the end, and ends the mark 'unread' of the conversation.
     * Returns the new position, or null when it is unchanged.
     */
    async read({ identifier, device }: DeviceRef, conversationId: string, seq: number): Promise<number | null> {
      const { rows } = await pool.query<{ seq: number; advanced: boolean; unmarked: boolean; other: string | null }>(
        `with before as (
           select m.conversation, m.identifier, m.read_seq, least($3, c.last_seq) as target,
             coalesce((m.user_setting ->> 'markedUnread')::boolean, false) as marked
           from member m join conversation c on c.id = m.conversation
           where m.conversation = $2 and m.identifier = $1 for update of m
         ), changed as (
           update member m set read_seq = greatest(m.read_seq, b.target), user_setting = m.user_setting - 'markedUnread'
           from before b
           where m.conversation = b.conversation and m.identifier = b.identifier and (b.read_seq < b.target or b.marked)
           returning m.conversation, m.read_seq as seq, b.read_seq < b.target as advanced, b.marked as unmarked
         ), moved as (select conversation from changed where advanced)
         select seq, advanced, unmarked, (select o.identifier from ${notifiablePeerSql}) as other from changed`,
        [identifier, conversationId, seq],
      );
      const [found] = rows;
      if (found?.unmarked)
        publishNotice(
          bus,
          identifier,
          { type: 'conversationChanged', conversationId, identifier },
          { exceptDevice: device },
        );
      if (!found?.advanced) return null;
      const position = { conversationId, identifier, seq: found.seq };
      bus.publish(subjects.activity, { kind: 'seen', conversation: conversationId, identifier, device });
      publishNotice(bus, identifier, { type: 'read', ...position }, { exceptDevice: device });
      if (found.other !== null) publishNotice(bus, found.other, { type: 'peerRead', ...position });
      return found.seq;
    },
  };
}
