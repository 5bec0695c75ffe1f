// The database's tables as Kysely sees them. Times are milliseconds.
import type {
  AiBotInfo_Audience,
  AiBotInfo_Humans,
  AiBotInfo_WritesFirst,
  AiBotInfo_Type,
  Blog_Visibility,
  BlogNews_Kind,
  Campaign_Prize,
  Campaign_State,
  Campaign_Way,
  CampaignTask_Kind,
  ContactApply_Status,
  ContactLimit_Who,
  Conversation_GroupSetting,
  Conversation_Status,
  Conversation_Type,
  Conversation_UserSetting,
  JoinApply_Status,
  PersonalCall_Outcome,
  PersonalCall_State,
  Place,
  SharedPackage,
  PushChoices,
  Unencrypted,
  UserInfo_Kind,
} from '@amber/proto';
import type { AnswerState } from '@amber/proto/bodies';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface Tables {
  setting: { name: string; value: string };
  /** Work that one gateway does at a time, and the gateways that are running: see db/leases.ts. */
  lease: {
    name: string;
    /** Counts the claims, so that a gateway that lost the lease cannot end the work of its successor. */
    claim: Generated<number>;
    /** Until when a gateway has it, in the database's time; null while nobody has it. */
    leased_until: Date | null;
    due_at: Date;
  };
  /** Counts of rate limits per minute, for all gateways: see db/sharedCounts.ts. */
  shared_count: { minute: number; limit_name: string; key: string; count: number };
  /** Written by triggers: see messages/push/changeLog.ts. */
  live_change: { tx: string; kind: string; id: string; conversation: string | null };
  gateway_node: { node: string; alive_until: Date };
  /** Open sockets of all gateways: see db/sharedSockets.ts. */
  open_socket: {
    node: string;
    id: number;
    narrow: string;
    wide: string | null;
    /** Null until the socket registers. */
    account: string | null;
    since: Date;
    is_excess: Generated<boolean>;
  };
  /** Operators who opened the link of the first start. */
  operator: { identifier: string; created_at: number };
  /** The digest of the token of that link; at most one. */
  operator_link: { hash: Buffer; expires_at: number };
  /** Operators' sign-up codes, each for one newcomer. */
  sign_up_code: {
    code: string;
    note: string;
    created_at: number;
    used_at: number | null;
    /** The messages with sign-in codes that were sent for it. */
    messages: Generated<number>;
  };
  person: {
    identifier: string;
    phone: string | null;
    /** The wallet's address, in lower case. */
    wallet: Generated<string | null>;
    avatar: Generated<string>;
    last_name: Generated<string>;
    bio: Generated<string>;
    created_at: number;
    hide_read_state: Generated<boolean>;
    /** This person's last notice. */
    notice_seq: Generated<number>;
    unencrypted: Generated<Unencrypted>;
    /** When the account was deleted: the row stays for the messages that refer to it. */
    deleted_at: Generated<number | null>;
    /**
     * Whether the account is deleted and other people's data may still contain its name: see account/deletedNames.ts.
     */
    names_left: Generated<boolean>;
    /** When the account will be deleted, if its person has requested that. */
    deletes_at: Generated<number | null>;
    /** Who may send contact requests. */
    apply_limit: Generated<ContactLimit_Who>;
    /** Who may write private messages. */
    message_limit: Generated<ContactLimit_Who>;
    /** This person's number of moments for everyone; maintained by triggers. */
    blog_count: Generated<number>;
    kind: Generated<UserInfo_Kind>;
    /** Whether people can find this person by name. */
    findable: Generated<boolean>;
    /** The first visit on a later day than the one of the sign-up. */
    returned_at: Generated<number | null>;
  };
  /** Accounts whose number is not in E.164 form; `same_as`: the account that has the number in this form. */
  phone_review: { identifier: string; same_as: string | null };
  device: {
    identifier: string;
    device: string;
    /** Its description of itself. */
    name: string;
    /** The name that its owner gave it; empty: none. */
    given_name: Generated<string>;
    system: string;
    created_at: number;
    seen_at: number;
    /** The last notice stored on the device. */
    notice_seq: Generated<number>;
    /** Whether an approved device has approved it, or it is the first. */
    approved: Generated<boolean>;
    /** When it claimed to be the account's first device. */
    claimed_at: Generated<number | null>;
    /** The address of its sign-in, until it is approved. */
    address: Generated<string>;
  };
  /** A device's web push subscription, which ends with the session. */
  push_subscription: {
    identifier: string;
    device: string;
    family: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    choices: ColumnType<PushChoices, string, string>;
    created_at: number;
  };
  /** A device's pending notifications, one row per conversation. */
  push_job: {
    identifier: string;
    device: string;
    conversation: string;
    /** When the job is due; null when there is nothing to do. */
    due_at: number | null;
    /** Counts the triggers of the job, so that one that arrives while a push is sent is not lost. */
    asked: Generated<number>;
    tries: Generated<number>;
    /** The last message that the device was notified of, and the last whose notification was closed. */
    told_seq: Generated<number>;
    closed_seq: Generated<number>;
    /** Counts the claims of the job, so that a gateway that lost it cannot complete it. */
    claim: Generated<number>;
    /** Until when a gateway has the job, in the database's time; null while nobody has it. */
    leased_until: Generated<Date | null>;
  };
  /** An invitation code. */
  invite: { code: string; identifier: string; uses_left: number; created_at: number };
  /** The inviter of each invited account. */
  invited: { identifier: string; inviter: string; invited_at: number };
  /** A person's QR code; one each. */
  qrcode: { identifier: string; code: string };
  favorite: { identifier: string; conversation: string; seq: number; place: Generated<number>; added_at: number };
  /** A device's public keys. */
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
    /** Whether the device was notified that few one-time keys are left, and has uploaded none since. */
    low_told: Generated<boolean>;
    created_at: number;
    updated_at: number;
  };
  /** The highest one-time key id of an identity key: only keys above it are new. */
  one_time_key_ids: { identifier: string; device: string; identity_key: Buffer; highest: number };
  /** A one-time key that has not been handed out yet. */
  one_time_key: { identifier: string; device: string; id: number; public: Buffer };
  family: {
    id: string;
    identifier: string;
    device: string;
    generation: number;
    rotated_at: number;
    revoked_at: number | null;
    /** Whether the device was signed out from another one. */
    removed: Generated<boolean>;
  };
  sms_code: { phone: string; device: string; mac: Buffer; tries: number; expires_at: number };
  /** The phone is a keyed hash of the number. */
  sms_quota: { phone_key: Buffer; who: string; sent_at: number[] };
  sms_proved: { phone: string; who: string; proved_at: number };
  /**
   * Names used or reserved for uploads; the owner is null once the account is deleted.
   * `released_at`: since when nobody holds it; also null for files of accounts deleted before holds existed.
   */
  upload: {
    key: string;
    owner: string | null;
    created_at: number;
    released_at: ColumnType<number | null, never, number | null>;
  };
  file_hold: { key: string; identifier: string };
  /** An upload to the bucket, in progress or finished: see files/ownStore/bucket.ts. */
  bucket_upload: {
    id: string;
    key: string;
    /** When it last received data. */
    touched_at: number;
    /** When it became the object of this key; null while it is in progress. */
    finished_at: ColumnType<number | null, never, number>;
    /** Of the object, as is `etag`; null while it is in progress. */
    size: ColumnType<number | null, never, number>;
    etag: ColumnType<string | null, never, string>;
  };
  /** An object of the bucket: a part of an upload. */
  bucket_part: {
    /** Its name in the bucket. */
    name: string;
    upload: string | null;
    number: number;
    size: number;
    /** Null while it is being written. */
    md5: ColumnType<string | null, never, string>;
    /** `discarded`: the sweep will remove it from the bucket. */
    state: 'writing' | 'stored' | 'discarded';
    changed_at: number;
  };
  upload_day: { identifier: string; day: number; bytes: number; pictures: Generated<number> };
  /** `uses`: how many fields hold its path; maintained by triggers. `stored`: all sizes are in the file store. */
  picture: {
    digest: string;
    created_at: number;
    stored: Generated<boolean>;
    uses: Generated<number>;
    unused_since: ColumnType<number | null, number, number | null>;
  };
  picture_upload: { digest: string; identifier: string; uploaded_at: number };
  /** The use of each budget since the start of the hour. */
  spending: { what: string; since: number; count: number };
  /** Calls between two people; their times are the database's. Rows of calls that have ended stay for a day. */
  personal_call: {
    id: string;
    conversation: string;
    caller: string;
    callee: string;
    caller_device: string;
    /** The device that has answered. */
    callee_device: string | null;
    state: PersonalCall_State;
    outcome: Generated<PersonalCall_Outcome>;
    started_at: number;
    answered_at: number | null;
    ended_at: number | null;
    /** The leases of both sides; until it is answered, the callee's is the time until which it rings. */
    caller_until: number;
    callee_until: number;
    /** The earlier one of both. */
    ends_at: GeneratedAlways<number>;
  };
  wallet_nonce: { nonce: string; wallet: string; device: string; issued_at: number };
  conversation: {
    id: string;
    type: Conversation_Type;
    /** Both identifiers of a private chat, so that there is one per pair. */
    pair: string | null;
    owner: string;
    name: Generated<string>;
    /** Groups only: the path of a public picture, or ''. */
    avatar: Generated<string>;
    status: Generated<Conversation_Status>;
    epoch: Generated<number>;
    /** Up to this seq the history is the same as in the previous epoch; see backup/newEpoch.ts. */
    epoch_after: Generated<number>;
    last_seq: Generated<number>;
    /** The number of members; maintained by the database. */
    member_count: Generated<number>;
    /** Counts membership changes. */
    members_version: Generated<number>;
    created_at: number;
    group_setting: ColumnType<Partial<Conversation_GroupSetting>, string | undefined, string>;
    /** The creator and request id of this group, so that there is one per request. */
    request: Generated<string | null>;
    /** Rooms only: the space, and the kind of room. */
    space: Generated<string | null>;
    room_type: Generated<string>;
    /** Rooms only: new members of the space see messages after this seq. */
    shown_after: Generated<number>;
  };
  member: {
    conversation: string;
    identifier: string;
    role: 'owner' | 'member';
    joined_seq: number;
    joined_at: number;
    /** A counter across all entries, so that new entries are found without a clock. */
    entry: Generated<number>;
    /** The last seq that a former member may see; null while a member. */
    left_seq: number | null;
    nickname: Generated<string>;
    /** The sort and search key of member pages; maintained by the database. */
    called: Generated<string>;
    user_setting: ColumnType<Partial<Conversation_UserSetting>, string, string>;
    read_seq: Generated<number>;
    /** The conversation is hidden from the list until a message comes after this seq. */
    hidden_seq: Generated<number | null>;
    /** Rooms only: whether somebody was invited individually, not only as a member of the space. */
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
    /** Whether the message is withdrawn; only its author gets the text. */
    withdrawn: Generated<boolean>;
    /** The system command, if it is one. */
    cmd_id: Generated<string>;
    /** The message that the command targets. */
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
  /** One person's entry for another: whether a contact, and the name. Contacts are mutual. */
  contact: {
    identifier: string;
    other: string;
    is_contact: Generated<boolean>;
    remark: Generated<string>;
    /** When this entry, or a block, last changed. */
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
  /** Events that are not messages, stored until all devices have them or they expire. */
  notice: {
    identifier: string;
    seq: number;
    /** The encoded Notify. */
    notify: Buffer;
    /** The device that caused it and does not get it. */
    except_device: string | null;
    /** The only device that gets it. */
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
    /** Whether the owner approves new members. */
    by_approval: Generated<boolean>;
    sort_time: number;
    /** The creator and request id of this space, so that there is one per request. */
    request: Generated<string | null>;
    /** The number of members; maintained by a trigger. */
    member_count: Generated<number>;
  };
  /** The number of public spaces of each classification; maintained by a trigger. */
  space_classification: { name: string; spaces: number };
  /** The code in a link to a space. */
  invitation: { code: string; space: string; inviter: string; created_at: number; expires_at: number };
  /** Requests to join a space; deleted once accepted. */
  join_apply: {
    space: string;
    identifier: string;
    message: string;
    status: Exclude<JoinApply_Status, 'expired'>;
    applied_at: number;
    updated_at: number;
  };
  /** People who were removed from a space or group, and not admitted again since. */
  removed: { place: string; identifier: string; removed_at: number };
  space_member: { space: string; identifier: string; joined_at: Generated<number> };
  /** A bot's details; its id is the identifier of its row in `person`. */
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
    opening: Generated<string>;
    audience: Generated<AiBotInfo_Audience>;
    /** The model; empty for the provider's first one. */
    model: Generated<string>;
    /** The owner's description of the bot, which the model gets. */
    about: Generated<string>;
    /** The creator and request id, so that there is one per request. */
    request: Generated<string | null>;
    removed_at: Generated<number | null>;
    /** Which humans may answer in its place. */
    humans: Generated<AiBotInfo_Humans>;
    writes_first: Generated<AiBotInfo_WritesFirst>;
    /** Minutes after midnight in its time zone. */
    quiet_from: Generated<number>;
    quiet_to: Generated<number>;
    time_zone: Generated<string>;
    /** When it last wrote unprompted; 0: never. */
    wrote_at: Generated<number>;
    /** A voice of the server, or the id of a `cloned_voice`; empty: the default voice. */
    voice: Generated<string>;
  };
  /** A person's recording of a sentence, from which a voice can be cloned. */
  voice_recording: {
    owner: string;
    text_id: string;
    language: string;
    /** The host of the service for which it was made: a consent covers no other one. */
    service: string;
    /** 16-bit samples of 16 kHz, little endian. */
    pcm: Buffer;
    /** In milliseconds. */
    duration: number;
    created_at: number;
  };
  /** A voice that a service has made from its owner's recordings. */
  cloned_voice: {
    id: string;
    owner: string;
    name: string;
    language: string;
    /** The host of the service that has it. */
    service: string;
    /** The service's ids of the voice and of the consent. */
    voice: string;
    consent: string;
    /** The creator and request id, so that there is one per request. */
    request: string;
    created_at: number;
  };
  /** A voice that still has to be deleted at its service; it says nothing about its owner. */
  voice_removal: {
    service: string;
    voice: string;
    consent: string;
    attempts: Generated<number>;
    next_at: Generated<number>;
  };
  /** A request for a human instead of a bot; open until `ended_at`, at most one per chat. */
  ai_service: {
    id: Generated<number>;
    conversation: string;
    bot: string;
    person: string;
    asked_at: number;
    /** The agent who took it; null while the person waits. */
    agent: string | null;
    taken_at: number | null;
    /** When the agent was last connected. */
    seen_at: number | null;
    ended_at: number | null;
  };
  /** Agents' notes for each other on a chat. */
  ai_note: { id: string; conversation: string; author: string; text: string; created_at: number };
  /** A question to a bot, and its answer. */
  ai_turn: {
    conversation: string;
    /** Message ids of the question and the answer. */
    question: string;
    answer: string;
    bot: string;
    asker: string;
    /** The answer's seq; null before its first text. */
    seq: Generated<number | null>;
    round: Generated<number>;
    state: AnswerState;
    /** When it was last worked on; a turn that is not touched for a while was interrupted. */
    touched_at: number;
  };
  /** Days are counted from 1970, UTC. */
  ai_use: { identifier: string; day: number; answers: number };
  /** Requested previews of bots, for a day. */
  ai_preview: { identifier: string; id: string; requested_at: Generated<Date> };
  /** Characters that were spoken for an account on one day. */
  voice_use: { identifier: string; day: number; characters: number };
  /** A bot's memory of a person, and the message that it comes from. */
  ai_memory: {
    id: string;
    bot: string;
    person: string;
    text: string;
    conversation: Generated<string>;
    message: Generated<string>;
    created_at: number;
  };
  /** People who have switched off a bot's memory. */
  ai_forgets: { bot: string; person: string };
  blog: {
    id: string;
    author: string;
    text: string;
    posted_at: number;
    visibility: Generated<Blog_Visibility>;
    /** Only for the visibility `space`: the space whose members may read it. */
    space: Generated<string | null>;
    edited_at: Generated<number | null>;
    /** Maintained by triggers, as is `comments`. */
    likes: Generated<number>;
    comments: Generated<number>;
  };
  /** Ordered by `place`. Triggers count the rows as uses of a public picture. */
  blog_picture: { blog: string; place: number; path: string; alt: string; width: number; height: number };
  blog_like: { blog: string; identifier: string };
  /** A comment; its answers follow it in one thread, which has its id. */
  blog_comment: {
    id: string;
    blog: string;
    author: string;
    text: string;
    posted_at: number;
    /** The comment that begins the thread; for that comment, its own id. With its time, the sort key of pages. */
    thread: string;
    thread_at: number;
    /** The comment that this one answers. */
    answers: string | null;
  };
  follow: { identifier: string; followed: string; since: number };
  /** Authors whom a person has hidden from their feeds. */
  hidden_author: { identifier: string; author: string };
  /** Other people's actions on a person's moments. `about`: the moment; empty for a follow. */
  blog_news: {
    identifier: string;
    kind: BlogNews_Kind;
    about: string;
    actor: string;
    /** The moment again, as a reference. */
    blog: string | null;
    at: number;
  };
  /** A person's notification settings; without a row everything is on. */
  blog_news_setting: {
    identifier: string;
    likes: Generated<boolean>;
    comments: Generated<boolean>;
    follows: Generated<boolean>;
    /** The person has seen notifications up to this time. */
    seen_at: Generated<number>;
  };
  campaign: {
    id: string;
    title: string;
    banner: string;
    reward: string;
    rules: string;
    begins_at: number;
    ends_at: number;
    participants: Generated<number>;
    state: Generated<Campaign_State>;
    way: Generated<Campaign_Way>;
    prize: Generated<Campaign_Prize>;
    prizes: Generated<number>;
    /** The number of prizes with a winner, and of people who have claimed; changed under the row's lock. */
    given: Generated<number>;
    claims: Generated<number>;
    /** The seed of a draw; secret until the draw. */
    seed: Generated<string>;
    drawn_at: Generated<number | null>;
    corrections: ColumnType<{ time: number; text: string }[], never, never>;
  };
  campaign_participant: {
    campaign: string;
    identifier: string;
    joined_at: Generated<number>;
    /** The network address of the join; cleared after a while. */
    network: Generated<string>;
    /** When this person was notified that all tasks are done. */
    ready_at: number | null;
  };
  campaign_task: {
    campaign: string;
    no: number;
    kind: CampaignTask_Kind;
    target: string;
    count: number;
    from_start: boolean;
    /** Tasks in a room: up to this seq its authors are in `campaign_said`. */
    read_seq: Generated<number>;
  };
  /** The authors in the room of a task, with their last seq. */
  campaign_said: { campaign: string; task: number; identifier: string; seq: number };
  campaign_code: { campaign: string; place: number; code: string };
  /** The keys reveal that another account used the same wallet or phone; they outlive an account. */
  campaign_claim: {
    campaign: string;
    identifier: string;
    claimed_at: number;
    ticket: string | null;
    place: number | null;
    wallet: string | null;
    wallet_key: Buffer | null;
    phone_key: Buffer | null;
    network: Generated<string>;
  };
  /** Claims that were rejected because `other` had claimed with the same wallet or phone. */
  campaign_refusal: {
    campaign: string;
    identifier: string;
    kind: 'wallet' | 'phone';
    other: string;
    refused_at: number;
  };
  /** A table with a single row. */
  registry: { one: Generated<boolean>; revision: number };
  release: {
    remote: string;
    version: string;
    contract: string;
    owner: string;
    /** The entry's path below the release. */
    entry: string;
    files: ColumnType<{ path: string; integrity: string }[], string, string>;
    notes: string;
    /** Null for a release built before placements existed. */
    place: ColumnType<Place | null, string | null | undefined, string | null>;
    /** A local build found at a gateway's start; another build of that version may replace it. */
    seeded: boolean;
    published_at: number;
    /** When it last became stable; null when it never did. */
    stable_at: number | null;
    /** When it was last offered to a share of the users; null when it never was. */
    offered_at: ColumnType<number | null, number | null | undefined>;
    /** The number of accounts at the last comparison with stable as the candidate; 0: never. */
    judged: Generated<number>;
    /** The same for the comparison with its predecessor since it became stable. */
    watched: Generated<number>;
    /** The number of all accounts when its owner was last to be asked, because too few of them judge it. */
    asked: Generated<number>;
    /** Why the owner is asked to roll it back; empty: there is no reason. */
    doubt: Generated<string>;
    /** The number of accounts at the last comparison of its speed with that of stable; 0: never. */
    paced: Generated<number>;
    /** Why it is slower than stable; empty: it is not, as far as is known. */
    pace: Generated<string>;
    /** When the release was no longer offered; null while it is. */
    retired_at: number | null;
    /** Whether it was rolled back; then nobody gets it again. */
    withdrawn: Generated<boolean>;
    /** Whether its files are deleted. */
    dropped: Generated<boolean>;
    /** The versions of the host's packages that it was built against; empty for a release of an older build. */
    built_with: ColumnType<SharedPackage[], string | undefined, string>;
  };
  release_file: { remote: string; version: string; path: string; integrity: string; data: Buffer; uploaded_at: number };
  /** The source maps of scripts, by the script's path. They have a table of their own, so that nothing serves them. */
  release_map: { remote: string; version: string; path: string; data: Buffer; uploaded_at: number };
  /** The host's files of the builds that run on this database: see pages/hostFiles.ts. */
  host_file: { path: string; integrity: string; data: Buffer; used_at: number };
  /** Details of the registry for pages, keyed by content. */
  registry_file: {
    hash: string;
    name: string;
    content: string;
    /** The latest revision with this content. */
    revision: number;
    /** When another file replaced it; null while current. */
    replaced_at: ColumnType<number | null, number | null | undefined>;
  };
  offer: {
    remote: string;
    stable: string | null;
    candidate: string | null;
    share: number;
    /** The release for the share of the people who have joined the remote's beta. */
    beta: ColumnType<string | null, string | null | undefined>;
    beta_share: Generated<number>;
    /** Whether shares above a few percent need a second deploy token; null: see rollout/secondToken.ts. */
    requires_second: ColumnType<boolean | null, boolean | null | undefined>;
    /** Whether the checkout's build is offered although releases have been published. */
    follows_checkout: Generated<boolean>;
    /** Whether the remote is removed: nobody gets it, and no start offers the checkout's build of it. */
    removed: Generated<boolean>;
  };
  /** Ownership of path prefixes: see proto/src/pathRouting.ts. */
  word: { pattern: string; remote: string };
  /** The deploy tokens that have approved a release. */
  release_approval: { remote: string; version: string; token: string };
  /** Links that show a release to whoever opens them: see rollout/testers.ts. */
  tester_link: { id: string; hash: Buffer; remote: string; version: string; who: string; expires_at: number };
  /** What the browsers with such a link have reported. */
  tester_health: { remote: string; version: string; loads: number; failures: number };
  /** The people who have joined the beta of a remote. */
  beta_member: { identifier: string; remote: string };
  deploy_token: { name: string; remote: string; hash: Buffer; created_at: number };
  /** `kind` and `arguments` say the same as `what`; rows of builds before them have the defaults. */
  audit: {
    id: Generated<number>;
    time: number;
    who: string;
    remote: string;
    what: string;
    why: string;
    kind: ColumnType<string, string | undefined>;
    arguments: ColumnType<string[], string[] | undefined>;
  };
  remote_failure: {
    remote: string;
    version: string;
    minute: number;
    type: string;
    count: number;
    /** Whether the reports come from people without a session. */
    visitors: boolean;
  };
  /** Where releases crashed: see rollout/stacks.ts. */
  release_stack: { remote: string; version: string; frames: string; count: number; last_at: number };
  /** Which account had which release: a row per account, under a pseudonym. Each time is the last of its kind. */
  health_account: {
    remote: string;
    version: string;
    account: Buffer;
    loaded_at: number;
    ready_at: number | null;
    /** When it failed by the release's own fault. */
    failed_at: number | null;
    /** When it failed, perhaps by the network's fault. */
    lost_at: number | null;
    /** When it was last ready on a later visit, and how long that took, in the steps of rollout/speed.ts. */
    again_at: ColumnType<number | null, number | null | undefined>;
    again_step: ColumnType<number | null, number | null | undefined>;
    /** Whether its reports judge the release. */
    judged: boolean;
    /** The pseudonym of its network; null on this machine, and in old rows. */
    network: Buffer | null;
  };
  remote_health: {
    remote: string;
    version: string;
    minute: number;
    visitors: boolean;
    loads: number;
    errors: number;
    crashes: number;
    /** Histogram of ready times; see rollout/health.ts. */
    ready: number[];
  };
}
