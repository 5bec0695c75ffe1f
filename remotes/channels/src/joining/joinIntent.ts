// Remembers that a visitor pressed 'Sign in to join', so that the sign-in is followed by the joining.
import { storedJson, storeText } from '@amber/client/storage';

/** The parts of an invitation link: the space, its first room, the inviter and the invitation code. */
export interface JoinLink {
  spaceId: string;
  conversationId: string;
  inviterId: string;
  invitation: string;
}

const key = 'amber-join';
/** Milliseconds that a sign-in with its setup may take. */
const validFor = 30 * 60_000;

// The tab's own storage: a link, or a page of another site, cannot write into it, so nothing joins without a press.
const entryOf = ({ spaceId, inviterId, invitation }: JoinLink): string =>
  JSON.stringify([spaceId, inviterId, invitation]);

export function storeJoinIntent(link: JoinLink): void {
  storeText(key, JSON.stringify({ link: entryOf(link), until: Date.now() + validFor }), 'sessionStorage');
}

/** Whether joining by this very link was asked for in this tab; true only once. */
export function takeJoinIntent(link: JoinLink): boolean {
  const stored = storedJson(key, 'sessionStorage') as { link?: unknown; until?: unknown } | null;
  storeText(key, null, 'sessionStorage');
  return stored?.link === entryOf(link) && Number(stored.until) > Date.now();
}
