-- The schema of release 0.2.0, with which every database begins; the migrations in schema.ts change it. What the
-- columns mean is in tables.ts. Referenced tables come first, then functions with their triggers, then the first rows.

-- Lower case in any alphabet. The database's own collation may only know ASCII (ours is C), so this uses the best one
-- available: PostgreSQL's own from 17 on, ICU's, the system's.
do $$
declare
  best text;
begin
  select quote_ident(c.name) into best from unnest(array['pg_c_utf8', 'und-x-icu', 'C.utf8']) with ordinality as c (name, place)
    join pg_collation on collname = c.name and collencoding in (-1, 6) order by place limit 1;
  execute format(
    'create function folded(name text) returns text language sql immutable strict parallel safe return lower(name collate %s)', coalesce(best, '"default"')
  );
end $$;

-- All suffixes of a name, so that a prefix match finds a substring: with an ordinary index, in every language, and the
-- first 20 of a million as fast as of a hundred. `rank` 0: the whole name; 1: from the start of a word; 2: from
-- anywhere else.
create function name_parts(name text) returns table(rank smallint, part text) language sql immutable as $$
  select (case when i = 1 then 0 when substr(f, i - 1, 1) ~ '[[:space:][:punct:]]' then 1 else 2 end)::smallint, substr(f, i)
  from (select left(folded(name), 64) as f) n cross join lateral generate_series(1, length(f)) i
  where substr(f, i, 1) <> ' '
$$;

create function member_called(nickname text, last_name text) returns text language sql immutable parallel safe as $$
  select left(folded(case when nickname = '' then last_name when nickname = last_name then nickname else nickname || ' ' || last_name end), 100)
$$;

create function picture_digest(path text) returns text language sql immutable parallel safe as $_$
  select substring(path from '^/chat/pictures/([0-9a-f]{64})/1024\.webp$')
$_$;

create sequence member_entry;

create table person (
  identifier text primary key,
  phone text unique,
  avatar text not null default '',
  last_name text not null default '',
  created_at bigint not null,
  hide_read_state boolean not null default false,
  notice_seq bigint not null default 0,
  wallet text unique,
  unencrypted text not null default 'unset',
  apply_limit text not null default 'everybody',
  message_limit text not null default 'everybody',
  deleted_at bigint,
  bio text not null default '',
  blog_count integer not null default 0,
  kind text not null default 'person',
  findable boolean not null default true,
  names_left boolean not null default false,
  deletes_at bigint,
  returned_at bigint
);
create index person_deletes_at on person (deletes_at) where (deletes_at is not null);
create index person_names_left on person (deleted_at) where names_left;

create table ai_bot (
  id text primary key references person,
  owner text not null references person,
  type text not null,
  name text not null,
  name_en text not null,
  avatar text not null default '',
  image text not null default '',
  characters text[] not null default '{}'::text[],
  updated_at bigint not null,
  opening text not null default '',
  audience text not null default 'owner',
  model text not null default '',
  about text not null default '',
  request text unique,
  removed_at bigint,
  humans text not null default 'none',
  writes_first text not null default 'never',
  quiet_from integer not null default 0,
  quiet_to integer not null default 0,
  time_zone text not null default 'UTC',
  wrote_at bigint not null default 0,
  voice text not null default ''
);
create index ai_bot_of_owner on ai_bot (owner, updated_at);
create index ai_bot_voice on ai_bot (owner) where (voice <> '');
create index ai_bot_writing on ai_bot (wrote_at) where (writes_first <> 'never');

create table ai_forgets (
  bot text references person,
  person text references person,
  primary key (bot, person)
);

create table ai_memory (
  id text primary key,
  bot text not null references person,
  person text not null references person,
  text text not null,
  conversation text not null default '',
  message text not null default '',
  created_at bigint not null
);
create index ai_memory_of on ai_memory (bot, person, created_at);
create index ai_memory_of_person on ai_memory (person);

create table conversation (
  id text primary key,
  type text not null,
  pair text unique,
  owner text not null,
  name text not null default '',
  status text not null default 'normal',
  epoch bigint not null default 1,
  last_seq bigint not null default 0,
  members_version bigint not null default 1,
  created_at bigint not null,
  group_setting jsonb not null default '{}'::jsonb,
  request text unique,
  space text,
  room_type text not null default '',
  shown_after bigint not null default 0,
  member_count integer not null default 0,
  epoch_after bigint not null default 0,
  avatar text not null default ''
);
create index room_of_space on conversation (space, created_at, id) where (space is not null);

create table ai_note (
  id text primary key,
  conversation text not null references conversation,
  author text not null references person,
  text text not null,
  created_at bigint not null
);
create index ai_note_of on ai_note (conversation, created_at);
create index ai_note_of_author on ai_note (author);

create unlogged table ai_preview (
  identifier text,
  id text,
  requested_at timestamptz not null default now(),
  primary key (identifier, id)
);

create table ai_service (
  id bigint generated always as identity primary key,
  conversation text not null references conversation,
  bot text not null references person,
  person text not null references person,
  asked_at bigint not null,
  agent text references person,
  taken_at bigint,
  seen_at bigint,
  ended_at bigint
);
create index ai_service_by_asking on ai_service (asked_at) where (ended_at is null);
create index ai_service_by_taking on ai_service (taken_at) where (taken_at is not null);
create index ai_service_of_agent on ai_service (agent) where (agent is not null);
create index ai_service_of_bot on ai_service (bot);
create index ai_service_of_person on ai_service (person);
create unique index ai_service_open on ai_service (conversation) where (ended_at is null);

