// Conversations as one of their members sees them.
import type {
  Conversation,
  Conversation_GroupSetting,
  Conversation_UserSetting,
  Input,
  Room,
  UserInfo,
} from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { isMuted } from '@amber/proto/muted';
import type { GatewayBase } from '../../db/gatewayBase.ts';

interface ConversationRow {
  id: string;
  type: Conversation['type'];
  name: string;
  avatar: string;
  status: Conversation['status'];
  epoch: number;
  /** Up to this position the history is the same as in the previous epoch. */
  epoch_after: number;
  last_seq: number;
  member_count: number;
  /** The space of a room; null in other conversations. */
  space: string | null;
  room_type: string;
  joined_seq: number;
  left_seq: number | null;
  read_seq: number;
  /**
   * The positions of the other person; set only in private chats, and only if neither person hides their read state.
   */
  peer_read_seq: number;
  peer_delivered_seq: number;
  hidden_seq: number | null;
  group_setting: Partial<Conversation_GroupSetting>;
  user_setting: Partial<Conversation_UserSetting>;
  other: Pick<UserInfo, 'identifier' | 'avatar' | 'lastName' | 'kind'> | null;
}

export type ConversationView = Omit<
  ConversationRow,
  'space' | 'room_type' | 'group_setting' | 'user_setting' | 'other'
> & {
  wire: Input<Conversation>;
};

/** Whether the conversation is neither left nor hidden since the last message. */
const isShown = ({ left_seq, hidden_seq, last_seq }: Pick<ConversationRow, 'left_seq' | 'hidden_seq' | 'last_seq'>) =>
  left_seq === null && (hidden_seq === null || last_seq > hidden_seq);

/** A mute that has ended is stored until the next change, and is shown to no device, because older builds know no ends. */
const currentSetting = (stored: Partial<Conversation_UserSetting>, now: number): Partial<Conversation_UserSetting> =>
  stored.noDisturb && !isMuted(stored, now) ? { ...stored, noDisturb: false, mutedUntil: 0 } : stored;

export function createConversations({ pool, clock }: Pick<GatewayBase, 'pool' | 'clock'>) {
  /**
   * The conversations among these that the person has left. The comparison is made here instead of in SQL, because a
   * device may name thousands of conversations that it was never in: sending those to the database costs more than
   * reading the few that were left.
   */
  async function leftAmong(identifier: string, among: string[]): Promise<string[]> {
    if (among.length === 0) return [];
    const { rows } = await pool.query<{ conversation: string }>(
      'select conversation from member where identifier = $1 and left_seq is not null',
      [identifier],
    );
    const left = new Set(rows.map(({ conversation }) => conversation));
    // `delete` answers true once, so that a conversation that is named many times is returned once.
    return among.filter((conversation) => left.delete(conversation));
  }

  /** This person's conversations, or only `only`; former ones are included when they are listed in `also`. */
  async function viewsFor(
    identifier: string,
    { also = [], only = null }: { also?: string[]; only?: string | null } = {},
  ): Promise<ConversationView[]> {
    const { rows } = await pool.query<ConversationRow>(
      `select c.id, c.type, c.name, c.avatar, c.status, c.epoch, c.epoch_after, c.last_seq, c.member_count, c.group_setting, c.space, c.room_type,
         m.joined_seq, m.left_seq, m.read_seq, m.hidden_seq, m.user_setting,
         case when shares_read_state then o.read_seq else 0 end as peer_read_seq,
         case when shares_read_state then coalesce(
           (select max(d.seq) from device_cursor d where d.conversation = c.id and d.identifier = o.identifier), 0
         ) else 0 end as peer_delivered_seq,
         case when o.identifier is not null
           then json_build_object('identifier', o.identifier, 'avatar', o.avatar, 'lastName', o.last_name, 'kind', o.kind) end as other
       from member m join conversation c on c.id = m.conversation join person me on me.identifier = m.identifier
       left join lateral (
         select p.identifier, p.avatar, p.last_name, p.kind, p.hide_read_state, om.read_seq
         from member om join person p on p.identifier = om.identifier
         where c.type in ('private', 'robot') and om.conversation = c.id order by om.identifier = $1 limit 1
       ) o on true
       cross join lateral (select c.type = 'private' and o.identifier <> $1 and not o.hide_read_state and not me.hide_read_state as shares_read_state) t
       where m.identifier = $1 and (m.left_seq is null or c.id = any($2)) and ($3::text is null or c.id = $3)
       order by c.created_at, c.id`,
      [identifier, await leftAmong(identifier, also), only],
    );
    return rows.map(({ group_setting, user_setting, other, space, room_type, ...row }) => ({
      ...row,
      wire: {
        conversionId: row.id,
        type: row.type,
        ...(row.type === 'robot' && { chatTag: 'bot' }),
        // A former member gets no current name and picture.
        name: row.left_seq === null ? row.name : '',
        avatar: row.left_seq === null ? row.avatar : '',
        status: isShown(row) ? row.status : 'delete',
        ...(row.type === 'group' && { groupSetting: group_setting }),
        ...(space !== null && { spaceId: space, roomType: room_type }),
        userSetting: currentSetting(user_setting, clock()),
        userInfo: other ? [other] : [],
      },
    }));
  }

  /** The rooms of a space that this person is in, oldest first. */
  async function roomsOf(identifier: string, space: string): Promise<Input<Room>[]> {
    const { rows } = await pool.query<Input<Room>>(
      `select c.room_type as "roomType", c.space as "spaceId", c.id as "conversionId", c.name, c.group_setting as "groupSetting"
       from conversation c join member m on m.conversation = c.id
       where c.space = $2 and c.status = 'normal' and m.identifier = $1 and m.left_seq is null
       order by c.created_at, c.id`,
      [identifier, space],
    );
    return rows;
  }

  return {
    viewsFor,
    roomsOf,
    /** One conversation as this member sees it. @throws Fault NO_AUTH for anyone else. */
    async get(identifier: string, conversation: string): Promise<ConversationView> {
      const [row] = await viewsFor(identifier, { only: conversation });
      if (!row) throw new Fault('NO_AUTH');
      return row;
    },
  };
}
