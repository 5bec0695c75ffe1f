// Requests missing messages, from each device at most once an hour, and shows a line for those that did not arrive
// within the hour.
import { limits } from '@amber/proto/limits';
import { auditTime, interval, Subject } from 'rxjs';
import type { AccountContext } from '../kit/accountContext.ts';
import type { MissingMessage } from '../keys/identityRows.ts';
import { missingMessages, putMissing, putMissingLine } from '../rows/missing.ts';
import { deriveMessageId } from './deriveMessageId.ts';
import type { Outbox } from '../out/outbox.ts';
import { addressOf } from '../keys/tables.ts';

export interface MissingRequests {
  /** Requests newly missing messages soon, in one batch. */
  requestSoon(): void;
  /** Requests the messages that were not requested within the last hour, and shows the lines that are due. */
  check(): Promise<void>;
  close(): void;
}

interface MissingRequestsPorts extends Pick<AccountContext, 'db' | 'me' | 'clock' | 'warn'> {
  outbox: Pick<Outbox, 'command'>;
  /** Runs a task when this device is connected and has caught up. */
  whenCaughtUp(run: () => Promise<void>): void;
}

/** Messages found missing within this time (in milliseconds) are requested in one batch. */
const batchWindow = 500;
const checkEvery = 5 * 60_000;

export function createMissingRequests({
  db,
  me,
  clock,
  outbox,
  whenCaughtUp,
  warn,
}: MissingRequestsPorts): MissingRequests {
  const onError = warn('askAgain');
  const missing$ = new Subject<void>();

  async function requestDue(): Promise<void> {
    const now = clock.now();
    const dueRows = (await missingMessages(db)).filter(
      ({ askedAt = -Infinity, noticedAt }) =>
        now - askedAt >= limits.gapShownAfter && now - noticedAt < limits.resendRequestWindow,
    );
    const groups = Map.groupBy(dueRows, ({ conversationId, sender }) => `${conversationId} ${addressOf(sender)}`);
    for (const rows of groups.values()) {
      const [{ conversationId, sender }] = rows as [MissingMessage];
      const ids = rows.map(({ id }) => id).slice(-limits.resendMax);
      await outbox.command({
        id: await deriveMessageId('missing', me.deviceId, now, ...ids),
        conversationId,
        cmdId: 'resendRequest',
        targets: ids,
        body: { deviceId: me.deviceId, of: sender.deviceId },
      });
      await db.transaction('rw', db.identity, async () => {
        const stillMissing = await missingMessages(db, ids);
        await putMissing(
          db,
          stillMissing.map((row) => ({ ...row, askedAt: now })),
        );
      });
    }
  }

  const due = async (): Promise<string[]> => {
    const now = clock.now();
    const overdue = (await missingMessages(db)).filter(
      ({ deliveredAt = Infinity }) => now - deliveredAt >= limits.gapShownAfter,
    );
    return [...new Set(overdue.map(({ line }) => line))];
  };

  const showMissing = (): Promise<void> =>
    db.transaction('rw', db.identity, db.messages, async () => {
      for (const line of await due()) if (!(await db.messages.get(line))) await putMissingLine(db, line);
    });

  /** The answer may still wait at the gateway, so lines are shown only after a catch-up. */
  async function check(): Promise<void> {
    await requestDue();
    if ((await due()).length > 0) whenCaughtUp(() => showMissing().catch(onError));
  }

  const subscriptions = [
    missing$.pipe(auditTime(batchWindow, clock)).subscribe(() => void requestDue().catch(onError)),
    interval(checkEvery, clock).subscribe(() => void check().catch(onError)),
  ];

  return {
    requestSoon: () => missing$.next(),
    check,
    close: () => subscriptions.forEach((one) => one.unsubscribe()),
  };
}
