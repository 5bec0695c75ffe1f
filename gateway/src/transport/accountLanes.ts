// Limits how many calls of one account run at a time, and how many may wait for their turn.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';

interface Waiting {
  start(): void;
}

interface Lane {
  running: number;
  waiting: Set<Waiting>;
}

/** The right of one call to run. */
export interface Turn {
  /** Runs this; the turn lasts until it has ended, even if the caller has disconnected meanwhile. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

export function createAccountLanes({
  callsAtOncePerAccount,
  callsWaitingPerAccount,
  callWaitsFor,
}: Pick<Limits, 'callsAtOncePerAccount' | 'callsWaitingPerAccount' | 'callWaitsFor'>) {
  /** Accounts without a call have no entry. */
  const lanes = new Map<string, Lane>();

  function laneOf(account: string): Lane {
    const lane = lanes.get(account) ?? { running: 0, waiting: new Set() };
    lanes.set(account, lane);
    return lane;
  }

  function release(account: string): void {
    const lane = laneOf(account);
    const [next] = lane.waiting;
    // The turn is passed straight to the call that has waited longest.
    if (next) return next.start();
    lane.running -= 1;
    if (lane.running === 0) lanes.delete(account);
  }

  function startOf(lane: Lane, closed: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(late);
        closed.removeEventListener('abort', refuse);
        lane.waiting.delete(waiting);
      };
      const refuse = () => {
        end();
        reject(new Fault('UNAVAILABLE'));
      };
      const waiting = {
        start() {
          end();
          resolve();
        },
      };
      const late = setTimeout(refuse, callWaitsFor);
      closed.addEventListener('abort', refuse);
      lane.waiting.add(waiting);
    });
  }

  return {
    /**
     * Waits for a turn, which ends when the connection is closed (`closed`: the answer has been sent, or the caller has
     * left) and no work of the call runs.
     * @throws Fault UNAVAILABLE at once when too many calls wait, or when none ends for too long.
     */
    async enter(account: string, closed: AbortSignal): Promise<Turn> {
      if (closed.aborted) throw new Fault('UNAVAILABLE');
      const lane = laneOf(account);
      if (lane.running < callsAtOncePerAccount) lane.running += 1;
      else if (lane.waiting.size >= callsWaitingPerAccount) throw new Fault('UNAVAILABLE');
      else await startOf(lane, closed);

      let users = 1;
      const leave = () => {
        users -= 1;
        if (users === 0) release(account);
      };
      if (closed.aborted) {
        leave();
        throw new Fault('UNAVAILABLE');
      }
      closed.addEventListener('abort', leave, { once: true });
      return {
        async during(work) {
          users += 1;
          try {
            return await work();
          } finally {
            leave();
          }
        },
      };
    },
    /** How many calls run and wait now. */
    count(account: string): { running: number; waiting: number } {
      const { running = 0, waiting } = lanes.get(account) ?? {};
      return { running, waiting: waiting?.size ?? 0 };
    },
  };
}
