// A dialog above a bot's form in which to talk with the bot before it is saved.
import { useSession } from '@amber/client/session';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { Markdown } from '@amber/conversation/Markdown';
import { isAnswerFault } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { imageSources } from '@amber/proto/publicPictures';
import { Button } from '@amber/ui/Button';
import { cx } from '@amber/ui/cx';
import { Dialog } from '@amber/ui/Dialog';
import { IconButton } from '@amber/ui/IconButton';
import { SendIcon } from '@amber/ui/icons';
import { StopIcon } from '@amber/ui/moreIcons';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
import { Tag } from '@amber/ui/Tag';
import { TextField } from '@amber/ui/TextField';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { BotFields } from './BotForm.tsx';
import { type PreviewTurn, usePreview } from './usePreview.ts';
import { words as strings } from './words/gen/ai.ts';
import styles from './Preview.module.css';

const words = strings.preview;

interface PreviewProps {
  open: boolean;
  fields: BotFields;
  onClose(): void;
}

export const Preview = ({ open, fields, onClose }: PreviewProps) => (
  <Dialog
    title={strings.preview.title({ name: fields.name.trim() })}
    open={open}
    onOpenChange={(next) => !next && onClose()}
  >
    {open && <Talk fields={fields} />}
  </Dialog>
);

function Talk({ fields }: { fields: BotFields }) {
  const { turns, running, fault, isOnline, ask, retry, stop } = usePreview(fields);
  const [text, setText] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const background = imageSources(fields.image);
  const isUsedUp = fault?.code === 'ANSWERS_USED_UP';
  const last = turns.at(-1);

  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [turns, running?.text, fault]);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || running || isUsedUp || !isOnline) return;
    setText('');
    ask(text.trim());
  };
  return (
    <>
      <p>{words.hint}</p>
      <div className={styles.talk}>
        {background && <img className={styles.background} {...background} sizes="480px" alt="" />}
        <div ref={list} className={styles.list} role="log" aria-label={words.talk} tabIndex={0}>
          {fields.opening.trim() !== '' && (
            <p className={styles.opening} dir="auto">
              “{fields.opening}”
            </p>
          )}
          {turns.map((one, index) => (
            <Bubble key={index} turn={one} />
          ))}
          {running && <Bubble turn={{ mine: false, text: running.text }} isWriting />}
          {last?.end && !running && (
            <div>
              <Button onClick={retry} disabled={!isOnline}>
                {words.retry}
              </Button>
            </div>
          )}
        </div>
      </div>
      {!isOnline && <p role="status">{words.offline}</p>}
      {isUsedUp && (
        <p className={styles.usedUp} role="status">
          {getErrorMessage(fault)}
        </p>
      )}
      {fault && !isUsedUp && <ErrorNotice message={getErrorMessage(fault)} code={fault.code} onRetry={retry} />}
      <form onSubmit={send}>
        <TextField
          label={words.message}
          value={text}
          maxLength={limits.textMax}
          disabled={isUsedUp}
          onChange={(event) => setText(event.target.value)}
          suffix={
            running ? (
              <IconButton label={words.stop} Icon={StopIcon} onClick={stop} />
            ) : (
              <IconButton label={words.send} Icon={SendIcon} type="submit" disabled={isUsedUp || !isOnline} />
            )
          }
        />
      </form>
    </>
  );
}

const nobody = [] as const;

function Bubble({ turn, isWriting = false }: { turn: PreviewTurn; isWriting?: boolean }) {
  const { mine, text, end, fault = '' } = turn;
  const me = useSession()?.identifier ?? '';
  if (mine)
    return (
      <p className={cx(styles.bubble, styles.mine)} dir="auto">
        {text}
      </p>
    );
  return (
    <div className={styles.bubble} aria-busy={isWriting}>
      <p className={styles.mark}>
        <Tag>{strings.aiMark}</Tag>
      </p>
      {text === '' && isWriting ? (
        <p>{words.answering}</p>
      ) : (
        <Markdown text={text} mentions={nobody} me={me} tabIndex={0} />
      )}
      {end && (
        <p className={styles.end}>
          {end === 'stopped' || end === 'interrupted'
            ? words[end]
            : words.failed[isAnswerFault(fault) ? fault : 'AI_FAILED']}
        </p>
      )}
    </div>
  );
}
