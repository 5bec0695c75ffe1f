// Every link of the app, in one place. Paths are relative to the base path /chat.

const id = encodeURIComponent;

interface ConversationIds {
  cid: string;
  /** The space of a room; empty for a chat. */
  sid?: string;
}

const conversation = ({ cid, sid = '' }: ConversationIds) => `/channels/${sid ? id(sid) : 'me'}/${id(cid)}`;

/** Returns the non-empty values as a query string. */
const query = (values: Record<string, string>): string => {
  const nonEmpty = Object.entries(values).filter(([, value]) => value !== '');
  return nonEmpty.length > 0 ? `?${new URLSearchParams(nonEmpty)}` : '';
};

/** The functions for links; each returns a path for react-router. */
export const paths = {
  home: () => '/',
  landing: () => '/home',
  login: () => '/login',
  /** The sign-in, which then returns to `from`. */
  loginAndBack: ({ from }: { from: string }) => `/login?${new URLSearchParams({ redirect_url: from })}`,
  setUp: () => '/settings/init',
  settings: ({ section }: { section: string }) => `/settings/${section}`,
  chats: () => '/channels/me',
  chat: ({ cid }: { cid: string }) => conversation({ cid }),
  space: ({ sid }: { sid: string }) => `/channels/${id(sid)}`,
  room: ({ sid, cid }: { sid: string; cid: string }) => conversation({ cid, sid }),
  /** A chat, or a room in its space. */
  conversation,
  /** The conversation with its details panel open. */
  details: (ids: ConversationIds) => `${conversation(ids)}?details`,
  /** The conversation with the settings in its details panel. */
  chatSettings: (ids: ConversationIds) => `${conversation(ids)}?details=settings`,
  /** The conversation with the panel of all its members open. */
  members: (ids: ConversationIds) => `${conversation(ids)}?details=members`,
  /** The conversation, scrolled to one message. */
  message: ({ message, ...ids }: ConversationIds & { message: string }) => conversation(ids) + query({ message }),
  discover: () => '/channels/recommend',
  /** The public description of a space. */
  aboutSpace: ({ sid }: { sid: string }) => `/channels/recommend/${id(sid)}`,
  createSpace: () => '/channels/create',
  spaceSettings: ({ sid }: { sid: string }) => `/channels/setting/${id(sid)}`,
  /** The open join requests of a space. */
  joinRequests: ({ sid }: { sid: string }) => `/channels/setting/${id(sid)}${query({ tab: 'requests' })}`,
  inviteToSpace: ({ sid }: { sid: string }) => `/channels/invite/${id(sid)}`,
  /**
   * A space for people who are not members yet; visible without a session. The link names the inviter, and may contain
   * an invitation code and a room.
   */
  joinSpace: ({
    sid,
    conversationId = '',
    inviterId = '',
    invitation = '',
  }: {
    sid: string;
    conversationId?: string;
    inviterId?: string;
    invitation?: string;
  }) => `/spaces/${id(sid)}/join${query({ conversationId, inviterId, invitation })}`,
  contacts: () => '/contacts',
  /** One contact next to the list. */
  contact: ({ identifier }: { identifier: string }) => `/contacts?${new URLSearchParams({ person: identifier })}`,
  newContacts: () => '/contacts/new',
  ai: () => '/ai',
  moments: () => '/moments',
  /** A person's moments, followers and follows. */
  momentsBy: ({ identifier }: { identifier: string }) => `/moments/by/${id(identifier)}`,
  bot: ({ cid }: { cid: string }) => `/ai/${encodeURIComponent(cid)}`,
  /** The chat with a bot, with the bot's details and memories; `cid` is the id of the chat. */
  botDetails: ({ cid }: { cid: string }) => `/ai/${id(cid)}?details`,
  createBot: () => '/ai/create',
  /** The form for one of the account's own bots. */
  editBot: ({ aiBotId }: { aiBotId: string }) => `/ai/create${query({ bot: aiBotId })}`,
  airdrop: () => '/airdrop/square',
  campaign: ({ id }: { id: string }) => `/airdrop/${encodeURIComponent(id)}/info`,
  invite: () => '/invite',
  /** The screen that sends content shared from another app to a chat. */
  share: () => '/share',
  /** The operators' start page, or one of its pages. */
  admin: ({ page = '' }: { page?: string } = {}) => (page === '' ? '/admin' : `/admin/${page}`),
  profile: ({ identifier }: { identifier: string }) => `/${encodeURIComponent(identifier)}`,
  /** A page that names the person who slapped the visitor. */
  slap: ({ from }: { from: string }) => `/slap?${new URLSearchParams({ from })}`,
  privacy: () => '/privacy-policy',
  /** The operator's own page; there is none without one. */
  terms: () => '/terms',
} as const;

/** The first segments of all static routes, which cannot be identifiers or profiles. */
export const reservedWords = [
  'chat',
  'channels',
  'contacts',
  'spaces',
  'ai',
  'moments',
  'airdrop',
  'slap',
  'home',
  'privacy-policy',
  'terms',
  'tester',
  'login',
  'settings',
  'invite',
  'share',
  'admin',
] as const;
