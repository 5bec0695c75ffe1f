// A clock that moves only when a test says so.
import { VirtualAction, VirtualTimeScheduler } from 'rxjs';

/** Lets everything run that waits for no clock: promises, and the steps of the in-memory database. */
export const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

/** Polls without moving any clock. @throws Error that says what was waited for. */
export async function eventually(what: string, look: () => unknown): Promise<void> {
  const end = Date.now() + 30_000; // real time, for a busy machine
  while (!(await look())) {
    if (Date.now() > end) throw new Error(`waited for ${what}`);
    await settle();
  }
}

export class Clock extends VirtualTimeScheduler {
  constructor() {
    super(VirtualAction);
    this.frame = Date.UTC(2026, 0);
  }

  /** How many timers wait. */
  get timers(): number {
    return this.actions.length;
  }

  /** Whether a timer fires in exactly so many milliseconds: other timers may wait too. */
  hasTimerIn(milliseconds: number): boolean {
    return this.actions.some(({ delay }) => delay === this.frame + milliseconds);
  }

  /** Lets time pass: fires every timer at its time, and awaits its consequences with `settled` before the next. */
  async advance(milliseconds: number, settled: () => Promise<void> = settle): Promise<void> {
    const end = this.frame + milliseconds;
    await settled();
    for (let next = this.actions[0]; next && next.delay <= end; next = this.actions[0]) {
      this.maxFrames = next.delay;
      this.flush();
      await settled();
    }
    this.frame = end;
  }
}