create table ai_turn (
  conversation text references conversation,
  question text,
  answer text not null,
  bot text not null references person,
  asker text not null references person,
  seq bigint,
  round integer not null default 0,
  state text not null,
  touched_at bigint not null,
  primary key (conversation, question)
);
create unique index ai_turn_of_answer on ai_turn (conversation, answer);
create index ai_turn_of_asker on ai_turn (asker);
create index ai_turn_running on ai_turn (touched_at) where (state = 'writing');

create table ai_use (
  identifier text references person,
  day bigint,
  answers integer not null,
  primary key (identifier, day)
);

create table audit (
  id bigint generated always as identity primary key,
  "time" bigint not null,
  who text not null,
  remote text not null,
  what text not null,
  why text not null
);
create index audit_of_remote on audit (remote, id);

create table block (
  identifier text references person,
  blocked text references person,
  primary key (identifier, blocked)
);

create table space (
  id text primary key,
  name text not null,
  intro text not null default '',
  owner text not null,
  avatar text not null default '',
  banner text not null default '',
  social_media_links text[] not null default '{}'::text[],
  classification text not null default '',
  is_public boolean not null default true,
  sort_time bigint not null,
  request text unique,
  member_count integer not null default 0,
  by_approval boolean not null default false
);
create index largest_public_space on space (member_count desc, id) where is_public;
create index public_space_by_time on space (sort_time desc, id) where is_public;
create index public_space_of_classification on space (classification, sort_time desc, id) where is_public;

create table blog (
  id text primary key,
  author text not null references person,
  text text not null,
  posted_at bigint not null,
  visibility text not null default 'everyone',
  space text references space on delete cascade,
  edited_at bigint,
  likes integer not null default 0,
  comments integer not null default 0
);
create index blog_for_contacts on blog (author, posted_at desc, id) where (visibility = 'contacts');
create index blog_for_everyone on blog (posted_at desc, id) where (visibility = 'everyone');
create index blog_for_others on blog (author, posted_at desc, id) where (visibility <> 'me');
create index blog_in_space on blog (space, posted_at desc, id) where (space is not null);
create index blog_of_author on blog (author, posted_at desc, id);

create table blog_comment (
  id text primary key,
  blog text not null references blog on delete cascade,
  author text not null references person,
  text text not null,
  posted_at bigint not null,
  thread text not null references blog_comment on delete cascade,
  thread_at bigint not null,
  answers text references blog_comment on delete cascade
);
create index blog_comment_answering on blog_comment (answers);
create index blog_comment_by_thread on blog_comment (blog, thread_at, thread, posted_at, id);
create index blog_comment_in_thread on blog_comment (thread);
create index blog_comment_of on blog_comment (author);

create table blog_like (
  blog text references blog on delete cascade,
  identifier text references person,
  primary key (blog, identifier)
);
create index blog_like_of on blog_like (identifier);

create table blog_news (
  identifier text references person,
  kind text,
  about text,
  actor text references person,
  blog text references blog on delete cascade,
  at bigint not null,
  primary key (identifier, kind, about, actor)
);
create index blog_news_about on blog_news (blog);
create index blog_news_by on blog_news (actor);
create index blog_news_latest on blog_news (identifier, at desc);

create table blog_news_setting (
  identifier text primary key references person,
  likes boolean not null default true,
  comments boolean not null default true,
  follows boolean not null default true,
  seen_at bigint not null default 0
);

create table blog_picture (
  blog text references blog on delete cascade,
  place smallint,
  path text not null,
  alt text not null,
  width integer not null,
  height integer not null,
  primary key (blog, place)
);

create table bucket_upload (
  id text primary key,
  key text not null,
  touched_at bigint not null,
  finished_at bigint,
  size bigint,
  etag text,
  check (((finished_at is null) = (size is null)) and ((finished_at is null) = (etag is null)))
);
create unique index bucket_upload_finished on bucket_upload (key) where (finished_at is not null);
create index bucket_upload_of on bucket_upload (key);
create index bucket_upload_touched on bucket_upload (touched_at) where (finished_at is null);

create table bucket_part (
  name text primary key,
  upload text references bucket_upload,
  number integer not null,
  size bigint not null,
  md5 text,
  state text not null check (state = any (array['writing', 'stored', 'discarded'])),
  changed_at bigint not null
);
create index bucket_part_changed on bucket_part (state, changed_at) where (state <> 'stored');
create index bucket_part_of on bucket_part (upload, number) where (upload is not null);

create table campaign (
  id text primary key,
  title text not null,
  banner text not null default '',
  reward text not null default '',
  rules text not null default '',
  begins_at bigint not null,
  ends_at bigint not null,
  participants integer not null default 0,
  state text not null default 'published',
  way text not null default 'firstCome',
  prize text not null default 'none',
  prizes integer not null default 0,
  given integer not null default 0,
  claims integer not null default 0,
  seed text not null default '',
  drawn_at bigint,
  corrections jsonb not null default '[]'::jsonb
);
create index campaign_by_end on campaign (ends_at desc, id);
create index campaign_by_start on campaign (begins_at desc, id);
create index campaign_to_draw on campaign (ends_at) where ((way = 'draw') and (state = 'published') and (drawn_at is null));

