// One transaction over all that a row may write; what follows from it is told when it has committed.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Command } from '../news/command.ts';
import { rowTables } from '../news/commands.ts';
import { keyTables } from '../sealing/sealer.ts';

/** What follows from what was stored. Those who store do not know who listens. */
export type InboxNews =
  /** Passing news for pages. */
  | { type: 'event'; event: EngineEvent }
  /** What a command leads to beyond the rows; see account.ts. */
  | { type: 'command'; command: Command }
  /** Something has been noted that is to be asked of the gateway. */
  | { type: 'followUp' }
  /** Something has arrived that cannot be read here, though it could be: whoever sent it can be asked again. */
  | { type: 'lost' }
  /** What was stored names people of a group of whom this device knows nothing. */
  | { type: 'unknown'; conversationId: string; identifiers: readonly string[] };

/** Tells what follows from a write, when it has committed. */
export interface After {
  tell(event: EngineEvent): void;
  followUp(): void;
  follow(command: Command): void;
  requestResend(): void;
  unknown(conversationId: string, identifiers: readonly string[]): void;
}

/** Runs work in one transaction over all that a row may write; its news are told when it has committed. */
export type Write = <T>(work: (after: After) => Promise<T>) => Promise<T>;

export const createWrite =
  (db: AccountDb, tell: (news: InboxNews) => void): Write =>
  async (work) => {
    let news: InboxNews[] = [];
    let [missing, isNoted] = [false, false];
    const result = await db.transaction('rw', [...new Set([...rowTables(db), ...keyTables(db)])], async () => {
      [news, missing, isNoted] = [[], false, false];
      return work({
        tell: (event) => news.push({ type: 'event', event }),
        followUp: () => {
          isNoted = true;
        },
        follow: (command) => news.push({ type: 'command', command }),
        requestResend: () => {
          missing = true;
        },
        unknown: (conversationId, identifiers) => news.push({ type: 'unknown', conversationId, identifiers }),
      });
    });
    news.forEach(tell);
    // Once, however often it was said.
    if (isNoted) tell({ type: 'followUp' });
    if (missing) tell({ type: 'lost' });
    return result;
  };
