// Performs system commands: position, checks and effect are one transaction, so a refused command changes nothing.
import type { Content } from '@amber/proto';
import { readBody } from '@amber/proto/bodies';
import { decode, encode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { isMessageCommand, systemCommands } from '@amber/proto/systemCommands';
import { CompiledQuery, type Selectable } from 'kysely';
import { publishRows } from '../../core/bus.ts';
import { checkDeviceId, checkMessageId } from '../../core/checks.ts';
import { createConcurrencyLimit } from '../../core/concurrencyLimit.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';
import type { Transaction } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { CommandContext, CommandEffect } from './commands/command.ts';
import { commandEffects, type SentCommandId } from './commands/effects.ts';
import { currentMembers } from '../members/currentMembers.ts';
import type { Membership } from '../members/membership.ts';
import type { Pictures } from '../../pictures/pictures.ts';
import {
  faultOf,
  sendBatchText,
  sendBatchValues,
  storedRow,
  rowResultsOf,
  type SendBatchRow,
  type OutgoingMessage,
  type RowResult,
} from './sendBatch.ts';
import type { MessagePosition } from './sendQueue.ts';

export interface CommandRequest {
  /** The row that stores the command. */
  sending: OutgoingMessage;
  cmdId: string;
  targets: readonly string[];
  /** The content of an open row; null when the copies are sealed. */
  content: Content | null;
}

interface CommandPorts extends Pick<GatewayBase, 'db' | 'bus' | 'clock' | 'limits'> {
  membership: Membership;
  pictures: Pick<Pictures, 'check'>;
}

export type PerformCommand = ReturnType<typeof createPerformCommand>;

/** The number of database connections that commands may use at a time. */
const commandsAtOnce = 4;

const targetChecks = {
  message: checkMessageId,
  messages: checkMessageId,
  people: checkDeviceId,
  nothing: () => undefined,
};

/** Whether this command may target another command: a row that a device could not decrypt may have been one. */
const mayTargetCommand = (cmdId: SentCommandId): boolean => cmdId === 'resend';

/**
 * Returns the command's id, if people can send it in this type of conversation with these targets.
 * @throws Fault BAD_REQUEST, NO_AUTH.
 */
function validateCommand({ sending, cmdId, targets }: CommandRequest, limits: Limits): SentCommandId {
  if (!isMessageCommand(cmdId)) throw new Fault('BAD_REQUEST');
  const { by, about, ...row } = systemCommands[cmdId];
  if (by === 'gateway') throw new Fault('NO_AUTH');
  const targetsMax = { message: 1, messages: limits.resendMax, people: limits.groupMembersMax, nothing: 0 }[about];
  const isCountRight = about === 'nothing' ? targets.length === 0 : targets.length > 0 && targets.length <= targetsMax;
  if (!(row.in as readonly string[]).includes(sending.type) || !isCountRight) throw new Fault('BAD_REQUEST');
  targets.forEach(targetChecks[about]);
  return cmdId as SentCommandId;
}

export function createPerformCommand({ db, bus, clock, limits, membership, pictures }: CommandPorts) {
  const runLimited = createConcurrencyLimit({ count: commandsAtOnce, waitingMax: limits.sendQueueMax });

  /** Stores the row like any message, under the conversation's lock. @throws Fault when it is refused. */
  async function storeRow(tx: Transaction, sending: OutgoingMessage): Promise<RowResult> {
    const { rows } = await tx.executeQuery(
      CompiledQuery.raw(sendBatchText, sendBatchValues([sending], clock(), limits)),
    );
    const [result] = rowResultsOf(rows[0] as SendBatchRow, [sending]) as [RowResult];
    if (result.fault !== null) throw faultOf(result);
    return result;
  }

  const messageOf = (tx: Transaction, conversation: string, id: string) =>
    tx
      .selectFrom('message')
      .selectAll()
      .where('conversation', '=', conversation)
      .where('id', '=', id)
      .executeTakeFirst();

  /** The command's target. @throws Fault NO_MESSAGE when this member can see no such message. */
  async function targetOf(
    tx: Transaction,
    conversation: string,
    id: string,
    joinedSeq: number,
    cmdId: SentCommandId,
    isSealed: boolean,
  ): Promise<Selectable<Tables['message']>> {
    const target = await messageOf(tx, conversation, id);
    if (!target || target.seq <= joinedSeq) throw new Fault('NO_MESSAGE');
    // A device that misses a withdrawn message still gets a sealed reply that says so.
    if (target.withdrawn && !(cmdId === 'resend' && isSealed)) throw new Fault('NO_MESSAGE');
    if (target.cmd_id !== '' && !mayTargetCommand(cmdId)) throw new Fault('NO_MESSAGE');
    return target;
  }

  /** Checks the role that the command requires. @throws Fault NO_AUTH when this person may not send it. */
  function checkActor(cmdId: SentCommandId, { conversation, actor, isOwner, target }: CommandContext): void {
    const { by } = systemCommands[cmdId];
    const isAuthor = target?.sender === actor.identifier || (conversation.type === 'group' && isOwner);
    if ((by === 'owner' && !isOwner) || (by === 'author' && !isAuthor)) throw new Fault('NO_AUTH');
  }

  async function perform(tx: Transaction, cmdId: SentCommandId, { sending, targets, content }: CommandRequest) {
    const result = await storeRow(tx, sending);
    const { seq, epoch, ts } = result;
    const { conversation: id, sender: identifier, device } = sending;
    if (result.dup) {
      const existing = (await messageOf(tx, id, sending.id))!;
      return {
        sent: {
          seq,
          epoch,
          ts,
          content: existing.cmd_id !== '' && existing.body ? decode('Content', existing.body) : null,
        },
      };
    }
    const member = await tx
      .selectFrom('member')
      .selectAll()
      .where('conversation', '=', id)
      .where('identifier', '=', identifier)
      .executeTakeFirstOrThrow();
    const context: CommandContext = {
      tx,
      limits,
      membership,
      pictures,
      seq,
      targets,
      now: clock(),
      conversation: await tx.selectFrom('conversation').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      actor: { identifier, device },
      isOwner: member.role === 'owner',
      target:
        systemCommands[cmdId].about === 'message'
          ? await targetOf(tx, id, targets[0]!, member.joined_seq, cmdId, content === null)
          : undefined,
      body: content && readBody(content.message),
      members: async () => new Set((await currentMembers(tx, id)).keys()),
    };
    checkActor(cmdId, context);
    const outcome = await (commandEffects[cmdId] as CommandEffect<SentCommandId>)(context);
    // A command about one's own anonymous message, or sent while anonymous, must not reveal its sender.
    const anonymous =
      sending.anonymous ||
      (systemCommands[cmdId].anonymous === 'target' &&
        context.target!.anonymous &&
        context.target!.sender === identifier);
    const target = context.target?.id ?? null;
    const written = content && {
      ...content,
      anonymous,
      targets: [...(outcome.targets ?? targets)],
      message: outcome.body ? JSON.stringify(outcome.body) : content.message,
    };
    const body = written && Buffer.from(encode('Content', written));
    await tx
      .updateTable('message')
      .set({ cmd_id: cmdId, target, body, anonymous })
      .where('conversation', '=', id)
      .where('seq', '=', seq)
      .execute();
    return {
      sent: { seq, epoch, ts, content: written },
      stored: {
        row: { ...storedRow(sending, result), body, anonymous, cmd_id: cmdId, target },
        version: outcome.membersVersion ?? result.members_version,
        people: outcome.people ?? [],
      },
    };
  }

  /**
   * Stores and performs a command; resolves after the commit. Idempotent: a repeat returns the first result.
   * @throws Fault BAD_REQUEST, NO_AUTH, NOT_MEMBER, BLOCKED, DEVICES_CHANGED with a DevicesChanged, NO_MESSAGE,
   * BAD_NAME, OWNER_STAYS, GROUP_FULL; UNAVAILABLE when the queue is full.
   */
  return async (request: CommandRequest): Promise<MessagePosition & { content: Content | null }> => {
    const cmdId = validateCommand(request, limits);
    const { sent, stored } = await runLimited(() => db.transaction().execute((tx) => perform(tx, cmdId, request)));
    if (stored) {
      publishRows(bus, stored.version, [stored.row]);
      membership.publishChange(request.sending.conversation, stored.people);
    }
    return sent;
  };
}
