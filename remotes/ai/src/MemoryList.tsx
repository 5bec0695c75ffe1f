// A bot's memories of me, each with the message that it is from, to edit or delete.
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import { api, events$ } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { useSubscription } from '@amber/client/useSubscription';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import type { AiMemory, Input, UpdateMemoryRequest } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { Confirm } from '@amber/ui/Confirm';
import { IconButton } from '@amber/ui/IconButton';
import { DeleteIcon, EditIcon } from '@amber/ui/messageIcons';
import { Switch } from '@amber/ui/Switch';
import { TextField } from '@amber/ui/TextField';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { words as strings } from './words/gen/ai.ts';
import styles from './MemoryList.module.css';

export function MemoryList({ aiBotId }: { aiBotId: string }) {
  const words = strings.memory;
  const [request, refetch] = useQuery(() => api.aiBot.getMemory({ aiBotId }), [aiBotId]);
  const [changed, setChanged] = useState<{ list: AiMemory[]; remembers: boolean } | null>(null);
  const [editing, setEditing] = useState('');
  const [text, setText] = useState('');
  const [clearing, setClearing] = useState(false);
  const [busy, act] = useAction();

  useSubscription(events$, (event) => {
    if (event.type !== 'command' || event.cmdId !== 'newMemory' || event.identifier !== aiBotId) return;
    void api.aiBot.getMemory({ aiBotId }).then(setChanged, () => {}); // a failed update appears with the next load
  });

  const shown = changed ?? (request.status === 'ready' ? request.answer : null);
  const change = (update: Input<UpdateMemoryRequest>) =>
    act(async () => setChanged(await api.aiBot.updateMemory({ aiBotId, ...update })));
  const edit = (memory: AiMemory | null) => {
    setEditing(memory?.id ?? 'new');
    setText(memory?.text ?? '');
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    const done = await change(
      editing === 'new' ? { op: 'add', memory: { text } } : { op: 'change', memory: { id: editing, text } },
    );
    if (done) setEditing('');
  };
  const form = (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <TextField
        label={words.fact}
        value={text}
        maxLength={limits.memoryMax}
        autoFocus
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={busy}>
          {words.save}
        </Button>
        <Button variant="quiet" onClick={() => setEditing('')}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
  return (
    <section className={styles.memory} aria-label={words.title}>
      <h3 className={styles.title}>{words.title}</h3>
      {!shown && <QueryStatus request={request} refetch={refetch} rows={2} variant="lines" />}
      {shown && (
        <>
          <Switch
            label={words.remembers}
            hint={words.remembersHint}
            checked={shown.remembers}
            onChange={(remembers) => void change({ op: 'setRemembers', remembers })}
          />
          {shown.list.length === 0 && <p className={styles.none}>{words.none}</p>}
          <ul className={styles.list}>
            {shown.list.map((memory) => (
              <li key={memory.id}>
                {editing === memory.id ? (
                  form
                ) : (
                  <div className={styles.row}>
                    <span className={styles.text}>
                      <span dir="auto">{memory.text}</span>
                      {memory.messageId && (
                        <Link to={paths.message({ cid: memory.conversationId, message: memory.messageId })}>
                          {words.source}
                        </Link>
                      )}
                    </span>
                    <IconButton
                      label={words.change({ text: memory.text })}
                      Icon={EditIcon}
                      onClick={() => edit(memory)}
                    />
                    <IconButton
                      label={words.forget({ text: memory.text })}
                      Icon={DeleteIcon}
                      onClick={() => void change({ op: 'forget', memory: { id: memory.id } })}
                    />
                  </div>
                )}
              </li>
            ))}
          </ul>
          {editing === 'new' ? (
            form
          ) : (
            <div className={styles.actions}>
              <Button onClick={() => edit(null)}>{words.add}</Button>
              {shown.list.length > 0 && (
                <Button variant="quiet" onClick={() => setClearing(true)}>
                  {words.forgetAll}
                </Button>
              )}
            </div>
          )}
        </>
      )}
      <Confirm
        open={clearing}
        title={words.forgetAllTitle}
        text={words.forgetAllText}
        action={words.forgetAll}
        onCancel={() => setClearing(false)}
        onConfirm={() => change({ op: 'forgetAll' })}
      />
    </section>
  );
}
