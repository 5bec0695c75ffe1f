// Decides whether the operators' screens are offered.
import type { Session } from '@amber/client/bus';

/** The gateway refuses everybody else's calls in any case. */
export const isOperator = (session: Pick<Session, 'name'> | null): boolean =>
  session !== null && session.name !== undefined && session.name !== 'dontHaveAccess';