create table campaign_claim (
  campaign text references campaign on delete cascade,
  identifier text references person,
  claimed_at bigint not null,
  ticket text,
  place integer,
  wallet text,
  wallet_key bytea,
  phone_key bytea,
  network text not null default '',
  primary key (campaign, identifier)
);
create index campaign_claim_of on campaign_claim (identifier);
create unique index campaign_claim_phone on campaign_claim (campaign, phone_key) where (phone_key is not null);
create unique index campaign_claim_place on campaign_claim (campaign, place) where (place is not null);
create unique index campaign_claim_ticket on campaign_claim (campaign, ticket collate "C") where (ticket is not null);
create unique index campaign_claim_wallet on campaign_claim (campaign, wallet_key) where (wallet_key is not null);

create table campaign_code (
  campaign text references campaign on delete cascade,
  place integer,
  code text not null,
  unique (campaign, code),
  primary key (campaign, place)
);

create table campaign_participant (
  campaign text references campaign on delete cascade,
  identifier text references person,
  joined_at bigint not null default 0,
  network text not null default '',
  ready_at bigint,
  primary key (campaign, identifier)
);
create index campaign_network on campaign_participant (campaign) where (network <> '');
create index campaign_of_participant on campaign_participant (identifier);
create index campaign_unready on campaign_participant (identifier) where (ready_at is null);

create table campaign_refusal (
  campaign text references campaign on delete cascade,
  identifier text references person,
  kind text,
  other text not null references person,
  refused_at bigint not null,
  primary key (campaign, identifier, kind)
);
create index campaign_refusal_of on campaign_refusal (identifier);
create index campaign_refusal_other on campaign_refusal (other);

create table campaign_task (
  campaign text references campaign on delete cascade,
  no integer,
  kind text not null,
  target text not null,
  count integer not null,
  from_start boolean not null,
  read_seq bigint not null default 0,
  primary key (campaign, no)
);

create table campaign_said (
  campaign text,
  task integer,
  identifier text references person,
  seq bigint not null,
  primary key (campaign, task, identifier),
  foreign key (campaign, task) references campaign_task on delete cascade
);
create index campaign_said_by on campaign_said (identifier);

create table cloned_voice (
  id text primary key,
  owner text not null,
  name text not null,
  language text not null,
  service text not null,
  voice text not null,
  consent text not null,
  request text not null unique,
  created_at bigint not null
);
create index cloned_voice_owner on cloned_voice (owner);

create table contact (
  identifier text references person,
  other text references person,
  is_contact boolean not null default false,
  remark text not null default '',
  updated_at bigint not null,
  primary key (identifier, other)
);
create index contact_by_time on contact (identifier, updated_at);
create index contact_of_other on contact (other);

create table contact_apply (
  from_identifier text references person,
  to_identifier text references person,
  message text not null,
  status text not null,
  applied_at bigint not null,
  updated_at bigint not null,
  primary key (from_identifier, to_identifier)
);
create index contact_apply_from on contact_apply (from_identifier, updated_at);
create index contact_apply_to on contact_apply (to_identifier, updated_at);

create table deploy_token (
  name text primary key,
  remote text not null,
  hash bytea not null,
  created_at bigint not null
);

create table device (
  identifier text references person,
  device text,
  name text not null,
  system text not null,
  created_at bigint not null,
  seen_at bigint not null,
  notice_seq bigint not null default 0,
  approved boolean not null default false,
  claimed_at bigint,
  address text not null default '',
  primary key (identifier, device)
);

create table device_copy (
  identifier text,
  device text,
  conversation text,
  seq bigint,
  envelope bytea,
  acked_at bigint,
  expires_at bigint not null,
  primary key (conversation, seq, identifier, device)
);
create index device_copy_expiry on device_copy (expires_at);
create index device_queue on device_copy (identifier, device, conversation, seq) where (envelope is not null);

create table device_cursor (
  identifier text,
  device text,
  conversation text,
  seq bigint not null,
  primary key (identifier, device, conversation)
);
create index delivered_of on device_cursor (conversation, identifier);

create table device_keys (
  identifier text,
  device text,
  registration_id integer not null,
  identity_key bytea not null,
  signed_id integer not null,
  signed_public bytea not null,
  signed_signature bytea not null,
  low_told boolean not null default false,
  created_at bigint not null,
  updated_at bigint not null,
  form integer not null default 0,
  form_signature bytea not null default '\x'::bytea,
  primary key (identifier, device),
  foreign key (identifier, device) references device on delete cascade
);

create table family (
  id text primary key,
  identifier text not null references person,
  device text not null,
  generation integer not null,
  rotated_at bigint not null,
  revoked_at bigint,
  removed boolean not null default false
);
create index family_of_device on family (identifier, device);

create table favorite (
  identifier text references person,
  conversation text,
  seq bigint,
  place bigint generated always as identity,
  added_at bigint not null,
  primary key (identifier, conversation, seq)
);
create index favorite_by_place on favorite (identifier, place);

