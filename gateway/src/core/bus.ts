// Hints between the parts of a gateway, and between gateways. A lost hint causes a delay, never a lost message.
import type { CallPush, Input, Notify, RobotMessage } from '@amber/proto';
import type { StoredRow } from './storedRow.ts';

export type Hint =
  /** A conversation has rows up to `toSeq`; the hint may contain them. */
  | { kind: 'rows'; conversation: string; toSeq: number; membersVersion: number; rows: StoredRow[] }
  /** This person's memberships changed. */
  | { kind: 'membership' }
  /** A transient event from one member to the others of a conversation. */
  | { kind: 'typing'; conversation: string; identifier: string; typing: boolean }
  /** A chunk of a bot's answer. */
  | { kind: 'chunk'; chunk: RobotMessage }
  /** A chunk of a preview, which is never stored, for one device. */
  | { kind: 'preview'; chunk: RobotMessage; device: string }
  /** Ends this preview; with `others`, all previews of this person but this one. */
  | { kind: 'stopPreview'; id: string; others: boolean }
  /** A member stopped the answer. */
  | { kind: 'stopStream'; conversation: string }
  /** A notice for this person's devices. */
  | { kind: 'notice'; notify: Input<Notify>; exceptDevice?: string; onlyDevice?: string }
  /** A call of this person rings, was answered or has ended, or has a signal for one device. */
  | { kind: 'call'; push: Input<CallPush>; onlyDevice?: string }
  /** This person's read position in a conversation advanced, on this device. */
  | { kind: 'seen'; conversation: string; identifier: string; device: string }
  /** A session has ended. */
  | { kind: 'revoked'; family: string }
  /** This voice will not be used again, so its cached sound is to be deleted. */
  | { kind: 'voiceRemoved'; voice: string }
  /** The remotes' releases, or their rollout, changed. */
  | { kind: 'registry'; revision: number };

type Listener = (hint: Hint) => void;

/** The state of the connection to the other gateways; `local` when this bus has none. */
export type BusConnection = 'local' | 'connecting' | 'connected' | 'lost' | 'closed';

/** Hints since the start, in the direction of the other gateways and from them. */
export interface BusCounts {
  published: number;
  /** Not sent: the bus was gone, its buffer was full, or the hint was too large. */
  dropped: number;
  received: number;
  /** Received and ignored: invalid, or of a kind that this build does not know. */
  unreadable: number;
}

export interface Bus {
  publish(subject: string, hint: Hint): void;
  /** Returns a function that unsubscribes. */
  subscribe(subject: string, listener: Listener): () => void;
  /**
   * Resolves when the subscriptions made so far are in effect, or when the bus is gone. Null when they took effect at
   * once.
   */
  flush(): Promise<void> | null;
  /** Called when hints may have been lost. */
  onReconnect(listener: () => void): void;
  connection(): BusConnection;
  counts(): Readonly<BusCounts>;
}

export const subjects = {
  conversation: (id: string) => `c.${id}`,
  person: (identifier: string) => `u.${identifier}`,
  /**
   * New rows and read positions of all conversations, on this gateway only: it stores their pushes in the database, from
   * which every gateway sends.
   */
  activity: 'a',
  sessions: 's',
  registry: 'r',
  voices: 'v',
};

/** Whether the hints of a subject are for other gateways too. */
export const isShared = (subject: string): boolean => subject !== subjects.activity;

/** Publishes consecutive committed rows of one conversation. */
export function publishRows(bus: Bus, membersVersion: number, rows: StoredRow[]): void {
  const { conversation, seq: toSeq } = rows.at(-1)!;
  const hint: Hint = { kind: 'rows', conversation, toSeq, membersVersion, rows };
  bus.publish(subjects.conversation(conversation), hint);
  bus.publish(subjects.activity, hint);
}

/** Notifies this person's devices, of something that is not stored unless it has a `noticeSeq`. */
export function publishNotice(
  bus: Bus,
  identifier: string,
  notify: Input<Notify>,
  target: { exceptDevice?: string; onlyDevice?: string } = {},
): void {
  bus.publish(subjects.person(identifier), { kind: 'notice', notify, ...target });
}

const noCounts: BusCounts = { published: 0, dropped: 0, received: 0, unreadable: 0 };

/** The bus of a single gateway. It never disconnects, so no reconnect is ever reported. */
export function createLocalBus(): Bus {
  const listeners = new Map<string, Set<Listener>>();
  return {
    publish(subject, hint) {
      for (const listener of listeners.get(subject) ?? []) listener(hint);
    },
    subscribe(subject, listener) {
      const all = listeners.get(subject) ?? new Set();
      listeners.set(subject, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0 && listeners.get(subject) === all) listeners.delete(subject);
      };
    },
    flush: () => null,
    onReconnect() {},
    connection: () => 'local',
    counts: () => noCounts,
  };
}
