// What a bot remembers of me: each with the message it came from, to be changed or forgotten.
import { useAct } from '@amber/client/act';
import { useAsk } from '@amber/client/ask';
import { api, events$ } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { sentenceOf } from '@amber/client/sentenceOf';
import type { AiMemory, Input, UpdateMemoryRequest } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { Confirm } from '@amber/ui/Confirm';
import { IconButton } from '@amber/ui/IconButton';
import { DeleteIcon, EditIcon } from '@amber/ui/messageIcons';
import { Notice } from '@amber/ui/Notice';
import { Skeleton } from '@amber/ui/Skeleton';
import { Switch } from '@amber/ui/Switch';
import { TextField } from '@amber/ui/TextField';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { words as strings } from './words/gen/ai.ts';
import styles from './MemoryList.module.css';

export function MemoryList({ aiBotId }: { aiBotId: string }) {
  const words = strings.memory;
  const [asked, again] = useAsk(() => api.aiBot.getMemory({ aiBotId }), [aiBotId]);
  const [changed, setChanged] = useState<{ list: AiMemory[]; remembers: boolean } | null>(null);
  const [editing, setEditing] = useState('');
  const [text, setText] = useState('');
  const [clearing, setClearing] = useState(false);
  const [busy, act] = useAct();

  useEffect(() => {
    const subscription = events$.subscribe((event) => {
      if (event.type !== 'command' || event.cmdId !== 'newMemory' || event.identifier !== aiBotId) return;
      void api.aiBot.getMemory({ aiBotId }).then(setChanged, () => {}); // the next look shows it
    });
    return () => subscription.unsubscribe();
  }, [aiBotId]);

  const shown = changed ?? (asked.status === 'ready' ? asked.answer : null);
  const change = (request: Input<UpdateMemoryRequest>) =>
    act(async () => setChanged(await api.aiBot.updateMemory({ aiBotId, ...request })));
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
        <Button type="submit" look="primary" busy={busy}>
          {words.save}
        </Button>
        <Button look="quiet" onClick={() => setEditing('')}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
  return (
    <section className={styles.memory} aria-label={words.title}>
      <h3 className={styles.title}>{words.title}</h3>
      {!shown && asked.status === 'loading' && <Skeleton rows={2} look="lines" />}
      {!shown && asked.status === 'error' && (
        <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={again} />
      )}
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
                <Button look="quiet" onClick={() => setClearing(true)}>
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