create table upload (
  key text primary key,
  owner text references person,
  created_at bigint not null,
  released_at bigint
);
create index upload_of on upload (owner, created_at);
create index upload_released on upload (released_at) where (released_at is not null);

create table file_hold (
  key text references upload on delete cascade,
  identifier text references person,
  primary key (key, identifier)
);
create index file_hold_of on file_hold (identifier);

create table follow (
  identifier text references person,
  followed text references person,
  since bigint not null,
  primary key (identifier, followed)
);
create index followers on follow (followed);

create unlogged table gateway_node (
  node text primary key,
  alive_until timestamptz not null
);

create table health_account (
  remote text,
  version text,
  account bytea,
  loaded_at bigint not null,
  ready_at bigint,
  failed_at bigint,
  lost_at bigint,
  judged boolean not null default false,
  network bytea,
  primary key (remote, version, account)
);
create index health_account_by_age on health_account (loaded_at);
create index health_account_by_network on health_account (remote, version, network) where judged;

create table hidden_author (
  identifier text references person,
  author text references person,
  primary key (identifier, author)
);
create index author_hidden on hidden_author (author);

create table host_file (
  path text primary key,
  integrity text not null,
  data bytea not null,
  used_at bigint not null
);

create table invitation (
  code text primary key,
  space text not null references space on delete cascade,
  inviter text not null references person,
  created_at bigint not null,
  expires_at bigint not null
);
create index invitation_by_end on invitation (expires_at);
create index invitation_of on invitation (space, inviter, created_at);

create table invite (
  code text primary key,
  identifier text not null references person,
  uses_left integer not null,
  created_at bigint not null
);
create unique index invite_of on invite (identifier) where (uses_left > 0);
create index invite_of_person on invite (identifier);

create table invited (
  identifier text primary key references person,
  inviter text not null references person,
  invited_at bigint not null
);
create index invited_by on invited (inviter, invited_at);

create table join_apply (
  space text references space on delete cascade,
  identifier text references person,
  message text not null,
  status text not null,
  applied_at bigint not null,
  updated_at bigint not null,
  primary key (space, identifier)
);
create index join_apply_by_time on join_apply (updated_at);
create index join_apply_of on join_apply (identifier);
create index join_apply_waiting on join_apply (space, applied_at) where (status = 'applying');

create table lease (
  name text primary key,
  claim bigint not null default 0,
  leased_until timestamptz,
  due_at timestamptz not null
);

create unlogged table live_change (
  tx xid8 not null default pg_current_xact_id(),
  kind text not null,
  id text not null,
  conversation text
);
create index live_change_tx on live_change (tx);

create table member (
  conversation text references conversation,
  identifier text references person,
  role text not null,
  joined_seq bigint not null,
  joined_at bigint not null,
  left_seq bigint,
  nickname text not null default '',
  user_setting jsonb not null,
  read_seq bigint not null default 0,
  hidden_seq bigint,
  invited boolean not null default false,
  entry bigint not null default nextval('member_entry'::regclass),
  called text not null default '' collate "C",
  primary key (conversation, identifier)
);
create index member_by_name on member (conversation, called, identifier) where (left_seq is null);
create index member_entered on member (identifier, entry);

create table message (
  conversation text,
  seq bigint,
  id text not null check (length(id) = 24),
  sender text not null,
  device text not null,
  ts bigint not null,
  sealed boolean not null,
  body bytea,
  anonymous boolean not null default false,
  withdrawn boolean not null default false,
  cmd_id text not null default '',
  target text,
  unique (conversation, id),
  primary key (conversation, seq)
);
create index rewording_of on message (conversation, target) where (cmd_id = any (array['edit', 'resend']));

create table notice (
  identifier text references person,
  seq bigint,
  notify bytea not null,
  except_device text,
  created_at bigint not null,
  only_device text,
  primary key (identifier, seq)
);
create index notice_by_time on notice (created_at);

create table release (
  remote text,
  version text,
  contract text not null,
  owner text not null,
  entry text not null,
  files jsonb not null,
  notes text not null,
  seeded boolean not null,
  published_at bigint not null,
  stable_at bigint,
  retired_at bigint,
  withdrawn boolean not null default false,
  dropped boolean not null default false,
  offered_at bigint,
  judged integer not null default 0,
  watched integer not null default 0,
  place jsonb,
  asked integer not null default 0,
  doubt text not null default '',
  primary key (remote, version)
);

create table offer (
  remote text primary key,
  stable text,
  candidate text,
  share integer not null check ((share >= 0) and (share <= 100)),
  follows_checkout boolean not null default false,
  removed boolean not null default false,
  foreign key (remote, candidate) references release,
  foreign key (remote, stable) references release
);

create table one_time_key (
  identifier text,
  device text,
  id integer,
  public bytea not null,
  primary key (identifier, device, id),
  foreign key (identifier, device) references device_keys on delete cascade
);

create table one_time_key_ids (
  identifier text references person,
  device text,
  identity_key bytea,
  highest integer not null,
  primary key (identifier, device, identity_key)
);

create unlogged table open_socket (
  node text,
  id bigint,
  narrow text not null,
  wide text,
  account text,
  since timestamptz not null,
  is_excess boolean not null default false,
  primary key (node, id)
);
create index open_socket_account on open_socket (account) where (account is not null);
create index open_socket_excess on open_socket (node) where is_excess;
create index open_socket_narrow on open_socket (narrow);
create index open_socket_wide on open_socket (wide) where (wide is not null);

