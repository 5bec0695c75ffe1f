// Sends stored messages again in other conversations, their files without another upload.
import type { EngineCalls } from '@amber/client/bus';
import { isSealedMessage, type MessageRow } from '@amber/client/db';
import { type FileBody, readFile, readText } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { objectNameOf } from '@amber/proto/objectName';
import type { AccountContext } from '../kit/accountContext.ts';
import type { Outbox } from '../out/outbox.ts';
import type { OutgoingMessage } from '../out/writing.ts';
import { isSealed } from '../rows/people/privateChats.ts';

interface ForwardPorts extends Pick<AccountContext, 'db' | 'me'> {
  outbox: Pick<Outbox, 'sendAll'>;
  /** Downloads the file of a message, unless it is on this device. */
  fetchFile(id: string): Promise<void>;
}

/** A forwarded file up to this size is copied for its new message, so that the sender need not download it again. */
const copiedFileMax = 16 * 1_048_576;

/** Whether the message can be passed on: it can be read, and its sending device does not wait for consent. */
const isForwardable = ({ withdrawn, untrusted, unreadable, seq }: MessageRow): boolean =>
  !withdrawn && !untrusted && !unreadable && seq > 0;

/** Returns the text that the author has last given to a message, if it was edited. */
const editedText = ({ edited }: MessageRow) => edited && readText({ type: 'text', message: edited.message });

/** The body of the new message, without what belongs to the original's conversation: its quote and its mentions. */
function fileBodyOf(message: MessageRow, file: FileBody): FileBody {
  const { quote: _, mentions: _mentions, transcript: _transcript, album: _album, caption, ...body } = file;
  const current = editedText(message)?.text ?? caption;
  return { ...body, forwarded: true, ...(current && { caption: current }) };
}

const noLocation = { key: '', uri: '', digest: '' };

export function createForward({ db, me, outbox, fetchFile }: ForwardPorts): EngineCalls['forward'] {
  /** Returns the file itself, which is downloaded first if `isNeeded`. */
  async function readBlob(id: string, isNeeded: boolean): Promise<Blob | undefined> {
    if (isNeeded) await fetchFile(id);
    const blob = (await db.files.get(id))?.blob;
    return isNeeded || (blob && blob.size <= copiedFileMax) ? blob : undefined;
  }

  return async ({ conversationId, messages }) => {
    if (messages.length === 0) throw new Fault('BAD_REQUEST');
    if (messages.length > limits.forwardMessagesMax) throw new Fault('TOO_LARGE');
    const conversation = await db.conversations.get(conversationId);
    if (!conversation) throw new Fault('NOT_MEMBER');
    const sources = await db.messages.bulkGet(messages.map(({ of }) => of));
    const isTargetSealed = isSealed(conversation, me);
    const forwarded: (OutgoingMessage & { body: object; from?: string | undefined })[] = [];
    for (const [index, source] of sources.entries()) {
      const { id } = messages[index]!;
      if (!source || !isForwardable(source)) throw new Fault('NO_MESSAGE');
      const text = readText(source.content);
      if (text) {
        const body = { text: editedText(source)?.text ?? text.text, forwarded: true };
        forwarded.push({ id, type: 'text', body });
        continue;
      }
      const file = readFile(source.content);
      const objectName = file && objectNameOf(file.file.uri);
      if (!file || !objectName || conversation.type === 'robot') throw new Fault('NO_MESSAGE');
      // The gateway reads the keys in unencrypted chats. A key there must open nothing that is in an encrypted chat, and
      // nothing in an encrypted chat may have a key that the gateway knows.
      const keepsObject = isSealedMessage(source) === isTargetSealed;
      const body = fileBodyOf(source, file);
      forwarded.push({
        id,
        type: source.content.type,
        body: keepsObject ? body : { ...body, file: { ...body.file, ...noLocation } },
        blob: await readBlob(source.id, !keepsObject),
        ...(keepsObject && { objectName }),
        from: file.album && `${file.album.id} ${source.content.sender?.identifier ?? ''}`,
      });
    }
    await outbox.sendAll(conversationId, regroup(forwarded));
  };
}

/** Gives neighbours of one album a new album, of those that are forwarded. */
function regroup(
  messages: readonly (OutgoingMessage & { body: object; from?: string | undefined })[],
): OutgoingMessage[] {
  return messages.map(({ from, ...message }, index) => {
    if (!from) return message;
    let first = index;
    while (first > 0 && messages[first - 1]!.from === from) first -= 1;
    let last = index;
    while (messages[last + 1]?.from === from) last += 1;
    const count = last - first + 1;
    if (count === 1 || count > limits.albumMax) return message;
    const id = messages[first]!.id;
    return { ...message, album: id, body: { ...message.body, album: { id, index: index - first, count } } };
  });
}
