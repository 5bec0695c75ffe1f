// Runs one signed-in account: creates its parts, connects them, and closes them in order.
import type { Connection, StorageProblem } from '@amber/client/bus';
import type { Privacy } from '@amber/proto';
import type { BehaviorSubject } from 'rxjs';
import { connectParts } from './connectParts.ts';
import { createAccountParts, type AccountParts, type PartsPorts } from './accountParts.ts';
import { startAccount } from './startAccount.ts';
import { evictOnQuotaError } from './local/eviction.ts';

export interface AccountEngine {
  /** The parts that the handlers in accountCalls.ts use. */
  parts: AccountParts;
  /** Stores the account's privacy settings after they were set at the gateway. */
  savePrivacy(privacy: Privacy): Promise<void>;
  connection$: BehaviorSubject<Connection>;
  reconnect(): void;
  close(): Promise<void>;
}

interface AccountEnginePorts extends PartsPorts {
  setStorageProblem(problem: StorageProblem | null): void;
}

/** Runs one signed-in account until it is closed. */
export function createAccountEngine(ports: AccountEnginePorts): AccountEngine {
  evictOnQuotaError(ports.db, (isFull) => ports.setStorageProblem(isFull ? 'full' : null));
  const parts = createAccountParts(ports);
  const {
    acks,
    bots,
    sideEffects,
    encryption,
    files,
    members,
    muteEnds,
    outbox,
    search,
    socket,
    typing,
    maintenance,
    voice,
  } = parts;
  const disconnectParts = connectParts(parts);
  const stop = startAccount(parts);
  return {
    parts,
    savePrivacy: encryption.savePrivacy,
    connection$: socket.connection$,
    reconnect: () => socket.connect(),
    async close() {
      stop();
      for (const part of [
        outbox,
        maintenance,
        sideEffects,
        files,
        encryption,
        search,
        typing,
        bots,
        acks,
        members,
        muteEnds,
        voice,
      ])
        part.close();
      parts.disconnect();
      await parts.idle();
      // By now the writes in flight have emitted their events.
      disconnectParts();
      ports.db.close();
    },
  };
}
