// Hints between the parts of a gateway, and later between gateways. A lost hint costs delay, never a message.
import type { Input, Notify, RobotMessage } from '@amber/proto';
import type { StoredRow } from './storedRow.ts';

export type Hint =
  /** A conversation has rows up to `toSeq`; the hint may carry them. */
  | { kind: 'rows'; conversation: string; toSeq: number; membersVersion: number; rows: StoredRow[] }
  /** This person's memberships changed. */
  | { kind: 'membership' }
  /** Transient news from one member to the others of a conversation. */
  | { kind: 'typing'; conversation: string; identifier: string; typing: boolean }
  /** A part of an answer that is being written. */
  | { kind: 'chunk'; chunk: RobotMessage }
  /** A part of an answer that is stored nowhere, for one device. */
  | { kind: 'preview'; chunk: RobotMessage; device: string }
  /** This preview is to end; `others`: all of this person's but this one. */
  | { kind: 'stopPreview'; id: string; others: boolean }
  /** A member wants no more of the answer. */
  | { kind: 'stopStream'; conversation: string }
  /** News for this person's devices. */
  | { kind: 'notice'; notify: Input<Notify>; exceptDevice?: string; onlyDevice?: string }
  /** This person has read a conversation further, on this device. */
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
  /** Hints may have been lost until now. */
  onReconnect(listener: () => void): void;
}

export const subjects = {
  conversation: (id: string) => `c.${id}`,
  person: (identifier: string) => `u.${identifier}`,
  /** New rows and reads of all conversations. */
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
