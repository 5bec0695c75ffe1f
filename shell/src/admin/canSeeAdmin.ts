// Decides whether the link to the operators' page is shown.
import type { Session } from '@amber/client/bus';

/** Grants no permission: the gateway refuses everyone else. */
export const canSeeAdmin = (session: Pick<Session, 'name'> | null): boolean =>
  session !== null && session.name !== 'dontHaveAccess';
