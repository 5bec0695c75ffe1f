// Runs one signed-in account: creates its parts, connects them, and closes them in order.
import type { Connection, StorageProblem } from '@amber/client/bus';
import type { Privacy } from '@amber/proto';
import type { BehaviorSubject } from 'rxjs';
import type { AccountParts } from './accountCalls.ts';
import { followNews } from './followNews.ts';
import { createAccountParts, type PartsPorts } from './accountParts.ts';
import { startAccount } from './startAccount.ts';
import { keepRoom } from './local/storage.ts';

export interface Conversations {
  /** For its calls: see accountCalls.ts. */
  parts: AccountParts;
  /** The account's privacy has been set. */
  keepPrivacy(privacy: Privacy): Promise<void>;
  connection$: BehaviorSubject<Connection>;
  reconnect(): void;
  close(): Promise<void>;
}

interface ConversationsPorts extends PartsPorts {
  storage(problem: StorageProblem | null): void;
}

/** Runs one signed-in account until it is closed. */
export function createConversations(ports: ConversationsPorts): Conversations {
  keepRoom(ports.db, (isFull) => ports.storage(isFull ? 'full' : null));
  const parts = createAccountParts(ports);
  const { acks, bots, consequences, encryption, files, members, outbox, search, socket, typing, upkeep } = parts;
  const stopNews = followNews(parts);
  const stop = startAccount(parts);
  return {
    parts,
    keepPrivacy: encryption.keepPrivacy,
    connection$: socket.connection$,
    reconnect: () => socket.connect(),
    async close() {
      stop();
      for (const part of [outbox, upkeep, consequences, files, encryption, search, typing, bots, acks, members])
        part.close();
      parts.disconnect();
      await parts.idle();
      // Everything still being stored has been announced.
      stopNews();
      ports.db.close();
    },
  };
}
