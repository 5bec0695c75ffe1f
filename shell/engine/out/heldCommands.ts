// Commands that can be undone for a while: they are stored in the outbox and sent later.
import type { OutboxRow } from '@amber/client/db';
import { limits } from '@amber/proto/limits';
import { type Observable, takeUntil, timer } from 'rxjs';
import type { AccountContext } from '../kit/accountContext.ts';
import { reapplyChanges } from '../rows/changes.ts';
import { isHeld } from './isHeld.ts';
import type { SendQueue } from './sendQueue.ts';
import type { Writing } from './writing.ts';

export interface HeldCommands {
  /** Withdraws a message at once on this device, and for the others after `limits.undoWithdrawalFor`. */
  withdraw(id: string, conversationId: string, target: string): Promise<void>;
  /** Resolves with whether the withdrawal was not sent yet. */
  undoWithdrawal(conversationId: string, target: string): Promise<boolean>;
  /** Sends the held rows among these in time, after the engine was started anew. */
  resumeHeld(rows: readonly OutboxRow[]): Promise<void>;
}

export interface HeldCommandsPorts extends Pick<AccountContext, 'db' | 'clock'>, Pick<Writing, 'command'> {
  startSending: SendQueue['startSending'];
  /** Emits when the account is closed. */
  closed$: Observable<void>;
}

export function createHeldCommands({ db, clock, command, startSending, closed$ }: HeldCommandsPorts): HeldCommands {
  /** The rows that have a timer. */
  const awaited = new Set<string>();

  /** Sends a row when its time has come. */
  function sendLater({ id, conversationId, holdUntil = 0 }: OutboxRow): void {
    if (awaited.has(id)) return;
    awaited.add(id);
    timer(Math.max(0, holdUntil - clock.now()), clock)
      .pipe(takeUntil(closed$))
      .subscribe(() => {
        awaited.delete(id);
        startSending(conversationId);
      });
  }

  return {
    async withdraw(id, conversationId, target) {
      const holdUntil = clock.now() + limits.undoWithdrawalFor;
      await command({ id, conversationId, cmdId: 'withdraw', targets: [target], body: {}, holdUntil });
      const row = await db.outbox.get(id);
      if (row) sendLater(row);
    },
    undoWithdrawal: (conversationId, target) =>
      db.transaction('rw', db.messages, db.outbox, db.conversations, db.changes, db.files, async () => {
        const ids = await db.changes
          .where('target')
          .equals(target)
          .filter((change) => change.undoUntil !== undefined && change.conversationId === conversationId)
          .primaryKeys();
        const rows = (await db.outbox.bulkGet(ids)).filter((row) => row !== undefined && isHeld(row, clock.now()));
        if (rows.length === 0) return false;
        const held = rows.map((row) => row!.id);
        await Promise.all([db.outbox.bulkDelete(held), db.changes.bulkDelete(held)]);
        await reapplyChanges(db, conversationId, [target]);
        return true;
      }),
    async resumeHeld(rows) {
      rows.filter((row) => isHeld(row, clock.now())).forEach(sendLater);
    },
  };
}
