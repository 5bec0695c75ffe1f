// Ends timed mutes on this device, so that pages need no timers: nothing is sent when a mute ends.
import { isMuted } from '@amber/proto/muted';
import { type Subscription, timer } from 'rxjs';
import type { AccountContext } from '../kit/accountContext.ts';
import type { AccountConnection } from '../session/connection.ts';

export interface MuteEnds {
  /** Ends the mutes whose time has come, and waits for the next one. */
  update(): Promise<void>;
  close(): void;
}

/** Longer timers would overflow, and a device that wakes from sleep catches up soon. */
const checkEvery = 3_600_000;

type MuteEndsPorts = Pick<AccountContext, 'db' | 'clock' | 'now'> & Pick<AccountConnection, 'isClosed'>;

export function createMuteEnds({ db, clock, now, isClosed }: MuteEndsPorts): MuteEnds {
  let next: Subscription | undefined;

  async function update(): Promise<void> {
    let end = Infinity;
    await db.transaction('rw', db.conversations, async () => {
      const timed = await db.conversations.filter(({ userSetting }) => (userSetting?.mutedUntil ?? 0) > 0).toArray();
      const ended = timed.filter(({ userSetting }) => !isMuted(userSetting!, now()));
      await db.conversations.bulkPut(
        ended.map((row) => ({ ...row, userSetting: { ...row.userSetting!, noDisturb: false, mutedUntil: 0 } })),
      );
      end = Math.min(...timed.filter((row) => !ended.includes(row)).map(({ userSetting }) => userSetting!.mutedUntil));
    });
    next?.unsubscribe();
    if (end === Infinity || isClosed()) return;
    next = timer(Math.min(end - now(), checkEvery), clock).subscribe(() => void update().catch(() => {}));
  }

  return {
    update,
    close: () => next?.unsubscribe(),
  };
}
