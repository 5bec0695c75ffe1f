// Lets one transaction wait for another service without being ended.
import type { Limits } from '@amber/proto/limits';
import { sql } from 'kysely';
import type { Transaction } from './store.ts';

/**
 * For a transaction that locks nothing but the row of a file while the store removes it: if PostgreSQL ended the
 * transaction meanwhile, somebody could hold the file that is about to go.
 */
export async function allowIdleTransaction(
  tx: Transaction,
  { fileRemovalTimeout }: Pick<Limits, 'fileRemovalTimeout'>,
): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(fileRemovalTimeout)}, true)`.execute(tx);
}
