// What each row of a conversation may do here. In a sealed chat its sealed content decides, never its clear fields.
import type { ConversationRow, MessageRow } from '@amber/client/db';
import type { Content, Device, Row } from '@amber/proto';
import { isMessageCommand, systemCommands } from '@amber/proto/systemCommands';
import { isUnreadableReason } from '@amber/proto/unreadable';
import { handlingOf } from './protocolTypes.ts';
import { isSealed } from './people/privateChats.ts';
import type { Opened } from './opened.ts';
import { newContent } from './content.ts';
import { isSame, type Placed, reasonWithout } from './messageOfRow.ts';

/**
 * `words`: an edit of a message that cannot be changed here becomes a message itself. `nothing`: it is not shown
 * either.
 */
type Handling = 'message' | 'command' | 'control' | 'words' | 'nothing';

type Said = Omit<Placed, 'content'> & { content: Content };

/** What a device that this one does not know may say: that one decides itself whether it counts. */
const fromUnapproved: ReadonlySet<string> = new Set(['ownDevices']);

/** Changes of messages: one that could not be opened is kept, without effect until its author resends it. */
const changes: ReadonlySet<string> = new Set(['withdraw', 'edit', 'reaction']);

export const emptyContent = ({ id, sender, timestamp }: Row): Content => newContent({ id, sender, timestamp });

/** An edit, turned into a message. */
export const asWords = <P extends Said>({ content, ...placed }: P): P =>
  ({
    ...placed,
    editOf: content.targets[0],
    content: { ...content, type: 'text', cmdId: '', targets: [] },
  }) as unknown as P;

interface JudgePorts {
  rows: readonly Row[];
  opened: readonly (Opened | null)[];
  /** The commands that this device has written under these ids, while they wait for their places. */
  waiting: readonly (Content | undefined)[];
  existing: readonly (MessageRow | undefined)[];
  conversation: ConversationRow | undefined;
  me: Device;
  /** This device waits for approval: nothing is sealed for it, and that is no loss. */
  waits: boolean;
}

export function createJudge({ rows, opened, waiting, existing, conversation, me, waits }: JudgePorts) {
  const isPrivate = conversation?.type === 'private';
  const isSealedHere = conversation !== undefined && isSealed(conversation, me);

  /** This device's own messages are taken from here, not from a row with the same id. */
  const openedAt = (index: number): Opened | null => {
    const written = isSame(rows[index]!.sender, me) ? waiting[index] : undefined;
    if (!written) return opened[index] ?? null;
    return isPrivate || !opened[index] ? { content: written, own: true } : opened[index];
  };

  const edited = rows.flatMap((_, index) => {
    const { cmdId = '', targets = [] } = openedAt(index)?.content ?? {};
    return cmdId === 'edit' ? targets.slice(0, 1) : [];
  });

  function placed(index: number, keysMade: number): Omit<Placed, 'content'> & { content: Content | null } {
    const row = rows[index]!;
    const { content = null, fault, said, own, untrusted } = openedAt(index) ?? {};
    // A command of a device that waits for consent counts as one that could not be opened: it is requested when consent
    // is given.
    const isIgnored = untrusted && content?.cmdId && !fromUnapproved.has(content.cmdId);
    const code = fault?.code ?? (isIgnored ? 'untrusted_identity' : '');
    const isElsewhere = existing[index] && existing[index].conversationId !== row.conversationId;
    const unreadable = waits && code === 'withheld' ? 'sent_before_this_device' : code;
    const reason = isElsewhere
      ? 'does_not_match'
      : content
        ? isUnreadableReason(unreadable) && unreadable
        : existing[index]
          ? undefined
          : reasonWithout(row, keysMade);
    return {
      row,
      content,
      ...(reason && { fault: reason }),
      said: reason ? undefined : said,
      own: own === true,
      untrusted: untrusted === true,
      aside: isSealedHere && content !== null && !content.encrypted && !reason && !own,
    };
  }

  /** Whether an edit finds its message here, sealed as a whole: otherwise a relabelled row could pass for an edit. */
  function isEditable(id: string, targets: readonly (MessageRow | undefined)[]): boolean {
    const at = rows.findIndex((row) => row.id === id);
    if (at >= 0 && !existing[at]) {
      const said = openedAt(at);
      // One without a copy is shown as unreadable: taken back meanwhile, or to be resent.
      return said === null || said.fault !== undefined || said.said !== undefined;
    }
    const target = targets.find((one) => one?.id === id);
    return target !== undefined && (target.form === 1 || target.unreadable !== undefined || target.seq === 0);
  }

  function handling({ row, content, fault, said, own }: Said, targets: readonly (MessageRow | undefined)[]): Handling {
    const here = existing[rows.indexOf(row)];
    // With the id of another chat's message it would overwrite that one.
    if (here && here.conversationId !== row.conversationId) return 'nothing';
    if (fault === 'does_not_match') return 'message';
    const how = handlingOf({ ...row, content });
    if (how === 'keep') return 'message';
    const isKnown = said !== undefined || own === true;
    if (how === 'control') return isKnown ? 'control' : 'nothing';
    const { cmdId } = content;
    if (
      conversation &&
      isMessageCommand(cmdId) &&
      !(systemCommands[cmdId].in as readonly string[]).includes(conversation.type)
    )
      return 'nothing';
    if (fault) return changes.has(cmdId) && fault !== 'duplicate' ? 'command' : 'nothing';
    const counts = isKnown || (!isSealedHere && !content.encrypted);
    if (!isSealedHere && counts) return 'command';
    if (counts && (cmdId !== 'edit' || isEditable(content.targets[0] ?? '', targets))) return 'command';
    // Without a copy, or with one that was deleted with its message, there are no words.
    return cmdId === 'edit' && (row.copy === 'open' || row.copy === 'queued') ? 'words' : 'nothing';
  }

  return { edited, placed, handling };
}
