// Every link of the app, in one place. Paths are relative to the base path /chat.

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
  chat: ({ cid }: { cid: string }) => `/channels/me/${encodeURIComponent(cid)}`,
  /** A chat with its details beside it. */
  chatDetails: ({ cid }: { cid: string }) => `/channels/me/${encodeURIComponent(cid)}?details`,
  /** A chat at one message. */
  message: ({ cid, id }: { cid: string; id: string }) => `/channels/me/${encodeURIComponent(cid)}?${new URLSearchParams({ message: id })}`,
  space: ({ sid }: { sid: string }) => `/channels/${encodeURIComponent(sid)}`,
  room: ({ sid, cid }: { sid: string; cid: string }) => `/channels/${encodeURIComponent(sid)}/${encodeURIComponent(cid)}`,
  discover: () => '/channels/recommend',
  createSpace: () => '/channels/create',
  /** For whoever is not in it yet; it may be seen without a session. */
  joinSpace: ({ id }: { id: string }) => `/spaces/${encodeURIComponent(id)}/join`,
  contacts: () => '/contacts',
  /** One of them beside the list. */
  contact: ({ identifier }: { identifier: string }) => `/contacts?${new URLSearchParams({ person: identifier })}`,
  newContacts: () => '/contacts/new',
  ai: () => '/ai',
  moments: () => '/moments',
  bot: ({ cid }: { cid: string }) => `/ai/${encodeURIComponent(cid)}`,
  airdrop: () => '/airdrop/square',
  campaign: ({ id }: { id: string }) => `/airdrop/${encodeURIComponent(id)}/info`,
  invite: () => '/invite',
  admin: () => '/admin',
  profile: ({ identifier }: { identifier: string }) => `/${encodeURIComponent(identifier)}`,
  /** A page that says who has nudged whoever opens it. */
  slap: ({ from }: { from: string }) => `/slap?${new URLSearchParams({ from })}`,
  privacy: () => '/privacy-policy',
} as const;

/** The first words of all static routes: never a profile, never an identifier. */
export const reservedWords = [
  'chat', 'channels', 'contacts', 'spaces', 'ai', 'moments', 'airdrop', 'slap', 'home', 'privacy-policy', 'login',
  'settings', 'invite', 'admin',
] as const;
