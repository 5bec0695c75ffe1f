// Asks for what is missing, each device once an hour, and puts a line where nothing came within the hour.
import type { AccountDb } from '@amber/client/db';
import type { Device } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { auditTime, interval, type SchedulerLike, Subject } from 'rxjs';
import { missingRows, type MissingRow, putMissing, putMissingLine } from '../rows/missing.ts';
import { idOf } from './idOf.ts';
import type { Outbox } from '../out/outbox.ts';
import { addressOf } from '../keys/tables.ts';

export interface AskMissing {
  /** Something new is missing: soon it is asked for. */
  soon(): void;
  /** Asks for what was not asked for within the hour, and puts the lines that are due. */
  check(): Promise<void>;
  close(): void;
}

interface AskMissingPorts {
  db: AccountDb;
  me: Device;
  clock: SchedulerLike;
  outbox: Pick<Outbox, 'command'>;
  /** Runs when this device is connected and has caught up. */
  whenCaughtUp(run: () => Promise<void>): void;
  failed(thrown: unknown): void;
}

/** What is noticed together is asked for together. */
const gatherFor = 500;
const checkEvery = 5 * 60_000;

export function createAskMissing({ db, me, clock, outbox, whenCaughtUp, failed }: AskMissingPorts): AskMissing {
  const some$ = new Subject<void>();

  async function ask(): Promise<void> {
    const now = clock.now();
    const due = (await missingRows(db)).filter(
      ({ askedAt = -Infinity, noticedAt }) =>
        now - askedAt >= limits.missingShownAfter && now - noticedAt < limits.lostAskedFor,
    );
    const groups = Map.groupBy(due, ({ conversationId, sender }) => `${conversationId} ${addressOf(sender)}`);
    for (const rows of groups.values()) {
      const [{ conversationId, sender }] = rows as [MissingRow];
      const ids = rows.map(({ id }) => id).slice(-limits.resendMax);
      await outbox.command({
        id: await idOf('missing', me.deviceId, now, ...ids),
        conversationId,
        cmdId: 'resendRequest',
        targets: ids,
        body: { deviceId: me.deviceId, of: sender.deviceId },
      });
      await db.transaction('rw', db.identity, async () => {
        const here = await missingRows(db, ids);
        await putMissing(
          db,
          here.map((row) => ({ ...row, askedAt: now })),
        );
      });
    }
  }

  const due = async (): Promise<string[]> => {
    const now = clock.now();
    const late = (await missingRows(db)).filter(
      ({ deliveredAt = Infinity }) => now - deliveredAt >= limits.missingShownAfter,
    );
    return [...new Set(late.map(({ line }) => line))];
  };

  const show = (): Promise<void> =>
    db.transaction('rw', db.identity, db.messages, async () => {
      for (const line of await due()) if (!(await db.messages.get(line))) await putMissingLine(db, line);
    });

  /** An answer may wait at the gateway: first all of that is fetched. */
  async function check(): Promise<void> {
    await ask();
    if ((await due()).length > 0) whenCaughtUp(() => show().catch(failed));
  }

  const subscriptions = [
    some$.pipe(auditTime(gatherFor, clock)).subscribe(() => void ask().catch(failed)),
    interval(checkEvery, clock).subscribe(() => void check().catch(failed)),
  ];

  return {
    soon: () => some$.next(),
    check,
    close: () => subscriptions.forEach((one) => one.unsubscribe()),
  };
}
