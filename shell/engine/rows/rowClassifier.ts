// Decides how each row of a conversation is handled. In an encrypted chat its encrypted content decides, never its
// unencrypted fields.
import type { ChangeRow, ConversationRow, MessageRow } from '@amber/client/db';
import type { Content, Device, Row } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { isMessageCommand, systemCommands } from '@amber/proto/systemCommands';
import { isUnreadableReason, unreadableReasons } from '@amber/proto/unreadable';
import { problemEvent } from '../kit/problemEvent.ts';
import type { Command } from './command.ts';
import { handlingOf } from './protocolTypes.ts';
import { isSealed } from './people/privateChats.ts';
import { newContent } from './newContent.ts';
import {
  confirmCommand,
  confirmMessage,
  isResendable,
  isSameDevice,
  type OpenedContent,
  type OpenedRow,
  toCommand,
  toMessage,
  unreadableReasonOf,
} from './messageOfRow.ts';
import { type Arrival, isReceived } from './missing.ts';
import type { AfterCommit } from './write.ts';

/**
 * `words`: an edit of a message that cannot be changed here becomes a message of its own. `nothing`: the row is not
 * shown.
 */
type RowHandling = 'message' | 'command' | 'control' | 'words' | 'nothing';

type ReadableRow = Omit<OpenedRow, 'content'> & { content: Content };

/** The commands that an unknown device may send: their handler checks itself whether to trust it. */
const allowedFromUnapproved: ReadonlySet<string> = new Set(['ownDevices']);

/** Changes of messages. One that could not be decrypted is stored without effect, until its author resends it. */
const changeCommands: ReadonlySet<string> = new Set(['withdraw', 'edit', 'reaction']);

const emptyContent = ({ id, sender, timestamp }: Row): Content => newContent({ id, sender, timestamp });

/** Turns an edit into a message. */
const editAsMessage = <P extends ReadableRow>({ content, ...openedRow }: P): P =>
  ({
    ...openedRow,
    editOf: content.targets[0],
    content: { ...content, type: 'text', cmdId: '', targets: [] },
  }) as unknown as P;

/** What becomes of rows, in their order. */
interface ClassifiedRows {
  messages: MessageRow[];
  commands: Command[];
  controls: OpenedRow[];
  arrivals: Arrival[];
  /** The id of the last message of this account that the other person has read, if an envelope says so. */
  peerReadId: string;
}

interface ClassifierPorts {
  rows: readonly Row[];
  opened: readonly (OpenedContent | null)[];
  /** The commands that this device has written under these ids, while they wait for their positions. */
  pendingOwn: readonly (Content | undefined)[];
  /** The messages and changes that are stored under the rows' ids. */
  existing: readonly (MessageRow | undefined)[];
  changes: readonly (ChangeRow | undefined)[];
  conversation: ConversationRow | undefined;
  me: Device;
  /** When this device's keys were created. */
  keysCreatedAt: number;
  /** Whether this device waits for approval: nothing is encrypted for it then, so nothing counts as missing. */
  awaitsApproval: boolean;
}

