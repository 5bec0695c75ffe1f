// The input and output of a system command's effect on the database.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import type { CommandBodies, MessageCommandId } from '@amber/proto/systemCommands';
import type { Selectable } from 'kysely';
import type { Transaction } from '../../../db/store.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Membership } from '../../members/membership.ts';
import type { Pictures } from '../../../pictures/pictures.ts';
import type { DeviceRef } from '../../sync/storedRows.ts';

/**
 * The input of an effect. The command already has its position and its conversation is locked; an effect that throws
 * rolls all of this back.
 */
export interface CommandContext {
  tx: Transaction;
  conversation: Selectable<Tables['conversation']>;
  /** The conversation's members; the actor is one of them. */
  members(): Promise<ReadonlySet<string>>;
  actor: DeviceRef;
  isOwner: boolean;
  targets: readonly string[];
  /** The message that the command targets, if any. */
  target: Selectable<Tables['message']> | undefined;
  /** The client's body, of any shape; null when sealed. */
  body: Record<string, unknown> | null;
  seq: number;
  now: number;
  limits: Limits;
  membership: Membership;
  pictures: Pick<Pictures, 'check'>;
}

/** The body as the effect rewrote it, where it differs from the client's. */
export interface CommandOutcome<Id extends MessageCommandId = MessageCommandId> {
  body?: CommandBodies[Id];
  targets?: readonly string[];
  /** The new membership version, and the people whose conversations changed. */
  membersVersion?: number;
  people?: readonly string[];
}

export type CommandEffect<Id extends MessageCommandId> = (context: CommandContext) => Promise<CommandOutcome<Id>>;

/** A body's text. @throws Fault BAD_REQUEST when it is not text, or longer than `max` characters. */
export function textOf(value: unknown, max: number): string {
  if (typeof value !== 'string' || [...value].length > max) throw new Fault('BAD_REQUEST');
  return value;
}

/** Returns the value, if it is a boolean. @throws Fault BAD_REQUEST */
export function booleanOf(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new Fault('BAD_REQUEST');
  return value;
}

/** Checks that all targets are members. @throws Fault BAD_REQUEST when one is not. */
export async function checkMembers({ targets, members: read }: CommandContext): Promise<void> {
  const members = await read();
  if (!targets.every((identifier) => members.has(identifier))) throw new Fault('BAD_REQUEST');
}
