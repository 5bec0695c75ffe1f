// One transaction over all that a row may write; its news is emitted when it has committed.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Command } from './command.ts';
import { rowTables } from './rowTables.ts';
import { keyTables } from '../keys/tables.ts';

/** What follows from what was stored. The writers do not know who listens. */
export type InboxNews =
  /** Passing news for pages. */
  | { type: 'event'; event: EngineEvent }
  /** Effects of a command beyond the rows; see followNews.ts. */
  | { type: 'command'; command: Command }
  /** Something has been noted that must be requested from the gateway. */
  | { type: 'followUp' }
  /** Something has arrived that cannot be read here, though it could be: its sender can be asked to resend it. */
  | { type: 'lost' }
  /** What was stored names people of a group whom this device does not know. */
  | { type: 'unknown'; conversationId: string; identifiers: readonly string[] };

/** Emits what follows from a write, when it has committed. */
export interface After {
  tell(event: EngineEvent): void;
  followUp(): void;
  follow(command: Command): void;
  requestResend(): void;
  unknown(conversationId: string, identifiers: readonly string[]): void;
}

/** Runs work in one transaction over all that a row may write; emits its news when it has committed. */
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
    // Once, however often it was reported.
    if (isNoted) tell({ type: 'followUp' });
    if (missing) tell({ type: 'lost' });
    return result;
  };
