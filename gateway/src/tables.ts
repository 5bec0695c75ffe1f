// The database's tables as Kysely sees them. Times are milliseconds.
import type { Conversation_Status, Conversation_Type, Conversation_UserSetting } from '@amber/proto';
import type { ColumnType, Generated } from 'kysely';

export interface Tables {
  setting: { name: string; value: string };
  person: {
    identifier: string;
    phone: string | null;
    avatar: Generated<string>;
    last_name: Generated<string>;
    created_at: number;
  };
  device: {
    identifier: string;
    device: string;
    name: string;
    system: string;
    created_at: number;
    seen_at: number;
  };
  family: {
    id: string;
    identifier: string;
    device: string;
    generation: number;
    rotated_at: number;
    revoked_at: number | null;
  };
  sms_code: { phone: string; device: string; mac: Buffer; tries: number; expires_at: number };
  sms_quota: { phone: string; sent_at: number[] };
  conversation: {
    id: string;
    type: Conversation_Type;
    /** The two identifiers of a private chat, so that there is one per pair. */
    pair: string | null;
    owner: string;
    name: Generated<string>;
    status: Generated<Conversation_Status>;
    epoch: Generated<number>;
    last_seq: Generated<number>;
    /** Counts the changes of membership. */
    members_version: Generated<number>;
    created_at: number;
  };
  member: {
    conversation: string;
    identifier: string;
    role: 'owner' | 'member';
    joined_seq: number;
    joined_at: number;
    /** The last place a former member could see; null while a member. */
    left_seq: number | null;
    nickname: Generated<string>;
    user_setting: ColumnType<Partial<Conversation_UserSetting>, string, string>;
    read_seq: Generated<number>;
  };
  message: {
    conversation: string;
    seq: number;
    id: string;
    sender: string;
    device: string;
    ts: number;
    sealed: boolean;
    body: Buffer | null;
  };
  device_copy: {
    identifier: string;
    device: string;
    conversation: string;
    seq: number;
    envelope: Buffer | null;
    acked_at: number | null;
    expires_at: number;
  };
  device_cursor: { identifier: string; device: string; conversation: string; seq: number };
  block: { identifier: string; blocked: string };
}
