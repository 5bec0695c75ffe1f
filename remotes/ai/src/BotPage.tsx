// One companion: portrait and character.
import { useAsk } from '@amber/client/ask';
import { api } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { sentenceOf } from '@amber/client/sentenceOf';
import type { AiBotInfo } from '@amber/proto';
import { BackLink } from '@amber/ui/BackLink';
import { Banner } from '@amber/ui/Banner';
import { EmptyState } from '@amber/ui/EmptyState';
import { AiIcon } from '@amber/ui/moreIcons';
import { Notice } from '@amber/ui/Notice';
import { Page } from '@amber/ui/Page';
import { Skeleton } from '@amber/ui/Skeleton';
import { useParams } from 'react-router-dom';
import { askBots, charactersOf, nameOf } from './askBots.ts';
import { words } from './words/gen/ai.ts';
import styles from './BotPage.module.css';

/** The page at /ai/:cid. */
export function BotPage() {
  const { cid } = useParams();
  const [asked, askAgain] = useAsk(async () => (await askBots(api)).find(({ aiBotId }) => aiBotId === cid), [cid]);
  const bot = asked.status === 'ready' ? asked.answer : undefined;
  return (
    <Page title={bot ? nameOf(bot) : words.ai} before={<BackLink to={paths.ai()} label={words.back} />}>
      {asked.status === 'loading' && <Skeleton rows={3} look="lines" />}
      {asked.status === 'error' && (
        <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={askAgain} />
      )}
      {asked.status === 'ready' &&
        (bot ? <Portrait bot={bot} /> : <EmptyState Icon={AiIcon} title={words.gone} text={words.goneHint} />)}
    </Page>
  );
}

function Portrait({ bot }: { bot: AiBotInfo }) {
  const { aiBotId, image, avatar, type } = bot;
  const characters = charactersOf(bot);
  return (
    <article className={styles.card}>
      <div className={styles.portrait}>
        <Banner src={image || avatar} identifier={aiBotId} tall />
      </div>
      <div className={styles.text}>
        <p className={styles.kind}>{words.kinds[type]}</p>
        <p className={styles.about}>{words.about[type]}</p>
        {characters.length > 0 && (
          <>
            <h2 className={styles.title}>{words.characters}</h2>
            <ul className={styles.characters}>
              {characters.map((character) => (
                <li key={character}>{character}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </article>
  );
}