create table person_name (
  identifier text,
  rank smallint,
  part text collate "C",
  primary key (identifier, rank, part)
);
create index person_by_name on person_name (rank, part, identifier);

create table phone_review (
  identifier text primary key references person,
  same_as text references person
);
create index phone_review_same_as on phone_review (same_as) where (same_as is not null);
create index phone_review_unread on phone_review (identifier) where (same_as is null);

create table picture (
  digest text primary key,
  created_at bigint not null,
  stored boolean not null default false,
  uses integer not null default 0,
  unused_since bigint
);
create index picture_unused on picture (unused_since) where (uses = 0);

create table picture_upload (
  digest text references picture on delete cascade,
  identifier text references person,
  uploaded_at bigint not null,
  primary key (identifier, digest)
);
create index picture_uploaded on picture_upload (digest);

create table push_subscription (
  identifier text,
  device text,
  family text not null references family on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  choices jsonb not null,
  created_at bigint not null,
  primary key (identifier, device),
  foreign key (identifier, device) references device on delete cascade
);
create index push_subscription_of_family on push_subscription (family);

create table push_job (
  identifier text,
  device text,
  conversation text,
  due_at bigint,
  asked integer not null default 0,
  tries integer not null default 0,
  told_seq bigint not null default 0,
  closed_seq bigint not null default 0,
  claim integer not null default 0,
  leased_until timestamptz,
  primary key (identifier, device, conversation),
  foreign key (identifier, device) references push_subscription on delete cascade
);
create index push_job_due on push_job (due_at) where (due_at is not null);
create index push_job_leased on push_job (leased_until) where (leased_until is not null);
create index push_job_waiting on push_job (conversation) where (conversation ~~ 'waiting %');

create table qrcode (
  identifier text primary key references person,
  code text not null unique
);

create table registry (
  one boolean default true primary key check (one),
  revision bigint not null
);

create table registry_file (
  hash text primary key,
  name text not null unique,
  content text not null,
  revision bigint not null,
  replaced_at bigint
);

create table release_file (
  remote text,
  version text,
  path text,
  integrity text not null,
  data bytea not null,
  uploaded_at bigint not null,
  primary key (remote, version, path)
);
create index release_file_by_hash on release_file (integrity);

create table remote_failure (
  remote text,
  version text,
  minute bigint,
  type text,
  count integer not null,
  visitors boolean default true,
  primary key (remote, version, minute, type, visitors)
);

create table remote_health (
  remote text,
  version text,
  minute bigint,
  loads integer not null,
  errors integer not null,
  crashes integer not null,
  ready integer[] not null,
  visitors boolean default true,
  primary key (remote, version, minute, visitors)
);

create table removed (
  place text,
  identifier text references person,
  removed_at bigint not null,
  primary key (place, identifier)
);
create index removed_of on removed (identifier);

create table setting (
  name text primary key,
  value text not null
);

create unlogged table shared_count (
  minute bigint,
  limit_name text,
  key text,
  count bigint not null,
  primary key (minute, limit_name, key)
) with (fillfactor='70');

create table sign_up_code (
  code text primary key,
  note text not null,
  created_at bigint not null,
  used_at bigint
);
create index sign_up_code_by_time on sign_up_code (created_at desc, code);

create table sms_code (
  phone text,
  device text,
  mac bytea not null,
  tries integer not null,
  expires_at bigint not null,
  primary key (phone, device)
);

create table sms_proved (
  phone text,
  who text,
  proved_at bigint not null,
  primary key (phone, who)
);

create table sms_quota (
  phone_key bytea,
  who text default '',
  sent_at bigint[] not null,
  primary key (phone_key, who)
);

create table space_classification (
  name text primary key,
  spaces integer not null
);

create table space_member (
  space text references space on delete cascade,
  identifier text references person,
  joined_at bigint not null default 0,
  primary key (space, identifier)
);
create index space_of_member on space_member (identifier);

create table space_name (
  space text references space on delete cascade,
  rank smallint,
  part text collate "C",
  classification text not null,
  primary key (space, rank, part)
);
create index space_by_name on space_name (rank, part, space);
create index space_of_classification_by_name on space_name (classification, rank, part, space);

create table spending (
  what text primary key,
  since bigint not null,
  count integer not null
);
create index spending_codes on spending (since) where ((what ~~ 'sms/to/%') or (what = 'sms/all'));

create table upload_day (
  identifier text primary key references person,
  day bigint not null,
  bytes bigint not null,
  pictures integer not null default 0
);

create table voice_recording (
  owner text,
  text_id text,
  language text not null,
  service text not null,
  pcm bytea not null,
  duration integer not null,
  created_at bigint not null,
  primary key (owner, text_id)
);
alter table voice_recording alter column pcm set storage external;

create table voice_removal (
  service text,
  voice text,
  consent text,
  attempts integer not null default 0,
  next_at bigint not null default 0,
  primary key (service, voice, consent)
);

create table voice_use (
  identifier text primary key references person,
  day bigint not null,
  characters integer not null
);

