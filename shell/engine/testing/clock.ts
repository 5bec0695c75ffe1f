// A clock that moves only when a test advances it.
import { VirtualAction, VirtualTimeScheduler } from 'rxjs';

/** Lets everything run that waits for no clock, such as promises and the steps of the in-memory database. */
export const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

/** Polls without moving any clock. @throws Error that names the condition when it is not met in time. */
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

  /** The number of waiting timers. */
  get timers(): number {
    return this.actions.length;
  }

  /** Whether a timer fires in exactly this many milliseconds; other timers may also wait. */
  hasTimerIn(milliseconds: number): boolean {
    return this.actions.some(({ delay }) => delay === this.frame + milliseconds);
  }

  /** Advances the time: fires every timer at its time, and awaits its effects with `settled` before the next. */
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
