// Opens an account's database, and detects that it was evicted, blocked, or upgraded by a newer version.
import type { StorageProblem } from '@amber/client/bus';
import { type AccountDb, type AccountRow, type DatabasePorts, openAccountDb } from '@amber/client/db';
import { limits } from '@amber/proto/limits';
import type { SchedulerLike } from 'rxjs';
import { getIdentityRow, identityRow } from '../keys/identityRows.ts';
import { markKeysLost } from '../sealing/encryption.ts';
import type { Accounts } from '../session/accounts.ts';
import { createSearch, type Search } from './search.ts';

/** An account's open database and its search. */
export interface OpenedAccount {
  db: AccountDb;
  search: Search;
  /** Whether no other engine has opened the database since. Must be called in the transaction that depends on it. */
  isOwner(): Promise<boolean>;
}

interface OpenAccountPorts {
  databases: DatabasePorts;
  clock: SchedulerLike;
  accounts: Pick<Accounts, 'update'>;
  /** Reports what is wrong with the database; null if nothing is. */
  setStorageProblem(problem: StorageProblem | null): void;
  /** Called when a newer version of the app needs the database. */
  onOutdated(): void;
}

/** The browser's version number is Dexie's, multiplied by this. */
const nativeVersions = 10;

/** Opens the account's database with its search. Returns null if a newer version of the app has upgraded it. */
export async function openAccount(
  { key, identifier, stored = false, keysLost = false }: AccountRow,
  { databases, clock, accounts, setStorageProblem, onOutdated }: OpenAccountPorts,
): Promise<OpenedAccount | null> {
  const db = openAccountDb(identifier, databases);
  const search = createSearch(db, clock, identifier);
  db.on('versionchange', ({ newVersion }) => {
    if (newVersion) onOutdated();
  });
  db.on('blocked', () => setStorageProblem('blocked'));
  await db.open();
  if (db.backendDB().version > db.verno * nativeVersions || db.verno > limits.databaseVersion) {
    setStorageProblem('newer');
    db.close();
    return null;
  }
  const hasMarker = (await getIdentityRow(db, 'stored')) !== undefined;
  const opened = crypto.randomUUID();
  const marker = hasMarker ? [] : [identityRow('stored', {})];
  await db.identity.bulkPut([identityRow('engine', { opened }), ...marker]);
  if (!stored) await accounts.update(key, { stored: true });
  if (keysLost) {
    await markKeysLost(db);
    await accounts.update(key, { keysLost: false });
  }
  setStorageProblem(stored && !hasMarker ? 'evicted' : null);
  return {
    db,
    search,
    isOwner: async () => (await getIdentityRow(db, 'engine'))?.opened === opened,
  };
}
