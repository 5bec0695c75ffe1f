// What a system command's effect is given, and what it tells.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import type { CommandBodies, MessageCommandId } from '@amber/proto/systemCommands';
import type { Selectable, Transaction } from 'kysely';
import type { Tables } from '../../../store/tables.ts';
import type { Membership } from '../../members/membership.ts';
import type { Reader } from '../../sync/storedRows.ts';

/** The command has its place and its conversation is locked: an effect that throws takes all of it back. */
export interface CommandContext {
  tx: Transaction<Tables>;
  conversation: Selectable<Tables['conversation']>;
  /** The conversation's members; the actor is one of them. */
  members(): Promise<ReadonlySet<string>>;
  actor: Reader;
  isOwner: boolean;
  targets: readonly string[];
  /** The message that it is about, where it is about one. */
  target: Selectable<Tables['message']> | undefined;
  /** What the client says, of any shape; null where it is sealed. */
  body: Record<string, unknown> | null;
  seq: number;
  now: number;
  limits: Limits;
  membership: Membership;
}

/** What the effect has made of the command, where that is not what the client said. */
export interface CommandOutcome<Id extends MessageCommandId = MessageCommandId> {
  body?: CommandBodies[Id];
  targets?: readonly string[];
  /** The membership's new version, and whose conversations it has changed. */
  membersVersion?: number;
  people?: readonly string[];
}

export type CommandEffect<Id extends MessageCommandId> = (context: CommandContext) => Promise<CommandOutcome<Id>>;

/** A body's text. @throws Fault BAD_REQUEST when it is none, or longer than `max` characters. */
export function textOf(value: unknown, max: number): string {
  if (typeof value !== 'string' || [...value].length > max) throw new Fault('BAD_REQUEST');
  return value;
}

/** @throws Fault BAD_REQUEST */
export function booleanOf(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new Fault('BAD_REQUEST');
  return value;
}

/** @throws Fault BAD_REQUEST when one of the targets is no member. */
export async function checkMembers({ targets, members: read }: CommandContext): Promise<void> {
  const members = await read();
  if (!targets.every((identifier) => members.has(identifier))) throw new Fault('BAD_REQUEST');
}
