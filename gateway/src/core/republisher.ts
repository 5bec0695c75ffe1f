// Publishes ephemeral hints, and publishes them again when other gateways may have missed them. Nothing is stored of
// what they say, so no sweep finds it.
import { limits } from '@amber/proto/limits';
import type { Bus, Hint } from './bus.ts';
import { monotonicClock, type MonotonicClock } from './rateLimit.ts';

interface RepublisherPorts {
  bus: Bus;
  /** Milliseconds after which a hint is of no use to anybody any more. */
  retainFor: number;
  elapsed?: MonotonicClock;
}

/** At this many keys the oldest is forgotten: memory matters more than ephemeral hints. */
const retainedMax = 10_000;
export function createRepublisher({ bus, retainFor, elapsed = monotonicClock }: RepublisherPorts) {
  /** The hints of each key, the least recently published first. */
  const retained = new Map<string, { subject: string; hints: Hint[]; at: number }>();

  function dropOld(): void {
    for (const [key, { at }] of retained) {
      if (elapsed() - at < retainFor && retained.size <= retainedMax) return;
      retained.delete(key);
    }
  }

  function publishAgain(): void {
    dropOld();
    for (const { subject, hints } of retained.values()) for (const hint of hints) bus.publish(subject, hint);
  }

  bus.onReconnect(() => {
    publishAgain();
    setTimeout(publishAgain, limits.republishAfter).unref();
  });

  function retain(key: string, subject: string, hints: Hint[]): void {
    retained.delete(key);
    retained.set(key, { subject, hints, at: elapsed() });
    dropOld();
  }

  return {
    /** Publishes a hint; `add` keeps the earlier hints with this key, which are replaced otherwise. */
    publish(key: string, subject: string, hint: Hint, { add = false } = {}): void {
      bus.publish(subject, hint);
      // Within one gateway no hint is lost.
      if (bus.connection() === 'local') return;
      const hints = (add && retained.get(key)?.hints) || [];
      hints.push(hint);
      retain(key, subject, hints);
    },
  };
}
