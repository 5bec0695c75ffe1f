// The dialog that forwards messages to other chats.
import { engine, newMessageId, showToast } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { useSession } from '@amber/client/session';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { prepareFile } from '@amber/conversation/prepareFile';
import { Fault } from '@amber/proto/faults';
import { Avatar } from '@amber/ui/Avatar';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { CheckIcon } from '@amber/ui/icons';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
import { SearchField } from '@amber/ui/SearchField';
import { Skeleton } from '@amber/ui/Skeleton';
import { useState } from 'react';
import { chatEntries, filterEntries } from './chatEntries.ts';
import { words } from '../words/gen/screen.ts';
import styles from '../people/PeoplePicker.module.css';

interface ForwardDialogProps {
  open: boolean;
  /** The texts to forward, oldest first. */
  texts: readonly string[];
  /** Creates a picture to send before the texts; null if that fails. */
  picture?: () => Promise<File | null>;
  onClose(): void;
}

/** A dialog in which the user chooses the chats. */
export const ForwardDialog = ({ open, ...rest }: ForwardDialogProps) => (open ? <OpenForward {...rest} /> : null);

function OpenForward({ texts, picture, onClose }: Omit<ForwardDialogProps, 'open'>) {
  const me = useSession()?.identifier ?? '';
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const live = useLive(async (db) => chatEntries(await db.conversations.toArray(), { me, drafts: [] }), [me]);
  const entries = live.status === 'ready' ? filterEntries(live.rows, typed) : [];
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const send = async () => {
    onClose();
    try {
      const file = (await picture?.().catch(() => null)) ?? null;
      const prepared = file && (await prepareFile(file));
      // The messages are sent one after the other, so that they arrive in this order in each chat.
      for (const conversationId of chosen) {
        if (prepared) await engine.sendFile({ id: newMessageId(), conversationId, ...prepared });
        for (const text of texts)
          await engine.send({ id: newMessageId(), conversationId, type: 'text', body: { text, forwarded: true } });
      }
      showToast('success', words.forwarded({ count: chosen.length }));
    } catch (thrown) {
      showToast('error', getErrorMessage(thrown));
    }
  };
  return (
    <Dialog
      title={words.forwardTo}
      open
      onOpenChange={(next) => !next && onClose()}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button variant="primary" disabled={chosen.length === 0} onClick={() => void send()}>
            {words.forward}
          </Button>
        </>
      }
    >
      <div className={styles.picker}>
        <SearchField label={words.findChats} clearLabel={words.clearSearch} value={typed} onChange={setTyped} />
        <div className={styles.offered} role="group" aria-label={words.chats}>
          {live.status === 'loading' && <Skeleton rows={4} />}
          {live.status === 'error' && <ErrorNotice message={getErrorMessage(new Fault('STORAGE'))} code="STORAGE" />}
          {entries.map(({ id, identifier, name, avatar }) => (
            <button
              key={id}
              type="button"
              role="checkbox"
              aria-checked={chosen.includes(id)}
              className={styles.person}
              onClick={() => toggle(id)}
            >
              <Avatar identifier={identifier} name={name} src={avatar} size={32} />
              <span className={styles.name} dir="auto">
                {name}
              </span>
              <span className={styles.mark} aria-hidden="true">
                <CheckIcon />
              </span>
            </button>
          ))}
          {live.status === 'ready' && entries.length === 0 && <p className={styles.nothing}>{words.noSuchName}</p>}
        </div>
      </div>
    </Dialog>
  );
}
