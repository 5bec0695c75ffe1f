// The recordings that the gateway has: each can be heard and deleted.
import { api } from '@amber/client/engine';
import { useAction } from '@amber/client/useAction';
import type { VoiceTrainText } from '@amber/proto';
import { ConfirmButton } from '@amber/ui/ConfirmButton';
import { IconButton } from '@amber/ui/IconButton';
import { DeleteIcon } from '@amber/ui/messageIcons';
import { words } from '../words/gen/voice.ts';
import { RecordingButton } from './RecordingButton.tsx';
import styles from './voice.module.css';

interface RecordingsProps {
  /** The sentences by language. */
  texts: Readonly<Record<string, readonly VoiceTrainText[]>>;
  onRemoved(): void;
}

export function Recordings({ texts, onRemoved }: RecordingsProps) {
  const [, act] = useAction();
  const recorded = Object.entries(texts).flatMap(([language, list]) =>
    list.filter(({ duration }) => duration > 0).map((text) => ({ language, text })),
  );
  const remove = (textId: string) =>
    act(async () => {
      await api.aiBot.removeVoiceRecordings({ textId });
      onRemoved();
    });
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{words.recordings}</h2>
      {recorded.length === 0 ? (
        <p className={styles.muted}>{words.noRecordings}</p>
      ) : (
        <>
          <ul className={styles.list}>
            {recorded.map(({ language, text }) => (
              <li key={text.id} className={styles.row}>
                <span className={styles.rowText} lang={language} dir="auto">
                  {text.text}
                </span>
                <RecordingButton text={text} />
                <IconButton
                  label={words.deleteRecording({ text: text.text })}
                  Icon={DeleteIcon}
                  onClick={() => void remove(text.id)}
                />
              </li>
            ))}
          </ul>
          <div>
            <ConfirmButton
              variant="danger"
              title={words.deleteAllTitle}
              text={words.deleteAllText}
              action={words.deleteAll}
              onConfirm={() => remove('')}
            />
          </div>
        </>
      )}
    </section>
  );
}
