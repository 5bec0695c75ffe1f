// What the audit log records: each kind of entry with its arguments, and its sentence in English.
import type { AuditLine } from '@amber/proto';
import type { Db } from '../db/store.ts';

/**
 * Pages translate the kind and its arguments. The sentence is for `npm run release -- status`, and for pages that do not
 * know the kind.
 */
const sentences = {
  published: (version: string, share: string) => `published ${version} to ${share} %`,
  rolledOut: (version: string, share: string) => `rolled ${version} out to ${share} %`,
  promoted: (version: string) => `promoted ${version}`,
  rolledBack: (version: string) => `rolled back ${version}`,
  halted: (version: string) => `halted and rolled back ${version}`,
  removed: () => 'removed it',
  asksOwner: (version: string) => `asks whether to roll back ${version}`,
  failsOften: (version: string) => `noticed that ${version} fails often`,
  failsMoreOften: (version: string) => `noticed that ${version} fails more often`,
  isSlower: (version: string) => `noticed that ${version} is slower`,
  followsCheckout: (version: string) => `follows the checkout again, with ${version}`,
  storedBuild: (version: string) => `stored the local build ${version} as stable`,
  replacedBuild: (version: string) => `replaced the local build ${version}`,
  assignedPath: (pattern: string) => `gave the word ${pattern}`,
  freedPath: (pattern: string) => `took the word ${pattern} back`,
  createdToken: (name: string) => `created the deploy token ${name}`,
  revokedToken: (name: string) => `revoked the deploy token ${name}`,
  /** The remote is empty where its name is not valid, because it comes from the caller. */
  refusedToken: (action: string, remote: string) => `was refused ${action} of ${remote || 'another remote'}`,
  setAnswerQuota: (most: string) => `${most} answers a day`,
  offeredBeta: (version: string, share: string) => `offered ${version} to ${share} % of the beta`,
  endedBeta: () => 'ended the beta',
  approved: (version: string) => `approved ${version}`,
  requiredSecond: () => 'requires a second deploy token',
  requiredOne: () => 'requires one deploy token',
  createdTesterLink: (version: string) => `created a tester's link to ${version}`,
  revokedTesterLink: (version: string) => `revoked a tester's link to ${version}`,
} satisfies Record<string, (...values: string[]) => string>;

type Sentences = typeof sentences;

export const auditKinds = Object.keys(sentences);

/** A kind and its arguments. */
export type AuditEntry = {
  [Kind in keyof Sentences]: readonly [Kind, ...Parameters<Sentences[Kind]>];
}[keyof Sentences];

/** The columns of an entry's row. */
const auditColumns = ([kind, ...values]: AuditEntry): Pick<AuditLine, 'kind' | 'arguments' | 'what'> => ({
  kind,
  arguments: values,
  what: (sentences[kind] as (...values: string[]) => string)(...values),
});

interface AuditContext {
  time: number;
  /** An identifier, a token's name, or 'gateway'. */
  who: string;
  remote: string;
  reason?: string;
}

/** Adds an entry to the audit log; within a transaction, if the change that it records has one. */
export const addAuditEntry = async (
  db: Db,
  { reason = '', ...context }: AuditContext,
  entry: AuditEntry,
): Promise<void> => {
  await db
    .insertInto('audit')
    .values({ ...context, why: reason, ...auditColumns(entry) })
    .execute();
};
