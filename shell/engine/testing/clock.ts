// A clock that moves only when a test advances it.
import { type SchedulerAction, type Subscription, VirtualAction, VirtualTimeScheduler } from 'rxjs';

/** Node's, as the engine itself is compiled for the browser. */
declare const setImmediate: (callback: (value: unknown) => void) => void;

/**
 * Lets everything run that waits for no clock, such as promises and the steps of the in-memory database. A timer alone
 * would be due after one step on a busy machine, so it waits for a number of turns of the event loop.
 */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** Polls without moving any clock. @throws Error that names the condition when it is not met in time. */
export async function eventually(what: string, look: () => unknown): Promise<void> {
  const end = Date.now() + 30_000; // real time, for a busy machine
  while (!(await look())) {
    if (Date.now() > end) throw new Error(`waited for ${what}`);
    await settle();
  }
}

export class Clock extends VirtualTimeScheduler {
  /** The time at which each timer was started, in milliseconds of this clock. */
  readonly #startedAt = new WeakMap<Subscription, number>();

  constructor() {
    super(VirtualAction);
    this.frame = Date.UTC(2026, 0);
  }

  /** The number of waiting timers. */
  get timers(): number {
    return this.actions.length;
  }

  override schedule<T>(work: (this: SchedulerAction<T>, state?: T) => void, delay = 0, state?: T): Subscription {
    const timer = super.schedule(work, delay, state);
    this.#startedAt.set(timer, this.frame);
    return timer;
  }

  /**
   * Whether a timer was started at the present time and fires in exactly this many milliseconds; other timers may also
   * wait. A timer of an earlier time that fires at the same moment is not the one a test waits for.
   */
  hasTimerIn(milliseconds: number): boolean {
    return this.actions.some(
      (timer) => timer.delay === this.frame + milliseconds && this.#startedAt.get(timer) === this.frame,
    );
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
