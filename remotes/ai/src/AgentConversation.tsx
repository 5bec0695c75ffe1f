// A chat in which I answer in a bot's place: the messages, my answer, and the internal notes of those who answer.
import { useRemarks } from '@amber/client/live';
import { useAction } from '@amber/client/useAction';
import { api, newMessageId } from '@amber/client/engine';
import type { AgentLine } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { BackLink } from '@amber/ui/BackLink';
import { Button } from '@amber/ui/Button';
import { EmptyState } from '@amber/ui/EmptyState';
import { Collapsible } from '@amber/ui/Collapsible';
import { PersonIcon } from '@amber/ui/icons';
import { TextArea } from '@amber/ui/TextArea';
import { formatDate } from '@amber/words/formats';
import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { agentPath, handedBackState, takenState } from './agentPath.ts';
import { displayName } from '@amber/ui/personName';
import { PolledStatus } from './PolledStatus.tsx';
import { usePolling } from './usePolling.ts';
import { words as strings } from './words/gen/ai.ts';
import styles from './AgentConversation.module.css';

const words = strings.agent;

export function AgentConversation({ conversationId, onChanged }: { conversationId: string; onChanged(): void }) {
  const navigate = useNavigate();
  const [busy, act] = useAction();
  const { answer, fault, refetch } = usePolling(
    useCallback(() => api.aiBot.agentChat({ conversationId, beforeSeq: 0 }), [conversationId]),
  );
  const wasJustTakenOver = useLocation().state === takenState;
  const isOver = fault?.code === 'SERVICE_OVER' || fault?.code === 'NO_AUTH';
  const name = displayName(answer?.chat?.person, useRemarks());
  const release = async () => {
    if (!(await act(() => api.aiBot.agentRelease({ conversationId })))) return;
    onChanged();
    void navigate(agentPath(), { state: handedBackState });
  };
  return (
    <div className={styles.whole}>
      <header className={styles.header}>
        <BackLink to={agentPath()} label={words.back} />
        <div className={styles.who}>
          <h1 className={styles.name} dir="auto">
            {name || words.title}
          </h1>
          {answer?.chat && !isOver && <p className={styles.muted}>{words.inPlaceOf({ bot: answer.chat.botName })}</p>}
        </div>
        {answer && !isOver && (
          <Button busy={busy} onClick={() => void release()}>
            {words.handBack}
          </Button>
        )}
      </header>
      {isOver ? (
        <EmptyState Icon={PersonIcon} title={words.over} text={words.overHint} />
      ) : (
        <PolledStatus answer={answer} fault={fault} refetch={() => void refetch()} variant="lines" rows={5} />
      )}
      {answer && !isOver && (
        <>
          <Lines conversationId={conversationId} newest={answer.lines} more={answer.more} person={name} />
          <div className={styles.notes}>
            <Collapsible title={words.notes({ count: answer.notes.length })}>
              <Composer
                label={words.note}
                hint={words.notesHint}
                sendLabel={words.addNote}
                max={limits.agentNoteMax}
                onSend={(id, text) => api.aiBot.agentNote({ conversationId, id, text })}
                onSent={refetch}
              />
              <ul className={styles.noteList}>
                {answer.notes.map(({ id, author, text, time }) => (
                  <li key={id}>
                    <p className={styles.muted}>
                      {words.noteBy({ name: author, time: formatDate(time, 'dayAndTime') })}
                    </p>
                    <p className={styles.said} dir="auto">
                      {text}
                    </p>
                  </li>
                ))}
              </ul>
            </Collapsible>
          </div>
          <div className={styles.box}>
            <Composer
              label={words.answer}
              sendLabel={words.send}
              max={limits.textMax}
              isMain
              focusOnMount={wasJustTakenOver}
              onSend={(id, text) => api.aiBot.agentAnswer({ conversationId, id, text })}
              onSent={refetch}
            />
          </div>
        </>
      )}
    </div>
  );
}

interface LinesProps {
  conversationId: string;
  newest: readonly AgentLine[];
  more: boolean;
  person: string;
}

/** The messages, oldest first. The list scrolls to the end when a new one arrives. */
function Lines({ conversationId, newest, more, person }: LinesProps) {
  const [older, setOlder] = useState<{ lines: readonly AgentLine[]; more: boolean }>({ lines: [], more: true });
  const [busy, act] = useAction();
  const end = useRef<HTMLOListElement>(null);
  const first = older.lines[0] ?? newest[0];
  const lines = [...older.lines.filter(({ seq }) => seq < (newest[0]?.seq ?? Infinity)), ...newest];
  const last = newest.at(-1)?.id;
  useEffect(() => {
    end.current?.scrollTo({ top: end.current.scrollHeight });
  }, [last]);
  const load = () =>
    act(async () => {
      const page = await api.aiBot.agentChat({ conversationId, beforeSeq: first?.seq ?? 0 });
      setOlder((before) => ({ lines: [...page.lines, ...before.lines], more: page.more }));
    });
  return (
    <ol ref={end} className={styles.lines} aria-label={words.said} tabIndex={0}>
      {more && older.more && (
        <li className={styles.older}>
          <Button variant="quiet" busy={busy} onClick={() => void load()}>
            {words.older}
          </Button>
        </li>
      )}
      {lines.length === 0 && <li className={styles.muted}>{words.nothingSaid}</li>}
      {lines.map(({ id, by, name, text, time }) => (
        <li key={id} className={styles.line} data-by={by}>
          <p className={styles.author}>
            <span dir="auto">{by === 'AI' ? words.byAi : by === 'human' ? words.byHuman({ name }) : person}</span>{' '}
            <time dateTime={new Date(time).toISOString()}>{formatDate(time, 'time')}</time>
          </p>
          <p className={styles.said} dir="auto">
            {text}
          </p>
        </li>
      ))}
    </ol>
  );
}

interface ComposerProps {
  label: string;
  hint?: string;
  sendLabel: string;
  max: number;
  isMain?: boolean;
  /** Whether the field gets the focus at first. */
  focusOnMount?: boolean;
  onSend(id: string, text: string): Promise<unknown>;
  onSent(): Promise<void>;
}

/** A field that keeps its text until it is sent. A retry sends the same message id, so the text is sent once. */
function Composer({
  label,
  hint,
  sendLabel,
  max,
  isMain = false,
  focusOnMount = false,
  onSend,
  onSent,
}: ComposerProps) {
  const [text, setText] = useState('');
  const [id, setId] = useState(newMessageId);
  const [busy, act] = useAction();
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focusOnMount) box.current?.focus();
  }, [focusOnMount]);
  const submit = async () => {
    if (text.trim() === '' || !(await act(() => onSend(id, text)))) return;
    setText('');
    // The button is disabled now and would lose the focus.
    box.current?.focus();
    setId(newMessageId());
    await onSent();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isMain || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };
  return (
    <form
      className={styles.writing}
      data-hint={hint ? true : undefined}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextArea
        ref={box}
        label={label}
        hint={hint}
        rows={2}
        value={text}
        maxLength={max}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" variant={isMain ? 'primary' : 'plain'} busy={busy} disabled={text.trim() === ''}>
        {sendLabel}
      </Button>
    </form>
  );
}
