// Rows written by the gateway: the change that a call made in a group, as a message of that group.
import { randomBytes } from 'node:crypto';
import { encode } from '@amber/proto/codec';
import type { CommandBodies, MessageCommandId, PersonNamed } from '@amber/proto/systemCommands';
import type { StoredRow } from '../../core/storedRow.ts';
import type { DeviceRef } from '../sync/storedRows.ts';
import type { Transaction } from '../../db/store.ts';

/** A new message id of 24 characters, like the ids that clients create. */
export const newMessageId = (): string => randomBytes(18).toString('base64url');

/** These people's current names, in the order of `identifiers`; unknown people are left out. */
export async function profilesOf(tx: Transaction, identifiers: readonly string[]): Promise<PersonNamed[]> {
  if (identifiers.length === 0) return [];
  const found = await tx
    .selectFrom('person')
    .select(['identifier', 'last_name as lastName', 'avatar'])
    .where('identifier', 'in', identifiers)
    .execute();
  const byIdentifier = new Map(found.map((person) => [person.identifier, person]));
  return identifiers.flatMap((identifier) => byIdentifier.get(identifier) ?? []);
}

interface SystemRow<Id extends MessageCommandId> {
  conversation: string;
  actor: DeviceRef;
  cmdId: Id;
  targets?: string[];
  body: CommandBodies[Id];
  ts: number;
}

/** Appends the row to a conversation that this transaction has locked. */
export async function appendSystemRow<Id extends MessageCommandId>(
  tx: Transaction,
  { conversation, actor, cmdId, targets = [], body, ts }: SystemRow<Id>,
): Promise<StoredRow> {
  const {
    type,
    epoch,
    last_seq: seq,
  } = await tx
    .updateTable('conversation')
    .set((row) => ({ last_seq: row('last_seq', '+', 1) }))
    .where('id', '=', conversation)
    .returning(['type', 'epoch', 'last_seq'])
    .executeTakeFirstOrThrow();
  const id = newMessageId();
  const content = Buffer.from(
    encode('Content', {
      id,
      type: cmdId,
      cmdId,
      targets,
      message: JSON.stringify(body),
      timestamp: ts,
      sender: { identifier: actor.identifier, deviceId: actor.device },
    }),
  );
  const values = {
    conversation,
    seq,
    id,
    sender: actor.identifier,
    device: actor.device,
    ts,
    sealed: false,
    body: content,
  };
  await tx
    .insertInto('message')
    .values({ ...values, cmd_id: cmdId })
    .execute();
  return { ...values, type, epoch, copies: [], anonymous: false, withdrawn: false, cmd_id: cmdId, target: null };
}
