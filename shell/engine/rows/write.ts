// One transaction over all tables that a row may write, whose events are emitted after it has committed.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Command } from './command.ts';
import { keyTables } from '../keys/tables.ts';

/** Returns every table that a row or a notice may write. A transaction holds them while it stores rows or notices. */
export const rowTables = (db: AccountDb) => [
  db.messages,
  db.changes,
  db.files,
  db.spaces,
  db.conversations,
  db.members,
  db.cursors,
  db.outbox,
  db.drafts,
  db.contacts,
  db.bundles,
  db.bots,
  db.notices,
  db.identity,
];

/** A consequence of a write. The writers do not know the subscribers. */
export type InboxEvent =
  /** An ephemeral event for pages. */
  | { type: 'event'; event: EngineEvent }
  /** A command with effects beyond the rows; see connectParts.ts. */
  | { type: 'command'; command: Command }
  /** A follow-up request to the gateway has been queued. */
  | { type: 'followUp' }
  /** A message has arrived that cannot be decrypted; its sender can be asked to resend it. */
  | { type: 'lost' }
  /** The stored rows name members of a group whom this device does not know. */
  | { type: 'unknown'; conversationId: string; identifiers: readonly string[] };

/** Collects the consequences of a write, which are emitted after it has committed. */
export interface AfterCommit {
  emit(event: EngineEvent): void;
  processFollowUps(): void;
  runSideEffects(command: Command): void;
  requestResend(): void;
  reportUnknownMembers(conversationId: string, identifiers: readonly string[]): void;
}

/** Runs `work` in one transaction over all tables that a row may write, and emits its events after it has committed. */
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
    // These are emitted once per write, however often they were reported.
    if (hasFollowUps) emit({ type: 'followUp' });
    if (needsResend) emit({ type: 'lost' });
    return result;
  };
