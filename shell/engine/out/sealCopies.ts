// Encrypts messages for each receiving device, and handles copies that cannot be encrypted.
import type { ConversationRow, CopyFailure } from '@amber/client/db';
import type { Content, Device } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { isUnreadableReason } from '@amber/proto/unreadable';
import type { AccountContext } from '../kit/accountContext.ts';
import { isSameDevice } from '../rows/messageOfRow.ts';
import { putLocalLine } from '../rows/systemLines.ts';
import { envelopeContextOf } from '../rows/envelopeContext.ts';
import type { SealedCopies, Sealer } from '../sealing/sealer.ts';
import type { QueuedRow } from './queuedRows.ts';

/** The encryption functions that sending needs. */
export interface Sealing extends Pick<Sealer, 'sealAll'> {
  /** Returns the chat's setting for copies that cannot be encrypted. */
  unencryptedPolicyOf(conversation: ConversationRow): Promise<'always' | 'ask' | 'never'>;
}

export interface SealCopiesPorts extends Pick<AccountContext, 'db' | 'me' | 'clock'> {
  sealing: Sealing;
}

/** The fault of a message with a copy that cannot be encrypted and may not be sent in plaintext. */
const faultOfRule = { ask: 'UNENCRYPTED_ASK', never: 'UNENCRYPTED_NEVER' } as const;

const toCopyFailure = ({
  device: { identifier, deviceId },
  fault: { code },
}: SealedCopies['plain'][number]): CopyFailure => ({
  identifier,
  deviceId,
  reason: isUnreadableReason(code) ? code : 'bad_mac',
});

/** A row of the outbox with its content. */
export type QueuedMessage = QueuedRow & { content: Content };

/** Creates a copy without text, from which the device learns that a message was not encrypted for it. */
export const createWithheldCopy = (content: Content, to: Device): Content => ({
  ...content,
  message: '',
  encrypted: false,
  to,
});

export function createSealCopies({ db, me, clock, sealing }: SealCopiesPorts) {
  /**
   * Returns the copies of one message. A copy that cannot be encrypted is sent in plaintext if the chat's setting
   * allows that, which is recorded before sending; system commands are never sent in plaintext.
   * @throws Fault UNENCRYPTED_ASK, UNENCRYPTED_NEVER.
   */
  async function copiesOf(
    { content: written, allowUnencrypted }: QueuedMessage,
    { copies, plain, dropped, older, leftOut }: SealedCopies,
    conversation: ConversationRow,
  ): Promise<Content[]> {
    const withheldCopies = [...dropped, ...leftOut.map(({ device }) => device)].map((device) =>
      createWithheldCopy(written, device),
    );
    if (older.length + leftOut.length > 0 && !written.cmdId)
      await db.messages.update(written.id, {
        ...(older.length > 0 && { olderCopies: older }),
        ...(leftOut.length > 0 && { leftOut: leftOut.map(toCopyFailure) }),
      });
    if (plain.length === 0) return [...copies, ...withheldCopies];
    if (written.cmdId)
      return [
        ...copies.filter(({ encrypted }) => encrypted),
        ...plain.map(({ device }) => createWithheldCopy(written, device)),
        ...withheldCopies,
      ];
    const rule = allowUnencrypted ? 'always' : await sealing.unencryptedPolicyOf(conversation);
    const unsealed = plain.map(toCopyFailure);
    if (rule !== 'always') {
      await db.messages.update(written.id, { unsealed });
      throw new Fault(faultOfRule[rule]);
    }
    await recordPlainCopies(written, conversation, unsealed);
    return [...copies, ...withheldCopies];
  }

  /**
   * Returns the copies of messages that are sent together, or the fault of each that cannot be sent. A message for one
   * device (`to`) is sent alone, and the other devices get copies without text.
   * @throws Fault of `Sealer.sealAll`, for all of them.
   */
  async function seal(
    all: readonly QueuedMessage[],
    conversation: ConversationRow,
    known: Device[],
  ): Promise<(Content[] | Fault)[]> {
    const target = all[0]?.content.to;
    const devices = target ? known.filter((device) => isSameDevice(device, target)) : known;
    if (target && devices.length === 0) return [new Fault('NO_MESSAGE')];
    const others = known.filter((device) => !devices.includes(device));
    const context = await envelopeContextOf(db, me, conversation.conversionId);
    const sealed = await sealing.sealAll(
      context,
      all.map(({ content }) => ({ ...content, encrypted: true })),
      devices,
    );
    const results: (Content[] | Fault)[] = [];
    for (const [index, written] of all.entries()) {
      results.push(
        await copiesOf(written, sealed[index]!, conversation).then(
          (copies) => [...copies, ...others.map((device) => createWithheldCopy(written.content, device))],
          (thrown: unknown) => {
            const fault = Fault.of(thrown);
            if (fault.kind !== 'business') throw thrown;
            return fault;
          },
        ),
      );
    }
    return results;
  }

  /**
   * Records plaintext copies on the message, and once a day as a line of the chat. The message stays marked for good.
   */
  async function recordPlainCopies(
    { id }: Content,
    { conversionId: conversationId }: ConversationRow,
    failed: CopyFailure[],
  ): Promise<void> {
    const at = clock.now();
    const lineId = `plainSent ${conversationId} ${new Date(at).toISOString().slice(0, 10)}`;
    await db.transaction('rw', db.messages, async () => {
      const message = await db.messages.get(id);
      if (!message) return;
      const before = (message.plainCopies ?? []).filter(
        (one) => !failed.some(({ deviceId }) => deviceId === one.deviceId),
      );
      await db.messages.update(id, { plainCopies: [...before, ...failed] });
      if (!(await db.messages.get(lineId)))
        await putLocalLine(db, { id: lineId, conversationId, cmdId: 'plainSent', actor: me.identifier, at });
    });
  }

  return seal;
}
