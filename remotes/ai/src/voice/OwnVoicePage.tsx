// Makes a voice of one's own: checks the room, records sentences, creates the voice; lists what exists.
import { ownVoiceDraft } from '@amber/client/bus';
import { api, engine } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { hostSound } from '@amber/client/sound';
import { useQuery } from '@amber/client/useQuery';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { useConnected } from '@amber/conversation-screen/useConnected';
import type { VoiceTrainText } from '@amber/proto';
import { BackLink } from '@amber/ui/BackLink';
import { Chips } from '@amber/ui/Chips';
import { Page } from '@amber/ui/Page';
import { pageLanguage } from '@amber/words/languages';
import { useEffect, useState } from 'react';
import { words as strings } from '../words/gen/ai.ts';
import { words } from '../words/gen/voice.ts';
import { CreateVoice } from './CreateVoice.tsx';
import { OwnVoices } from './OwnVoices.tsx';
import { Recordings } from './Recordings.tsx';
import { RoomCheck } from './RoomCheck.tsx';
import { Sentences } from './Sentences.tsx';
import styles from './voice.module.css';

const languages = [
  { value: 'en', label: 'English' },
  { value: 'zh', label: '中文' },
] as const;
type Language = (typeof languages)[number]['value'];

async function load() {
  const [{ list: voices, host }, en, zh] = await Promise.all([
    api.aiBot.getVoices({}),
    api.aiBot.getVoiceTrainTexts({ language: 'en' }),
    api.aiBot.getVoiceTrainTexts({ language: 'zh' }),
  ]);
  const texts: Record<Language, VoiceTrainText[]> = { en: en.list, zh: zh.list };
  return { own: voices.filter(({ cloned }) => cloned), host, texts, canClone: en.canClone };
}

/** Deletes what a closed page has left behind; a recording in another tab stays. */
async function discardLeftover(): Promise<void> {
  const draft = await engine.voiceDraft({ conversationId: ownVoiceDraft });
  if (draft) await engine.discardVoice({ conversationId: ownVoiceDraft, recording: draft.recording });
}

/** The page at /ai/voice. */
export function OwnVoicePage() {
  const [language, setLanguage] = useState<Language>(pageLanguage().startsWith('zh') ? 'zh' : 'en');
  const [request, refetch] = useQuery(load, []);
  useConnected((isFirst) => {
    if (!isFirst || request.status === 'error') refetch();
  });
  useEffect(() => {
    discardLeftover().catch(() => undefined);
  }, []);
  const found = request.status === 'ready' ? request.answer : null;
  const canRecord = hostSound() !== null;
  const texts = found?.texts[language] ?? [];
  return (
    <Page title={words.title} lead={words.lead} before={<BackLink to={paths.ai()} label={strings.back} />}>
      <QueryStatus request={request} refetch={refetch} rows={6} variant="lines" />
      {found && (
        <div className={styles.page}>
          <p className={styles.muted}>{words.use}</p>
          {found.canClone ? (
            <p className={styles.muted}>{words.sentTo({ host: found.host })}</p>
          ) : (
            <p className={styles.notice} role="note">
              {words.cannotClone}
            </p>
          )}
          {found.canClone && !canRecord && (
            <p className={styles.notice} role="note">
              {words.cannotRecord}
            </p>
          )}
          <OwnVoices voices={found.own} onRemoved={refetch} />
          {found.canClone && canRecord && (
            <>
              <Chips<Language>
                showLabel
                label={words.language}
                value={language}
                choices={languages}
                onChange={setLanguage}
              />
              <RoomCheck />
              <Sentences key={language} texts={texts} language={language} host={found.host} onRecorded={refetch} />
              <CreateVoice texts={texts} language={language} onCreated={refetch} />
            </>
          )}
          <Recordings texts={found.texts} onRemoved={refetch} />
        </div>
      )}
    </Page>
  );
}
