// Hints between the parts of a gateway, and later between gateways. A lost hint causes a delay, never a lost message.
import type { Input, Notify, RobotMessage } from '@amber/proto';
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
  /** This person's read position in a conversation advanced, on this device. */
  | { kind: 'seen'; conversation: string; identifier: string; device: string }
  /** A session has ended. */
  | { kind: 'revoked'; family: string }
  /** The remotes' releases, or their rollout, changed. */
  | { kind: 'registry'; revision: number };

type Listener = (hint: Hint) => void;

export interface Bus {
  publish(subject: string, hint: Hint): void;
  /** Returns a function that unsubscribes. */
  subscribe(subject: string, listener: Listener): () => void;
  /** Called when hints may have been lost. */
  onReconnect(listener: () => void): void;
}

export const subjects = {
  conversation: (id: string) => `c.${id}`,
  person: (identifier: string) => `u.${identifier}`,
  /** New rows and read positions of all conversations. */
  activity: 'a',
  sessions: 's',
  registry: 'r',
};

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
    onReconnect() {},
  };
}
