// Hints between the parts of a gateway, and later between gateways. A lost hint costs delay, never a message.
import type { Input, Notify } from '@amber/proto';
import type { StoredRow } from '../sync/storedRows.ts';

export type Hint =
  /** A conversation has rows up to `toSeq`; they may come along. */
  | { kind: 'rows'; conversation: string; toSeq: number; membersVersion: number; rows: StoredRow[] }
  /** This person's memberships changed. */
  | { kind: 'membership' }
  /** Passing news of one of its people for the others of a conversation. */
  | { kind: 'typing'; conversation: string; identifier: string; typing: boolean }
  /** News for this person's devices. */
  | { kind: 'notice'; notify: Input<Notify>; exceptDevice?: string; onlyDevice?: string }
  /** A session has ended. */
  | { kind: 'revoked'; family: string }
  /** The releases of the remotes, or what is offered of them, changed. */
  | { kind: 'registry'; revision: number };

type Listener = (hint: Hint) => void;

export interface Bus {
  publish(subject: string, hint: Hint): void;
  /** Returns the way to end it. */
  subscribe(subject: string, listener: Listener): () => void;
  /** Hints may have been lost until now. */
  onReconnect(listener: () => void): void;
}

export const subjects = {
  conversation: (id: string) => `c.${id}`,
  person: (identifier: string) => `u.${identifier}`,
  sessions: 's',
  registry: 'r',
};

/** Tells of rows of one conversation that follow each other and have been committed. */
export function publishRows(bus: Bus, membersVersion: number, rows: StoredRow[]): void {
  const { conversation, seq: toSeq } = rows.at(-1)!;
  bus.publish(subjects.conversation(conversation), { kind: 'rows', conversation, toSeq, membersVersion, rows });
}

/** The bus of a gateway that is alone. It is never away, so nobody hears of a reconnect. */
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
