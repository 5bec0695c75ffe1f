// Translates the entries of the audit log.
import type { AuditLine } from '@amber/proto';
import { words } from '../words/gen/admin.ts';
import { patternLabel } from './pathPatterns.ts';

type Translation = (...values: string[]) => string;

/** The translations by the kind of the entry; each takes the entry's arguments. */
const translations: Readonly<Record<string, Translation>> = {
  published: (version = '', share) => words.actions.published({ version, share: Number(share) }),
  rolledOut: (version = '', share) => words.actions.rolledOut({ version, share: Number(share) }),
  promoted: (version = '') => words.actions.promoted({ version }),
  rolledBack: (version = '') => words.actions.rolledBack({ version }),
  halted: (version = '') => words.actions.halted({ version }),
  removed: () => words.actions.removed,
  asksOwner: (version = '') => words.actions.asksOwner({ version }),
  failsOften: (version = '') => words.actions.failsOften({ version }),
  failsMoreOften: (version = '') => words.actions.failsMoreOften({ version }),
  isSlower: (version = '') => words.actions.isSlower({ version }),
  followsCheckout: (version = '') => words.actions.followsCheckout({ version }),
  storedBuild: (version = '') => words.actions.storedBuild({ version }),
  replacedBuild: (version = '') => words.actions.replacedBuild({ version }),
  assignedPath: (pattern = '') => words.actions.assignedPath({ path: patternLabel(pattern) }),
  freedPath: (pattern = '') => words.actions.freedPath({ path: patternLabel(pattern) }),
  createdToken: (name = '') => words.actions.createdToken({ name }),
  revokedToken: (name = '') => words.actions.revokedToken({ name }),
  refusedToken: (action = '', remote = '') =>
    remote === '' ? words.actions.refusedElsewhere({ action }) : words.actions.refusedToken({ action, remote }),
  offeredBeta: (version = '', share) => words.actions.offeredBeta({ version, share: Number(share) }),
  endedBeta: () => words.actions.endedBeta,
  approved: (version = '') => words.actions.approved({ version }),
  requiredSecond: () => words.actions.requiredSecond,
  requiredOne: () => words.actions.requiredOne,
  createdTesterLink: (version = '') => words.actions.createdTesterLink({ version }),
  revokedTesterLink: (version = '') => words.actions.revokedTesterLink({ version }),
  setAnswerQuota: (most) => words.actions.setAnswerQuota({ most: Number(most) }),
};

/** Returns null for an entry of an older build, and for a kind that only a newer one knows. */
export function actionOf({ kind, arguments: values }: Pick<AuditLine, 'kind' | 'arguments'>): string | null {
  return Object.hasOwn(translations, kind) ? translations[kind]!(...values) : null;
}
