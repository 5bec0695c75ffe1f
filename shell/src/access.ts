// Decides with one pure function where a visitor is redirected instead of the requested page.
import { matchPath } from 'react-router-dom';
import type { Session } from '@amber/client/bus';
import { paths } from '@amber/client/paths';
import type { Access } from './routes.ts';

/**
 * How complete the sign-in is. Without an avatar the profile is not set up. `unsure`: the remembered session has no
 * avatar, and the engine has not confirmed it yet.
 */
export type SignInStatus = 'noSession' | 'noAvatar' | 'unsure' | 'ready';

/** @param isConfirmed whether the engine has confirmed the session */
export function signInStatusOf(session: Pick<Session, 'avatar'> | null, isConfirmed: boolean): SignInStatus {
  if (!session) return 'noSession';
  if (session.avatar) return 'ready';
  return isConfirmed ? 'noAvatar' : 'unsure';
}

export interface RequestedPage {
  /** The path below the base path. */
  path: string;
  /** The query with its question mark, or empty. */
  search: string;
}

/**
 * Returns the `redirect_url` of a query if it is a path of this app; otherwise the home path.
 * A path to the profile setup or to the sign-in would redirect in a loop.
 */
export function safeRedirect(value: string | null): string {
  // eslint-disable-next-line no-control-regex -- browsers drop control characters, and `/\t/host` is `//host`
  if (!value?.startsWith('/') || /^\/[/\\]|[\\\u0000-\u001f]/.test(value)) return paths.home();
  const { pathname } = new URL(value, 'http://here');
  return pathname === paths.setUp() || pathname === paths.login() || pathname.startsWith('//') ? paths.home() : value;
}

function toLogin({ path, search }: RequestedPage): string {
  const inviteId = new URLSearchParams(search).get('inviteId');
  // An invitation link leads to the sign-in, not to the page where one invites others.
  if (path === paths.invite() && inviteId) return `${paths.login()}?${new URLSearchParams({ inviteId })}`;
  return paths.loginAndBack({ from: path + search });
}

/** Returns the path to the profile setup; it keeps the query and adds the space to join. */
function toSetUp({ path, search }: RequestedPage): string {
  const query = new URLSearchParams(search);
  const join = matchPath('/spaces/:id/join', path);
  if (join) query.set('spaceId', join.params.id!);
  return paths.setUp() + (query.size > 0 ? `?${query}` : '');
}

/** Returns the path to open after the profile setup, such as the space that the person was joining. */
function toDestination({ search }: RequestedPage): string {
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

const redirects: Record<Access, Record<SignInStatus, (place: RequestedPage) => string | null>> = {
  members: { noSession: toLogin, noAvatar: toSetUp, unsure: stay, ready: stay },
  visitors: { noSession: stay, noAvatar: toSetUp, unsure: stay, ready: stay },
  public: { noSession: stay, noAvatar: stay, unsure: stay, ready: stay },
  login: { noSession: stay, noAvatar: toSetUp, unsure: stay, ready: toDestination },
  setUp: { noSession: toLogin, noAvatar: stay, unsure: stay, ready: toDestination },
};

/** Returns the path to redirect to, or null when the requested one may be shown. */
export const redirectFrom = (requested: RequestedPage, status: SignInStatus, access: Access): string | null =>
  redirects[access][status](requested);
