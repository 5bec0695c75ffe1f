// The database's tables as Kysely sees them. Times are milliseconds.
import type {
  AiBotInfo_Type,
  ContactApply_Status,
  ContactLimit_Who,
  Conversation_GroupSetting,
  Conversation_Status,
  Conversation_Type,
  Conversation_UserSetting,
  JoinApply_Status,
  Place,
  Unencrypted,
} from '@amber/proto';
import type { ColumnType, Generated } from 'kysely';

export interface Tables {
  setting: { name: string; value: string };
  person: {
    identifier: string;
    phone: string | null;
    /** Its address, in small letters. */
    wallet: Generated<string | null>;
    avatar: Generated<string>;
    last_name: Generated<string>;
    bio: Generated<string>;
    created_at: number;
    hide_read_state: Generated<boolean>;
    /** The last of this person's notices. */
    notice_seq: Generated<number>;
    unencrypted: Generated<Unencrypted>;
    /** When the account was deleted: the row stays for the messages that refer to it. */
    deleted_at: Generated<number | null>;
    /** Who may ask to be a contact. */
    apply_limit: Generated<ContactLimit_Who>;
    /** Who may write in private. */
    message_limit: Generated<ContactLimit_Who>;
    /** How many moments this person has posted; kept by a trigger. */
    blog_count: Generated<number>;
  };
  device: {
    identifier: string;
    device: string;
    name: string;
    system: string;
    created_at: number;
    seen_at: number;
    /** The last notice that is stored there. */
    notice_seq: Generated<number>;
  };
  /** A code by which people come. */
  invite: { code: string; identifier: string; uses_left: number; created_at: number };
  /** Who came by whose invitation. */
  invited: { identifier: string; inviter: string; invited_at: number };
  /** A person's code to be scanned; one each. */
  qrcode: { identifier: string; code: string };
  favorite: { identifier: string; conversation: string; seq: number; place: Generated<number>; added_at: number };
  /** The public keys of a device. */
  device_keys: {
    identifier: string;
    device: string;
    registration_id: number;
    identity_key: Buffer;
    signed_id: number;
    signed_public: Buffer;
    signed_signature: Buffer;
    form: Generated<number>;
    form_signature: Generated<Buffer>;
    /** The device was told that few one-time keys are left, and has brought none since. */
    low_told: Generated<boolean>;
    created_at: number;
    updated_at: number;
  };
  /** The highest id that one-time keys of an identity have had: only keys above it are new. */
  one_time_key_ids: { identifier: string; device: string; identity_key: Buffer; highest: number };
  /** Not handed out yet. */
  one_time_key: { identifier: string; device: string; id: number; public: Buffer };
  family: {
    id: string;
    identifier: string;
    device: string;
    generation: number;
    rotated_at: number;
    revoked_at: number | null;
  };
  sms_code: { phone: string; device: string; mac: Buffer; tries: number; expires_at: number };
  sms_quota: { phone: string; who: string; sent_at: number[] };
  sms_proved: { phone: string; who: string; proved_at: number };
  /**
   * Names that files were uploaded under, or may be; the owner is null when there is no such account any more.
   * `released_at`: since when nobody holds it; null too for what has stayed from accounts that were deleted before holds.
   */
  upload: {
    key: string;
    owner: string | null;
    created_at: number;
    released_at: ColumnType<number | null, never, number | null>;
  };
  file_hold: { key: string; identifier: string };
  upload_day: { identifier: string; day: number; bytes: number };
  /** How much of what has been asked for since the beginning of its hour. */
  spending: { what: string; since: number; count: number };
  wallet_nonce: { nonce: string; wallet: string; device: string; issued_at: number };
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
    /** How many are in it; kept by the database. */
    member_count: Generated<number>;
    /** Counts the changes of membership. */
    members_version: Generated<number>;
    created_at: number;
    group_setting: ColumnType<Partial<Conversation_GroupSetting>, string | undefined, string>;
    /** Who asked for this group and how that request was called, so that there is one per request. */
    request: Generated<string | null>;
    /** Of a room: its space, and what kind of room it is. */
    space: Generated<string | null>;
    room_type: Generated<string>;
    /** Of a room: who comes to the space sees what lies after this place. */
    shown_after: Generated<number>;
  };
  member: {
    conversation: string;
    identifier: string;
    role: 'owner' | 'member';
    joined_seq: number;
    joined_at: number;
    /** Counts the entries of all, so that what is new is found by no clock. */
    entry: Generated<number>;
    /** The last place a former member could see; null while a member. */
    left_seq: number | null;
    nickname: Generated<string>;
    /** What pages of members are sorted and searched by; kept by the database. */
    called: Generated<string>;
    user_setting: ColumnType<Partial<Conversation_UserSetting>, string, string>;
    read_seq: Generated<number>;
    /** Not listed until something comes after this place. */
    hidden_seq: Generated<number | null>;
    /** Of a room: by name, not only because all of the space are in it. */
    invited: Generated<boolean>;
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
    anonymous: Generated<boolean>;
    /** Its text is its author's alone. */
    withdrawn: Generated<boolean>;
    /** The system command that it is, if it is one. */
    cmd_id: Generated<string>;
    /** The message that the command is about. */
    target: Generated<string | null>;
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
  /** What one person has of another: contact or not, by which name. A contact is one on both sides. */
  contact: {
    identifier: string;
    other: string;
    is_contact: Generated<boolean>;
    remark: Generated<string>;
    /** When this, or a block, last changed. */
    updated_at: number;
  };
  contact_apply: {
    from_identifier: string;
    to_identifier: string;
    message: string;
    status: Exclude<ContactApply_Status, 'expired'>;
    applied_at: number;
    updated_at: number;
  };
  /** What a person is told beside the messages, until all devices have it or it is too old. */
  notice: {
    identifier: string;
    seq: number;
    /** The Notify. */
    notify: Buffer;
    /** The device that has caused it. */
    except_device: string | null;
    /** The one device that it is for. */
    only_device: Generated<string | null>;
    created_at: number;
  };
  space: {
    id: string;
    name: string;
    intro: Generated<string>;
    owner: string;
    avatar: Generated<string>;
    banner: Generated<string>;
    social_media_links: Generated<string[]>;
    classification: Generated<string>;
    is_public: Generated<boolean>;
    /** The owner decides who comes in. */
    by_approval: Generated<boolean>;
    sort_time: number;
    /** Who asked for this space and how that request was called, so that there is one per request. */
    request: Generated<string | null>;
    /** How many are in it; kept by a trigger. */
    member_count: Generated<number>;
  };
  /** How many public spaces there are of each classification; kept by a trigger. */
  space_classification: { name: string; spaces: number };
  /** What a link into a space holds. */
  invitation: { code: string; space: string; inviter: string; created_at: number; expires_at: number };
  /** Who asks to come into a space; who was let in has none. */
  join_apply: {
    space: string;
    identifier: string;
    message: string;
    status: Exclude<JoinApply_Status, 'expired'>;
    applied_at: number;
    updated_at: number;
  };
  /** Who was removed from a space or a group, and has not been let in again since. */
  removed: { place: string; identifier: string; removed_at: number };
  space_member: { space: string; identifier: string; joined_at: Generated<number> };
  ai_bot: {
    id: string;
    owner: string;
    type: AiBotInfo_Type;
    name: string;
    name_en: string;
    avatar: string;
    image: string;
    characters: string[];
    updated_at: number;
  };
  blog: { id: string; author: string; text: string; posted_at: number };
  campaign: {
    id: string;
    title: string;
    banner: string;
    reward: string;
    rules: string;
    begins_at: number;
    ends_at: number;
    participants: Generated<number>;
  };
  campaign_participant: { campaign: string; identifier: string };
  /** One row. */
  registry: { one: Generated<boolean>; revision: number };
  release: {
    remote: string;
    version: string;
    contract: string;
    owner: string;
    /** Path below the release. */
    entry: string;
    files: ColumnType<{ path: string; integrity: string }[], string, string>;
    notes: string;
    /** Null: built before there were places. */
    place: ColumnType<Place | null, string | null | undefined, string | null>;
    /** A local build that a gateway found at its start; another build of that version may replace it. */
    seeded: boolean;
    published_at: number;
    /** When it last became what everybody gets; null when it never did. */
    stable_at: number | null;
    /** When it last began to go to a share of the people; null when it never did. */
    offered_at: ColumnType<number | null, number | null | undefined>;
    /** At how many accounts it was last compared with the stable release, while it was the candidate; 0: never. */
    judged: Generated<number>;
    /** The same with what went before, since everybody has it. */
    watched: Generated<number>;
    /** When it was no longer offered; null while it is. */
    retired_at: number | null;
    /** Rolled back: nobody is sent to it again. */
    withdrawn: Generated<boolean>;
    /** Its files are gone. */
    dropped: Generated<boolean>;
  };
  release_file: { remote: string; version: string; path: string; integrity: string; data: Buffer; uploaded_at: number };
  offer: {
    remote: string;
    stable: string | null;
    candidate: string | null;
    share: number;
    /** Whether the build of the gateway's checkout is offered although releases have been published. */
    follows_checkout: Generated<boolean>;
  };
  /** Whose the beginnings of paths are: see proto/src/places.ts. */
  word: { pattern: string; remote: string };
  deploy_token: { name: string; remote: string; hash: Buffer; created_at: number };
  audit: { id: Generated<number>; time: number; who: string; remote: string; what: string; why: string };
  remote_failure: {
    remote: string;
    version: string;
    minute: number;
    type: string;
    count: number;
    /** Told by people without a session. */
    visitors: boolean;
  };
  /** Who had which release: its row is the account's own, its name nobody's. Each time is the last of its kind. */
  health_account: {
    remote: string;
    version: string;
    account: Buffer;
    loaded_at: number;
    ready_at: number | null;
    /** By the release's own fault. */
    failed_at: number | null;
    /** By what may be the network's. */
    lost_at: number | null;
  };
  remote_health: {
    remote: string;
    version: string;
    minute: number;
    visitors: boolean;
    loads: number;
    errors: number;
    crashes: number;
    /** How many became ready in each step of time; see rollout/health.ts. */
    ready: number[];
  };
}
