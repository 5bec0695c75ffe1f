// One's cloned voices: each can be heard and deleted.
import { api, engine } from '@amber/client/engine';
import { useAction } from '@amber/client/useAction';
import type { AiVoice } from '@amber/proto';
import { ConfirmButton } from '@amber/ui/ConfirmButton';
import { Tag } from '@amber/ui/Tag';
import { words } from '../words/gen/voice.ts';
import { SampleButton } from './SampleButton.tsx';
import styles from './voice.module.css';

export function OwnVoices({ voices, onRemoved }: { voices: readonly AiVoice[]; onRemoved(): void }) {
  const [, act] = useAction();
  const remove = (id: string) =>
    act(async () => {
      await api.aiBot.removeAiVoice({ id });
      onRemoved();
      await engine.refreshBots({});
    });
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{words.myVoices}</h2>
      {voices.length === 0 ? (
        <p className={styles.muted}>{words.noOwnVoices}</p>
      ) : (
        <ul className={styles.list}>
          {voices.map((voice) => (
            <li key={voice.id} className={styles.row}>
              <span className={styles.rowText}>
                <span dir="auto">{voice.name}</span> <Tag>{words.aiVoice}</Tag>
              </span>
              <SampleButton voice={voice} />
              <ConfirmButton
                variant="quiet"
                title={words.deleteVoiceTitle({ name: voice.name })}
                text={words.deleteVoiceText}
                action={words.deleteVoice}
                onConfirm={() => remove(voice.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