export function createRowClassifier({
  rows,
  opened,
  pendingOwn,
  existing,
  changes,
  conversation,
  me,
  keysCreatedAt,
  awaitsApproval,
}: ClassifierPorts) {
  const isPrivate = conversation?.type === 'private';
  const isSealedHere = conversation !== undefined && isSealed(conversation, me);

  /** An own message is taken from this device, not from a row with the same id. */
  const openedAt = (index: number): OpenedContent | null => {
    const written = isSameDevice(rows[index]!.sender, me) ? pendingOwn[index] : undefined;
    if (!written) return opened[index] ?? null;
    return isPrivate || !opened[index] ? { content: written, own: true } : opened[index];
  };

  const edited = rows.flatMap((_, index) => {
    const { cmdId = '', targets = [] } = openedAt(index)?.content ?? {};
    return cmdId === 'edit' ? targets.slice(0, 1) : [];
  });

  function placed(index: number): Omit<OpenedRow, 'content'> & { content: Content | null } {
    const row = rows[index]!;
    const { content = null, fault, envelope, own, untrusted } = openedAt(index) ?? {};
    // A command of a device that waits for consent counts as unreadable, and is requested again once the consent is
    // given.
    const isIgnored = untrusted && content?.cmdId && !allowedFromUnapproved.has(content.cmdId);
    const code = fault?.code ?? (isIgnored ? 'untrusted_identity' : '');
    const isElsewhere = existing[index] && existing[index].conversationId !== row.conversationId;
    const unreadable = awaitsApproval && code === 'withheld' ? 'sent_before_this_device' : code;
    const reason = isElsewhere
      ? 'does_not_match'
      : content
        ? isUnreadableReason(unreadable) && unreadable
        : existing[index]
          ? undefined
          : unreadableReasonOf(row, keysCreatedAt);
    return {
      row,
      content,
      ...(reason && { fault: reason }),
      envelope: reason ? undefined : envelope,
      own: own === true,
      untrusted: untrusted === true,
      aside: isSealedHere && content !== null && !content.encrypted && !reason && !own,
    };
  }

  /**
   * Whether the target of an edit is here and was encrypted as a whole. Otherwise a relabelled row could pass for an
   * edit.
   */
  function isEditable(id: string, targets: readonly (MessageRow | undefined)[]): boolean {
    const at = rows.findIndex((row) => row.id === id);
    if (at >= 0 && !existing[at]) {
      const inBatch = openedAt(at);
      // A target without a copy is shown as unreadable: it was withdrawn meanwhile, or can be resent.
      return inBatch === null || inBatch.fault !== undefined || inBatch.envelope !== undefined;
    }
    const target = targets.find((one) => one?.id === id);
    return target !== undefined && (target.form === 1 || target.unreadable !== undefined || target.seq === 0);
  }

  function handling(
    { row, content, fault, envelope, own }: ReadableRow,
    targets: readonly (MessageRow | undefined)[],
    deleted: ReadonlySet<string>,
  ): RowHandling {
    const stored = existing[rows.indexOf(row)];
    // A row with the id of another conversation's message would overwrite that one.
    if (stored && stored.conversationId !== row.conversationId) return 'nothing';
    if (fault === 'does_not_match') return 'message';
    const protocolHandling = handlingOf({ ...row, content });
    if (protocolHandling === 'keep') return 'message';
    const isKnown = envelope !== undefined || own === true;
    if (protocolHandling === 'control') return isKnown ? 'control' : 'nothing';
    const { cmdId } = content;
    if (
      conversation &&
      isMessageCommand(cmdId) &&
      !(systemCommands[cmdId].in as readonly string[]).includes(conversation.type)
    )
      return 'nothing';
    if (fault) return changeCommands.has(cmdId) && fault !== 'duplicate' ? 'command' : 'nothing';
    const isAuthentic = isKnown || (!isSealedHere && !content.encrypted);
    if (!isSealedHere && isAuthentic) return 'command';
    const [target = ''] = content.targets;
    const isDeleted = cmdId === 'edit' && deleted.has(target);
    if (isAuthentic && (cmdId !== 'edit' || isDeleted || isEditable(target, targets))) return 'command';
    if (isDeleted) return 'nothing';
    // Without a copy, or if the copy was deleted with its message, there is no text to show.
    return cmdId === 'edit' && (row.copy === 'open' || row.copy === 'queued') ? 'words' : 'nothing';
  }

  /**
   * Decides what each row becomes, requests the resend of unreadable rows, and logs problems. `targets` are the stored
   * messages that `edited` names; `deleted` are those of them, and of the rows, that were deleted on this device.
   */
  function classify(
    targets: readonly (MessageRow | undefined)[],
    deleted: ReadonlySet<string>,
    now: number,
    { emit, requestResend }: Pick<AfterCommit, 'emit' | 'requestResend'>,
  ): ClassifiedRows {
    const messages: MessageRow[] = [];
    const commands: Command[] = [];
    const controls: OpenedRow[] = [];
    const arrivals: Arrival[] = [];
    let peerReadId = '';
    const readSeq = conversation?.readSeq ?? 0;
    rows.forEach((row, index) => {
      const openedRow = placed(index);
      const { content, fault: reason, envelope, untrusted, aside } = openedRow;
      arrivals.push({
        row,
        envelope: untrusted ? undefined : envelope,
        isReceived: content !== null && isReceived({ cmdId: content.cmdId, aside, fault: reason }),
      });
      if (deleted.has(row.id)) return;
      const stored = existing[index];
      const lostAt = reason && { lostAt: now };
      const logProblem = (code: string) => emit(problemEvent('row', new Fault(code), row.id));
      if (content === null) {
        if (stored) messages.push(confirmMessage(stored, row));
        else if (changes[index]) commands.push(confirmCommand(changes[index], row));
        else messages.push({ ...toMessage({ ...openedRow, content: emptyContent(row) }, me, readSeq), ...lostAt });
      } else {
        const readableRow = { ...openedRow, content };
        if (envelope?.read && row.sender?.identifier !== me.identifier) peerReadId = envelope.read;
        switch (handling(readableRow, targets, deleted)) {
          case 'command':
            commands.push({ ...toCommand(readableRow, me), ...lostAt });
            break;
          case 'control':
            controls.push(readableRow);
            break;
          case 'words':
            if (!stored) messages.push(toMessage(editAsMessage(readableRow), me, readSeq));
            break;
          case 'nothing':
            // A command without a copy for this device is normal.
            if (row.copy !== 'none') logProblem(reason ?? 'does_not_match');
            break;
          case 'message':
            messages.push(stored ? confirmMessage(stored, row) : { ...toMessage(readableRow, me, readSeq), ...lostAt });
        }
      }
      if (reason && !stored && isResendable(row, reason, me)) requestResend();
      if (reason && !stored && !unreadableReasons[reason].expected) logProblem(reason);
    });
    return { messages, commands, controls, arrivals, peerReadId };
  }

  return { edited, classify };
}