create table wallet_nonce (
  nonce text primary key,
  wallet text not null,
  device text not null,
  issued_at bigint not null
);

create table word (
  pattern text primary key,
  remote text not null
);

create function block_ends_follows() returns trigger language plpgsql as $$
begin
  delete from follow where (identifier, followed) in ((new.identifier, new.blocked), (new.blocked, new.identifier));
  delete from blog_news where (identifier, actor) in ((new.identifier, new.blocked), (new.blocked, new.identifier));
  return null;
end $$;
create trigger block_ends_follows after insert on block for each row execute function block_ends_follows();

create function count_comments() returns trigger language plpgsql as $$
begin
  update blog b set comments = comments + n.change
    from (select blog, sum(case tg_op when 'INSERT' then 1 else -1 end) as change from changed group by blog) n where b.id = n.blog;
  return null;
end $$;
create trigger blog_commented after insert on blog_comment referencing new table as changed for each statement execute function count_comments();
create trigger blog_uncommented after delete on blog_comment referencing old table as changed for each statement execute function count_comments();

create function count_likes() returns trigger language plpgsql as $$
begin
  update blog b set likes = likes + n.change
    from (select blog, sum(case tg_op when 'INSERT' then 1 else -1 end) as change from changed group by blog) n where b.id = n.blog;
  return null;
end $$;
create trigger blog_liked after insert on blog_like referencing new table as changed for each statement execute function count_likes();
create trigger blog_unliked after delete on blog_like referencing old table as changed for each statement execute function count_likes();

create function count_pictures() returns trigger language plpgsql as $$
declare
  old_row jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  new_row jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  changed record;
begin
  -- In a fixed order, so that two changes at the same time do not deadlock.
  for changed in
    select digest, sum(n)::int as n from (
      select picture_digest(old_row ->> c) as digest, -1 as n from unnest(tg_argv) c
      union all select picture_digest(new_row ->> c), 1 from unnest(tg_argv) c
    ) t where digest is not null group by digest having sum(n) <> 0 order by digest
  loop
    update picture set uses = uses + changed.n, unused_since = null where digest = changed.digest;
    if not found and changed.n > 0 then
      raise foreign_key_violation using message = 'no such picture';
    end if;
  end loop;
  return null;
end $$;
create trigger blog_pictures after insert or delete or update of path on blog_picture for each row execute function count_pictures('path');
create trigger bot_pictures after insert or delete or update of avatar, image on ai_bot for each row execute function count_pictures('avatar', 'image');
create trigger campaign_pictures after insert or delete or update of banner on campaign for each row execute function count_pictures('banner');
create trigger conversation_pictures after insert or delete or update of avatar on conversation for each row execute function count_pictures('avatar');
create trigger person_pictures after insert or delete or update of avatar on person for each row execute function count_pictures('avatar');
create trigger space_pictures after insert or delete or update of avatar, banner on space for each row execute function count_pictures('avatar', 'banner');

create function count_blogs() returns trigger language plpgsql as $$
begin
  update person p set blog_count = blog_count + n.change
    from (select author, sum(case tg_op when 'INSERT' then 1 else -1 end) as change from changed where visibility = 'everyone' group by author) n
    where p.identifier = n.author;
  return null;
end $$;
create trigger blog_posted after insert on blog referencing new table as changed for each statement execute function count_blogs();
create trigger blog_removed after delete on blog referencing old table as changed for each statement execute function count_blogs();

create function count_shown_blog() returns trigger language plpgsql as $$
begin
  update person set blog_count = blog_count + (new.visibility = 'everyone')::integer - (old.visibility = 'everyone')::integer
    where identifier = new.author;
  return null;
end $$;
create trigger blog_shown after update of visibility on blog for each row when (old.visibility is distinct from new.visibility) execute function count_shown_blog();

create function count_participants() returns trigger language plpgsql as $$
begin
  update campaign c set participants = participants + n.change
    from (select campaign, sum(case tg_op when 'INSERT' then 1 else -1 end) as change from changed group by campaign) n where c.id = n.campaign;
  return null;
end $$;
create trigger campaign_entered after insert on campaign_participant referencing new table as changed for each statement execute function count_participants();
create trigger campaign_left after delete on campaign_participant referencing old table as changed for each statement execute function count_participants();

create function note_conversation_changes() returns trigger language plpgsql as $$
begin
  insert into live_change (kind, id) select 'conversation', id from changed;
  return null;
end $$;
create trigger conversation_changes after update on conversation referencing new table as changed for each statement execute function note_conversation_changes();

create function keep_member_called() returns trigger language plpgsql as $$
begin
  new.called := member_called(new.nickname, coalesce((select last_name from person where identifier = new.identifier), ''));
  return new;
end $$;
create trigger member_named before insert on member for each row execute function keep_member_called();
create trigger member_renamed before update of nickname on member for each row when (old.nickname is distinct from new.nickname) execute function keep_member_called();

create function note_member_return() returns trigger language plpgsql as $$
begin
  insert into live_change (kind, id, conversation) values ('member', new.identifier, new.conversation);
  return null;
end $$;
create trigger member_return after update of entry on member for each row when (old.entry is distinct from new.entry) execute function note_member_return();

