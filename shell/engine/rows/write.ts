// One transaction over all that a row may write; its news is emitted when it has committed.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Command } from './command.ts';
import { rowTables } from './rowTables.ts';
import { keyTables } from '../keys/tables.ts';

/** What follows from what was stored. The writers do not know who listens. */
export type InboxEvent =
  /** Passing news for pages. */
  | { type: 'event'; event: EngineEvent }
  /** Effects of a command beyond the rows; see connectParts.ts. */
  | { type: 'command'; command: Command }
  /** Something has been noted that must be requested from the gateway. */
  | { type: 'followUp' }
  /** Something has arrived that cannot be read here, though it could be: its sender can be asked to resend it. */
  | { type: 'lost' }
  /** What was stored names people of a group whom this device does not know. */
  | { type: 'unknown'; conversationId: string; identifiers: readonly string[] };

/** Emits what follows from a write, when it has committed. */
export interface AfterCommit {
  emit(event: EngineEvent): void;
  processFollowUps(): void;
  runSideEffects(command: Command): void;
  requestResend(): void;
  reportUnknownMembers(conversationId: string, identifiers: readonly string[]): void;
}

/** Runs work in one transaction over all that a row may write; emits its news when it has committed. */
export type Write = <T>(work: (after: AfterCommit) => Promise<T>) => Promise<T>;

export const createWrite =
  (db: AccountDb, emit: (events: InboxEvent) => void): Write =>
  async (work) => {
    let events: InboxEvent[] = [];
    let [needsResend, hasFollowUps] = [false, false];
    const result = await db.transaction('rw', [...new Set([...rowTables(db), ...keyTables(db)])], async () => {
      [events, needsResend, hasFollowUps] = [[], false, false];
      return work({
        emit: (event) => events.push({ type: 'event', event }),
        processFollowUps: () => {
          hasFollowUps = true;
        },
        runSideEffects: (command) => events.push({ type: 'command', command }),
        requestResend: () => {
          needsResend = true;
        },
        reportUnknownMembers: (conversationId, identifiers) =>
          events.push({ type: 'unknown', conversationId, identifiers }),
      });
    });
    events.forEach(emit);
    // Once, however often it was reported.
    if (hasFollowUps) emit({ type: 'followUp' });
    if (needsResend) emit({ type: 'lost' });
    return result;
  };
