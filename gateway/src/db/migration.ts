// The two kinds of migrations, which say which older builds can use the schema afterwards.

export type Migration =
  /** Adds what older builds do not know and do not notice. */
  | { kind: 'expand'; sql: string }
  /** Removes or changes what builds before the schema version `since` use. */
  | { kind: 'contract'; sql: string; since: number };

export const expand = (sql: string): Migration => ({ kind: 'expand', sql });

/** @param since the schema version of the first release that no longer uses what the migration removes */
export const contract = (sql: string, { since }: { since: number }): Migration => ({ kind: 'contract', sql, since });