create function count_changed() returns trigger language plpgsql as $$
begin
  update conversation c set member_count = member_count + n.change
    from (
      select conversation, sum(change) as change from (
        select conversation, 1 as change from entered where left_seq is null union all select conversation, -1 from gone where left_seq is null
      ) each group by conversation having sum(change) <> 0
    ) n where c.id = n.conversation;
  return null;
end $$;
create trigger members_changed after update on member referencing old table as gone new table as entered for each statement execute function count_changed();

create function count_entered() returns trigger language plpgsql as $$
begin
  update conversation c set member_count = member_count + n.change
    from (select conversation, count(*) as change from entered where left_seq is null group by conversation) n where c.id = n.conversation;
  return null;
end $$;
create trigger members_entered after insert on member referencing new table as entered for each statement execute function count_entered();

create function count_left() returns trigger language plpgsql as $$
begin
  update conversation c set member_count = member_count - n.change
    from (select conversation, count(*) as change from gone where left_seq is null group by conversation) n where c.id = n.conversation;
  return null;
end $$;
create trigger members_gone after delete on member referencing old table as gone for each statement execute function count_left();

create function note_new_members() returns trigger language plpgsql as $$
begin
  insert into live_change (kind, id, conversation) select 'member', identifier, conversation from changed;
  return null;
end $$;
create trigger new_members after insert on member referencing new table as changed for each statement execute function note_new_members();

create function note_new_notice() returns trigger language plpgsql as $$
begin
  insert into live_change (kind, id) values ('notice', new.identifier);
  return null;
end $$;
create trigger new_notice after update of notice_seq on person for each row when (old.notice_seq is distinct from new.notice_seq) execute function note_new_notice();

create function keep_person_called() returns trigger language plpgsql as $$
begin
  -- In the order in which the rooms of a space are changed, so that the two seldom wait for each other.
  perform from member m join conversation c on c.id = m.conversation where m.identifier = new.identifier
    order by c.created_at, c.id for no key update of m;
  update member set called = member_called(nickname, new.last_name) where identifier = new.identifier;
  return null;
end $$;
create trigger person_called after update of last_name on person for each row when (old.last_name is distinct from new.last_name) execute function keep_person_called();

create function keep_person_name() returns trigger language plpgsql as $$
begin
  delete from person_name where identifier = new.identifier;
  if new.avatar <> '' and new.last_name <> '' and new.findable then
    insert into person_name select new.identifier, rank, part from name_parts(new.last_name);
  end if;
  return null;
end $$;
create trigger person_named after insert on person for each row execute function keep_person_name();
create trigger person_renamed after update of last_name, avatar, findable on person for each row when (((old.last_name is distinct from new.last_name) or (old.avatar is distinct from new.avatar)) or (old.findable is distinct from new.findable)) execute function keep_person_name();

create function note_session_end() returns trigger language plpgsql as $$
begin
  insert into live_change (kind, id) values ('session', new.id);
  return null;
end $$;
create trigger session_end after update of revoked_at on family for each row when ((old.revoked_at is null) and (new.revoked_at is not null)) execute function note_session_end();

create function count_spaces() returns trigger language plpgsql as $$
begin
  -- In one order, so that two who move spaces between the same two never wait for each other.
  insert into space_classification as c (name, spaces)
    select name, sum(change) from (
      select old.classification as name, -1 as change where tg_op <> 'INSERT' and old.is_public
      union all select new.classification, 1 where tg_op <> 'DELETE' and new.is_public
    ) n group by name having sum(change) <> 0 order by name
    on conflict (name) do update set spaces = c.spaces + excluded.spaces;
  return null;
end $$;
create trigger space_counted after insert or delete or update of classification, is_public on space for each row execute function count_spaces();

create function count_space_members() returns trigger language plpgsql as $$
begin
  update space s set member_count = member_count + n.change
    from (select space, sum(case tg_op when 'INSERT' then 1 else -1 end) as change from changed group by space) n where s.id = n.space;
  return null;
end $$;
create trigger space_entered after insert on space_member referencing new table as changed for each statement execute function count_space_members();
create trigger space_left after delete on space_member referencing old table as changed for each statement execute function count_space_members();

create function keep_space_name() returns trigger language plpgsql as $$
begin
  delete from space_name where space = new.id;
  if new.is_public then
    insert into space_name select new.id, rank, part, new.classification from name_parts(new.name);
  end if;
  return null;
end $$;
create trigger space_named after insert on space for each row execute function keep_space_name();
create trigger space_renamed after update of name, classification, is_public on space for each row when (((old.name is distinct from new.name) or (old.classification is distinct from new.classification)) or (old.is_public is distinct from new.is_public)) execute function keep_space_name();

create function send_batch(p_conversation text[], p_type text[], p_id text[], p_sender text[], p_device text[], p_ts bigint[], p_body bytea[], p_copies text[], p_anonymous boolean[], p_active_after bigint, p_expires_at bigint) returns json language plpgsql set plan_cache_mode to 'force_generic_plan' as $$
#variable_conflict use_column
declare
  seqs bigint[];
  epochs bigint[];
  versions bigint[];
  odd json;
