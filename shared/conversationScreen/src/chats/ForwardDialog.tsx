// The dialog that forwards messages to other chats.
import { savedMessages } from '@amber/client/conversationName';
import { isOwnChat, type MessageRow } from '@amber/client/rows';
import { engine, newMessageId, showToast } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { useSession } from '@amber/client/session';
import { showError } from '@amber/client/showError';
import type { PreparedFile } from '@amber/conversation/preparedFile';
import { prepareFile } from '@amber/conversation/prepareFile';
import { fileTypes } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { SearchField } from '@amber/ui/SearchField';
import { useState } from 'react';
import { chatEntries, filterEntries } from './chatEntries.ts';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { CheckOption } from '../people/CheckOption.tsx';
import { words } from '../words/gen/forward.ts';
import styles from '../people/PeoplePicker.module.css';

interface ForwardDialogProps {
  /** Texts to send, oldest first. */
  texts?: readonly string[];
  /** Messages to forward, oldest first. */
  messages?: readonly MessageRow[];
  /** Creates a picture to send before the texts; null if that fails. */
  picture?: () => Promise<File | null>;
  onClose(): void;
}

const types: readonly string[] = fileTypes;

/** Stands for the chat with oneself, which may not exist yet. */
const ownChat = 'saved';

/** A dialog in which the user chooses the chats. */
export function ForwardDialog({ texts = [], messages = [], picture, onClose }: ForwardDialogProps) {
  const me = useSession()?.identifier ?? '';
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const live = useLive(
    async (db) => {
      const others = (await db.conversations.toArray()).filter((one) => !isOwnChat(one, me));
      const { name, avatar } = savedMessages;
      const saved = { id: ownChat, identifier: me, name, originalName: '', avatar, isBot: false };
      return [saved, ...chatEntries(others, { me, drafts: [] })];
    },
    [me],
  );
  // A bot reads only text.
  const hasFile = picture !== undefined || messages.some(({ content }) => types.includes(content.type));
  const entries =
    live.status === 'ready' ? filterEntries(live.rows, typed).filter(({ isBot }) => !isBot || !hasFile) : [];
  const isFull = chosen.length >= limits.forwardChatsMax;
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const sendTo = async (conversationId: string, prepared: PreparedFile | null) => {
    // The messages are sent one after the other, so that they arrive in this order in each chat.
    if (prepared) await engine.sendFile({ id: newMessageId(), conversationId, ...prepared });
    for (const text of texts)
      await engine.send({ id: newMessageId(), conversationId, type: 'text', body: { text, forwarded: true } });
    if (messages.length > 0)
      await engine.forward({ conversationId, messages: messages.map(({ id }) => ({ id: newMessageId(), of: id })) });
  };
  const send = async () => {
    onClose();
    try {
      const file = (await picture?.().catch(() => null)) ?? null;
      const prepared = file && (await prepareFile(file));
      for (const id of chosen) {
        const { conversationId } =
          id === ownChat ? await engine.openPrivateChat({ identifier: me }) : { conversationId: id };
        await sendTo(conversationId, prepared);
      }
      showToast('success', words.forwarded({ count: chosen.length }));
    } catch (thrown) {
      showError(thrown);
    }
  };
  return (
    <Dialog
      title={words.forwardTo}
      open
      onOpenChange={(next) => !next && onClose()}
      cancel
      actions={
        <Button variant="primary" disabled={chosen.length === 0} onClick={() => void send()}>
          {words.forward}
        </Button>
      }
    >
      <div className={styles.picker}>
        <SearchField label={words.findChats} value={typed} onChange={setTyped} />
        <div className={styles.offered} role="group" aria-label={words.chats}>
          <QueryStatus request={live} rows={4} />
          {entries.map(({ id, identifier, name, avatar }) => (
            <CheckOption
              key={id}
              identifier={identifier}
              name={name}
              avatar={avatar}
              isChosen={chosen.includes(id)}
              disabled={isFull && !chosen.includes(id)}
              onToggle={() => toggle(id)}
            />
          ))}
          {live.status === 'ready' && entries.length === 0 && <p className={styles.nothing}>{words.noSuchName}</p>}
        </div>
        {isFull && (
          <p className={styles.nothing} role="status">
            {words.tooMany({ most: limits.forwardChatsMax })}
          </p>
        )}
      </div>
    </Dialog>
  );
}
