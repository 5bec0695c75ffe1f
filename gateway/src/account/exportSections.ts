// The sections of a data export, and how their rows are read.

/**
 * The query of each section for the rows of one person ($1), with times in milliseconds. The export has the sections in
 * this order; the person's messages follow as `messages`.
 */
export const exportSections = {
  profile: `select identifier, phone, wallet, last_name as "name", bio, avatar, created_at as "created", hide_read_state as "hideReadState",
    unencrypted, apply_limit as "whoMayApply", message_limit as "whoMayWrite", deletes_at as "deletesAt", returned_at as "returned" from person where identifier = $1`,
  devices:
    'select device as "id", name, given_name as "givenName", system, created_at as "created", seen_at as "lastSeen", approved, address from device where identifier = $1 order by created_at',
  sessions:
    'select device, rotated_at as "lastUsed", revoked_at as "ended" from family where identifier = $1 order by rotated_at',
  contacts:
    'select other as "identifier", is_contact as "isContact", remark, updated_at as "changed" from contact where identifier = $1 order by other',
  blocked: 'select blocked as "identifier" from block where identifier = $1 order by blocked',
  contactRequests: `select from_identifier as "from", to_identifier as "to", message, status, applied_at as "time" from contact_apply
    where $1 in (from_identifier, to_identifier) order by applied_at`,
  invited:
    'select identifier, inviter, invited_at as "time" from invited where $1 in (identifier, inviter) order by invited_at',
  conversations: `select c.id, c.type, c.name, c.space, m.role, m.joined_at as "joined", m.left_seq is not null as "left", m.nickname,
    m.user_setting as "settings", m.read_seq as "readUpTo" from member m join conversation c on c.id = m.conversation where m.identifier = $1 order by m.joined_at, c.id`,
  favorites: 'select conversation, seq, added_at as "time" from favorite where identifier = $1 order by place',
  spaces:
    'select s.id, s.name from space_member m join space s on s.id = m.space where m.identifier = $1 order by s.id',
  invitations:
    'select space, created_at as "time", expires_at as "until" from invitation where inviter = $1 order by created_at, code',
  joinRequests:
    'select space, message, status, applied_at as "time" from join_apply where identifier = $1 order by applied_at, space',
  removedFrom: 'select place, removed_at as "time" from removed where identifier = $1 order by removed_at, place',
  uploads: 'select key as "name", created_at as "time" from upload where owner = $1 order by created_at, key',
  pictures: `select '/chat/pictures/' || digest || '/1024.webp' as "path", uploaded_at as "time" from picture_upload where identifier = $1 order by uploaded_at, digest`,
  moments: `select id, text, posted_at as "time", edited_at as "edited", visibility, space,
    (select json_agg(json_build_object('path', path, 'text', alt) order by place) from blog_picture where blog = id) as "pictures"
    from blog where author = $1 order by posted_at`,
  momentLikes: 'select blog as "moment" from blog_like where identifier = $1 order by blog',
  momentComments:
    'select id, blog as "moment", text, posted_at as "time" from blog_comment where author = $1 order by posted_at, id',
  following:
    'select followed as "identifier", since as "time" from follow where identifier = $1 order by since, followed',
  hiddenAuthors: 'select author as "identifier" from hidden_author where identifier = $1 order by author',
  momentNews: 'select likes, comments, follows from blog_news_setting where identifier = $1',
  bots: 'select id, type, name, characters, opening, audience, about, voice from ai_bot where owner = $1 order by id',
  clonedVoices:
    'select id, name, language, service, created_at as "created" from cloned_voice where owner = $1 order by created_at, id',
  voiceRecordings:
    'select text_id as "text", language, service, duration, created_at as "time", pcm from voice_recording where owner = $1 order by text_id',
  memories:
    'select bot, text, conversation, message, created_at as "time" from ai_memory where person = $1 order by created_at, id',
  betas: 'select remote as "feature" from beta_member where identifier = $1 order by remote',
  campaigns:
    'select campaign as "id", joined_at as "time", network from campaign_participant where identifier = $1 order by campaign',
  campaignClaims: `select c.campaign as "id", c.claimed_at as "time", c.ticket, c.place, c.wallet, c.network, p.code from campaign_claim c
    left join campaign_code p on p.campaign = c.campaign and p.place = c.place where c.identifier = $1 order by c.claimed_at, c.campaign`,
} as const satisfies Record<string, string>;

export type ExportSection = keyof typeof exportSections;
