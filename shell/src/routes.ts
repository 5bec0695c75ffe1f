// What each path shows, and to whom. The first segments of this table are the reserved names.
import { matchPath } from 'react-router-dom';
import { reservedWords } from '@amber/client/paths';

/** The features, which are released on their own. */
export type Feature = 'chat' | 'channels' | 'ai' | 'moments' | 'airdrop';

/** The screens of the host itself. */
export type Screen = 'login' | 'setUp' | 'settings' | 'invite' | 'admin' | 'profile' | 'notFound';

/** Public pages of the host: without the frame and its code. */
export type OpenPage = 'landing' | 'privacyPolicy' | 'slap';

/** Who may see it: access.ts redirects the others. */
export type Access =
  | 'members' // a session with a profile
  | 'visitors' // anyone, but a session must have a profile
  | 'public' // anyone
  | 'login' // no session
  | 'setUp'; // a session without a profile

/** What the host's frame can show. */
export type Framed = { feature: Feature } | { screen: Screen };

export interface Route {
  path: string;
  show: Framed | { page: OpenPage };
  access: Access;
}

const chat = { feature: 'chat' } as const;
const channels = { feature: 'channels' } as const;
const ai = { feature: 'ai' } as const;

/** In order of precedence: fixed segments before parameters. */
export const routes: readonly Route[] = [
  { path: '/', show: chat, access: 'members' },
  { path: '/chat', show: chat, access: 'members' },
  { path: '/channels', show: chat, access: 'members' },
  { path: '/channels/me', show: chat, access: 'members' },
  { path: '/channels/me/:cid', show: chat, access: 'members' },
  { path: '/contacts', show: chat, access: 'members' },
  { path: '/contacts/new', show: chat, access: 'members' },
  { path: '/channels/create', show: channels, access: 'members' },
  { path: '/channels/recommend', show: channels, access: 'members' },
  { path: '/channels/recommend/:sid', show: channels, access: 'members' },
  { path: '/channels/setting/:sid', show: channels, access: 'members' },
  { path: '/channels/invite/:sid', show: channels, access: 'members' },
  { path: '/channels/:sid', show: channels, access: 'members' },
  { path: '/channels/:sid/:cid', show: channels, access: 'members' },
  { path: '/spaces/:id/join', show: channels, access: 'visitors' },
  { path: '/ai', show: ai, access: 'members' },
  { path: '/ai/create', show: ai, access: 'members' },
  { path: '/ai/agent', show: ai, access: 'members' },
  { path: '/ai/:cid', show: ai, access: 'members' },
  { path: '/moments', show: { feature: 'moments' }, access: 'visitors' },
  { path: '/airdrop/square', show: { feature: 'airdrop' }, access: 'public' },
  { path: '/airdrop/:id/info', show: { feature: 'airdrop' }, access: 'public' },
  { path: '/airdrop/:id/sinfo', show: { feature: 'airdrop' }, access: 'public' },
  { path: '/slap', show: { page: 'slap' }, access: 'public' },
  { path: '/home', show: { page: 'landing' }, access: 'public' },
  { path: '/privacy-policy', show: { page: 'privacyPolicy' }, access: 'public' },
  { path: '/login', show: { screen: 'login' }, access: 'login' },
  { path: '/settings/init', show: { screen: 'setUp' }, access: 'setUp' },
  { path: '/settings/:section', show: { screen: 'settings' }, access: 'members' },
  { path: '/invite', show: { screen: 'invite' }, access: 'members' },
  { path: '/admin', show: { screen: 'admin' }, access: 'members' },
  { path: '/:identifier', show: { screen: 'profile' }, access: 'members' },
];

const notFound: Route = { path: '*', show: { screen: 'notFound' }, access: 'public' };

const isReserved = (path: string): boolean => (reservedWords as readonly string[]).includes(path.split('/')[1]!);

/** The route of a path below the base path; a path without a row is not found. */
export function routeOf(path: string): Route {
  const found = routes.find((route) => matchPath(route.path, path));
  // A reserved first segment is never a profile.
  return found && !(found.path === '/:identifier' && isReserved(path)) ? found : notFound;
}
