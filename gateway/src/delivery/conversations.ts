// Conversations as one of their people sees them.
import type { Conversation, Conversation_UserSetting, Input, UserInfo } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type pg from 'pg';

interface Found {
  id: string;
  type: Conversation['type'];
  name: string;
  status: Conversation['status'];
  epoch: number;
  last_seq: number;
  joined_seq: number;
  left_seq: number | null;
  read_seq: number;
  user_setting: Partial<Conversation_UserSetting>;
  other: Pick<UserInfo, 'identifier' | 'avatar' | 'lastName'> | null;
}

export type SeenConversation = Omit<Found, 'user_setting' | 'other'> & { wire: Input<Conversation> };

export type Conversations = ReturnType<typeof createConversations>;

export function createConversations({ pool }: { pool: pg.Pool }) {
  /** This person's conversations, or the one that is asked for; and those of `also` that were this person's once. */
  async function seenBy(identifier: string, { also = [], only = null }: { also?: string[]; only?: string | null } = {}): Promise<SeenConversation[]> {
    const { rows } = await pool.query<Found>(
      `select c.id, c.type, c.name, c.status, c.epoch, c.last_seq,
         m.joined_seq, m.left_seq, m.read_seq, m.user_setting,
         case when c.type = 'private' then (
           select json_build_object('identifier', p.identifier, 'avatar', p.avatar, 'lastName', p.last_name)
           from member o join person p on p.identifier = o.identifier
           where o.conversation = c.id and o.identifier <> $1
         ) end as other
       from member m join conversation c on c.id = m.conversation
       where m.identifier = $1 and (m.left_seq is null or c.id = any($2)) and ($3::text is null or c.id = $3)
       order by c.created_at, c.id`,
      [identifier, also, only],
    );
    return rows.map(({ user_setting, other, ...found }) => ({
      ...found,
      wire: {
        conversionId: found.id,
        type: found.type,
        name: found.name,
        status: found.left_seq === null ? found.status : 'delete',
        userSetting: user_setting,
        userInfo: other ? [other] : [],
      },
    }));
  }

  return {
    seenBy,
    /** One conversation as this member sees it. @throws Fault NO_AUTH for anybody else. */
    async one(identifier: string, conversation: string): Promise<SeenConversation> {
      const [found] = await seenBy(identifier, { only: conversation });
      if (!found) throw new Fault('NO_AUTH');
      return found;
    },
  };
}
