// The routes: which screen each path shows and who may open it, from the host's own rows and the remotes' placements.
import { matchPath } from 'react-router-dom';
import { reservedWords } from '@amber/client/paths';
import { ownedPath, type PossiblePlacements } from './federation/choose/possiblePlacements.ts';
import type { Feature } from './federation/registry/Feature.ts';
import type { OpenPage } from './open/openPages.ts';

/** The screens of the host itself. */
export type Screen = 'login' | 'setUp' | 'settings' | 'invite' | 'share' | 'admin' | 'tester' | 'profile' | 'notFound';

/** The people who may open a route; access.ts redirects the others. */
export type Access =
  | 'members' // a session with a profile
  | 'visitors' // anyone, but a session must have a profile
  | 'public' // anyone
  | 'login' // no session
  | 'setUp'; // a session without a profile

/** A view that the host's frame can show. */
export type FramedView = { feature: Feature } | { screen: Screen };

export interface Route {
  path: string;
  show: FramedView | { page: OpenPage };
  access: Access;
  /** On a phone the screen fills the display, and Back leaves it. */
  fills?: boolean;
}

/** In order of precedence: fixed segments before parameters. */
export const hostRoutes: readonly Route[] = [
  { path: '/slap', show: { page: 'slap' }, access: 'public' },
  { path: '/home', show: { page: 'landing' }, access: 'public' },
  { path: '/privacy-policy', show: { page: 'privacyPolicy' }, access: 'public' },
  { path: '/login', show: { screen: 'login' }, access: 'login' },
  { path: '/settings/init', show: { screen: 'setUp' }, access: 'setUp' },
  { path: '/settings/:section?', show: { screen: 'settings' }, access: 'members' },
  { path: '/invite', show: { screen: 'invite' }, access: 'members' },
  { path: '/share', show: { screen: 'share' }, access: 'members' },
  { path: '/admin/:page?', show: { screen: 'admin' }, access: 'members' },
  { path: '/tester', show: { screen: 'tester' }, access: 'public' },
  { path: '/:identifier', show: { screen: 'profile' }, access: 'members' },
];

const notFound: Route = { path: '*', show: { screen: 'notFound' }, access: 'public' };

const isReserved = (path: string): boolean => (reservedWords as readonly string[]).includes(path.split('/')[1]!);

/** Returns the route of a path below the base path; a path without a row is not found. */
export function routeOf(path: string, places: PossiblePlacements): Route {
  const owned = ownedPath(path, places);
  if (owned !== undefined) return owned ? { ...owned, show: { feature: owned.feature } } : notFound;
  const own = hostRoutes.find((route) => matchPath(route.path, path));
  // A reserved first segment is never a person's profile.
  return own && !(own.path === '/:identifier' && isReserved(path)) ? own : notFound;
}
