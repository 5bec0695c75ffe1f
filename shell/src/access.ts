// Where a visitor is sent instead of the page asked for: one pure function.
import { matchPath } from 'react-router-dom';
import type { Session } from '@amber/client/bus';
import { paths } from '@amber/client/paths';
import { type Access, routeOf } from './routes.ts';

/** Whether the way to the operators' page is shown. It opens nothing: whoever is none is refused there. */
export const canSeeAdmin = (session: Pick<Session, 'name'> | null): boolean =>
  session !== null && session.name !== 'dontHaveAccess';

/** How far somebody has come. */
export type Standing = 'noSession' | 'noAvatar' | 'ready';

export interface Place {
  /** Below the base path. */
  path: string;
  /** With its question mark, or empty. */
  search: string;
}

/**
 * A redirect_url as it came in a query, if it is a path of this app and no other place; otherwise the home.
 * One that points at the profile set-up or back at the sign-in would lead in a circle.
 */
export function safeRedirect(value: string | null): string {
  // eslint-disable-next-line no-control-regex -- browsers drop control characters, and `/\t/host` is `//host`
  if (!value?.startsWith('/') || /^\/[/\\]|[\\\u0000-\u001f]/.test(value)) return paths.home();
  const { pathname } = new URL(value, 'http://here');
  return pathname === paths.setUp() || pathname === paths.login() || pathname.startsWith('//') ? paths.home() : value;
}

/** The invitation code that a link brings. */
export const invitedBy = (query: URLSearchParams): string => query.get('inviteId') ?? '';

function toLogin({ path, search }: Place): string {
  const inviteId = invitedBy(new URLSearchParams(search));
  // Whoever follows an invitation wants to come in, not to see the page of the one who invites.
  if (path === paths.invite() && inviteId) return `${paths.login()}?${new URLSearchParams({ inviteId })}`;
  return paths.loginAndBack({ from: path + search });
}

/** Keeps the query, and the space that was about to be joined. */
function toSetUp({ path, search }: Place): string {
  const query = new URLSearchParams(search);
  const join = matchPath('/spaces/:id/join', path);
  if (join) query.set('spaceId', join.params.id!);
  return paths.setUp() + (query.size > 0 ? `?${query}` : '');
}

/** Where somebody was going; who was about to join a space, and had to set up a profile first, joins it. */
function onward({ search }: Place): string {
  const query = new URLSearchParams(search);
  const sid = query.get('spaceId');
  if (!sid || query.has('redirect_url')) return safeRedirect(query.get('redirect_url'));
  return paths.joinSpace({
    sid,
    conversationId: query.get('conversationId') ?? '',
    inviterId: query.get('inviterId') ?? '',
    invitation: query.get('invitation') ?? '',
  });
}

const stay = () => null;

const table: Record<Access, Record<Standing, (place: Place) => string | null>> = {
  members: { noSession: toLogin, noAvatar: toSetUp, ready: stay },
  visitors: { noSession: stay, noAvatar: toSetUp, ready: stay },
  public: { noSession: stay, noAvatar: stay, ready: stay },
  login: { noSession: stay, noAvatar: toSetUp, ready: onward },
  setUp: { noSession: toLogin, noAvatar: stay, ready: onward },
};

/** The path to go to instead, or null when this one may be shown. */
export const redirectFrom = (place: Place, standing: Standing): string | null =>
  table[routeOf(place.path).access][standing](place);