begin
  perform from conversation where id = any(p_conversation) order by id collate "C" for update;

  select
    array_agg(seq order by ord), array_agg(epoch order by ord), array_agg(members_version order by ord),
    json_object_agg(ord, verdict) filter (where verdict is not null)
  into seqs, epochs, versions, odd
  from (
    select ord, epoch, members_version, verdict,
      case when verdict is null then
        last_seq + count(*) filter (where verdict is null) over (partition by conversation order by ord rows unbounded preceding)
      end as seq
    from (
      select g.ord, g.conversation, c.last_seq, c.epoch, c.members_version,
        -- Each is asked only if those before it had nothing to say; the limits keep the planner from reading a whole table for it.
        coalesce(
          (
            select case when x.sender = g.sender then json_build_object('seq', x.seq, 'ts', x.ts) else json_build_object('fault', 'NO_AUTH') end
            from message x where x.conversation = g.conversation and x.id = g.id limit 1
          ),
          case
            when m.identifier is null or c.type <> g.type then json_build_object('fault', 'NO_AUTH')
            when m.left_seq is not null or c.status <> 'normal' then json_build_object('fault', 'NOT_MEMBER')
            when g.copies is not null and g.type <> 'private' then json_build_object('fault', 'BAD_REQUEST')
          end,
          case when c.type = 'private' then (
            select case
              when exists (select from block b where b.identifier = o.identifier and b.blocked = g.sender) then json_build_object('fault', 'BLOCKED')
              when p.message_limit = 'everybody' then null
              when p.message_limit = 'contacts'
                and exists (select from contact k where k.identifier = o.identifier and k.other = g.sender and k.is_contact) then null
              else json_build_object('fault', 'PRIVATE_CLOSED')
            end
            from member o join person p on p.identifier = o.identifier
            where o.conversation = g.conversation and o.identifier <> g.sender limit 1
          ) end,
          case when g.anonymous
            and ((m.user_setting ->> 'anonymous')::boolean and (c.group_setting ->> 'supportAnonymous')::boolean) is not true
            then json_build_object('fault', 'ANONYMOUS_OFF')
          end,
          case when g.copies is not null then (
            select json_build_object('fault', 'DEVICES_CHANGED', 'missing', d.missing, 'extra', d.extra)
            from (
              select
                json_agg(json_build_object('identifier', e.identifier, 'deviceId', e.device)) filter (where k.device is null) as missing,
                json_agg(json_build_object('identifier', k.identifier, 'deviceId', k.device)) filter (where e.device is null) as extra
              from (
                select v.identifier, v.device from member p join device v on v.identifier = p.identifier
                where p.conversation = g.conversation and p.left_seq is null and v.seen_at > p_active_after
                  and (v.identifier, v.device) <> (g.sender, g.device)
              ) e full join json_to_recordset(g.copies::json) as k (identifier text, device text)
                on k.identifier = e.identifier and k.device = e.device
            ) d
            where d.missing is not null or d.extra is not null
          ) end
        ) as verdict
      from unnest(p_conversation, p_type, p_id, p_sender, p_device, p_copies, p_anonymous)
        with ordinality as g (conversation, type, id, sender, device, copies, anonymous, ord)
      left join conversation c on c.id = g.conversation
      left join member m on m.conversation = g.conversation and m.identifier = g.sender
      offset 0 -- so that the verdict is found once, however often it is looked at
    ) judged
  ) placed;

  insert into message (conversation, seq, id, sender, device, ts, sealed, body, anonymous)
    select conversation, seq, id, sender, device, ts, copies is not null, body, anonymous
    from unnest(p_conversation, seqs, p_id, p_sender, p_device, p_ts, p_copies, p_body, p_anonymous)
      as g (conversation, seq, id, sender, device, ts, copies, body, anonymous)
    where seq is not null;

  if cardinality(array_remove(p_copies, null)) > 0 then
    insert into device_copy (identifier, device, conversation, seq, envelope, expires_at)
      select k.identifier, k.device, g.conversation, g.seq, decode(k.envelope, 'base64'), p_expires_at
      from unnest(p_conversation, seqs, p_copies) as g (conversation, seq, copies)
      cross join lateral json_to_recordset(g.copies::json) as k (identifier text, device text, envelope text)
      where g.seq is not null and g.copies is not null and k.envelope is not null;
  end if;

  update conversation c set last_seq = g.seq
    from (select conversation, max(seq) as seq from unnest(p_conversation, seqs) as g (conversation, seq) group by conversation) g
    where c.id = g.conversation and g.seq is not null;

  return json_build_object('seqs', seqs, 'epochs', epochs, 'versions', versions, 'odd', odd);
end $$;

insert into registry (revision) values (0);

-- The space in which everybody begins, and its rooms.
insert into space (id, name, intro, owner, avatar, banner, classification, sort_time) values (
  'welcome', 'Welcome', 'News from the people who run this server, and a place to say hello.', 'amber',
  '/chat/pictures/welcome.svg', '/chat/pictures/welcomeBanner.svg', 'community', (extract(epoch from now()) * 1000)::bigint
);
insert into conversation (id, type, owner, name, created_at, group_setting, space, room_type)
  select 'welcome-' || r.id, 'group', 'amber', r.name, (extract(epoch from now()) * 1000)::bigint + r.place,
    '{"supportAnonymous":false,"visibility":true}', 'welcome', r.type
  from (values (0, 'general', 'General', 'chat'), (1, 'help', 'Help', 'topic')) r (place, id, name, type);
