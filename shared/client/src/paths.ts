// Every link of the app, in one place. Paths are relative to the base path /chat.

const id = encodeURIComponent;

interface ConversationIds {
  cid: string;
  /** The space that it is a room of; empty for a chat. */
  sid?: string;
}

const conversation = ({ cid, sid = '' }: ConversationIds) => `/channels/${sid ? id(sid) : 'me'}/${id(cid)}`;

/** The fields that hold something, as a query. */
const query = (values: Record<string, string>): string => {
  const nonEmpty = Object.entries(values).filter(([, value]) => value !== '');
  return nonEmpty.length > 0 ? `?${new URLSearchParams(nonEmpty)}` : '';
};

/** Links as functions; each returns a path that react-router takes. */
export const paths = {
  home: () => '/',
  landing: () => '/home',
  login: () => '/login',
  /** To the sign-in and back to `from`. */
  loginAndBack: ({ from }: { from: string }) => `/login?${new URLSearchParams({ redirect_url: from })}`,
  setUp: () => '/settings/init',
  settings: ({ section }: { section: string }) => `/settings/${section}`,
  chats: () => '/channels/me',
  chat: ({ cid }: { cid: string }) => conversation({ cid }),
  space: ({ sid }: { sid: string }) => `/channels/${id(sid)}`,
  room: ({ sid, cid }: { sid: string; cid: string }) => conversation({ cid, sid }),
  /** A chat or a room, each in its place. */
  conversation,
  /** The same with its details panel. */
  details: (ids: ConversationIds) => `${conversation(ids)}?details`,
  /** The same with the panel of all its members. */
  members: (ids: ConversationIds) => `${conversation(ids)}?details=members`,
  /** The same at one message. */
  message: ({ message, ...ids }: ConversationIds & { message: string }) => conversation(ids) + query({ message }),
  discover: () => '/channels/recommend',
  /** The public description of a space. */
  aboutSpace: ({ sid }: { sid: string }) => `/channels/recommend/${id(sid)}`,
  createSpace: () => '/channels/create',
  spaceSettings: ({ sid }: { sid: string }) => `/channels/setting/${id(sid)}`,
  /** Who asks to come into a space of mine. */
  joinRequests: ({ sid }: { sid: string }) => `/channels/setting/${id(sid)}${query({ tab: 'requests' })}`,
  inviteToSpace: ({ sid }: { sid: string }) => `/channels/invite/${id(sid)}`,
  /** For people who are not members yet; visible without a session. A link says who invites, holds an invitation, and may name a room. */
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
  /** One of them next to the list. */
  contact: ({ identifier }: { identifier: string }) => `/contacts?${new URLSearchParams({ person: identifier })}`,
  newContacts: () => '/contacts/new',
  ai: () => '/ai',
  moments: () => '/moments',
  /** A person's, with who follows whom. */
  momentsBy: ({ identifier }: { identifier: string }) => `/moments/by/${id(identifier)}`,
  bot: ({ cid }: { cid: string }) => `/ai/${encodeURIComponent(cid)}`,
  /** The same with what it is and remembers; `cid` is the chat with it. */
  botDetails: ({ cid }: { cid: string }) => `/ai/${id(cid)}?details`,
  createBot: () => '/ai/create',
  /** Changes one of mine. */
  editBot: ({ aiBotId }: { aiBotId: string }) => `/ai/create${query({ bot: aiBotId })}`,
  airdrop: () => '/airdrop/square',
  campaign: ({ id }: { id: string }) => `/airdrop/${encodeURIComponent(id)}/info`,
  invite: () => '/invite',
  /** What was handed to the app from outside goes into a chat. */
  share: () => '/share',
  admin: () => '/admin',
  profile: ({ identifier }: { identifier: string }) => `/${encodeURIComponent(identifier)}`,
  /** A page that tells its visitor who slapped them. */
  slap: ({ from }: { from: string }) => `/slap?${new URLSearchParams({ from })}`,
  privacy: () => '/privacy-policy',
} as const;

/** The first words of all static routes: never a profile, never an identifier. */
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
  'login',
  'settings',
  'invite',
  'share',
  'admin',
] as const;
