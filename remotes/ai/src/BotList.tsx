// The list of companions.
import { useAsk } from '@amber/client/ask';
import { api } from '@amber/client/engine';
import { sentenceOf } from '@amber/client/sentenceOf';
import { EmptyState } from '@amber/ui/EmptyState';
import { AiIcon } from '@amber/ui/moreIcons';
import { Notice } from '@amber/ui/Notice';
import { Page } from '@amber/ui/Page';
import { Skeleton } from '@amber/ui/Skeleton';
import { askBots } from './askBots.ts';
import { BotCard } from './BotCard.tsx';
import { words } from './words/gen/ai.ts';
import styles from '@amber/ui/card.module.css';

/** The page at /ai. */
export function BotList() {
  const [asked, askAgain] = useAsk(() => askBots(api), []);
  return (
    <Page title={words.ai} lead={words.lead} width="cards">
      {asked.status === 'loading' && <Skeleton rows={3} />}
      {asked.status === 'error' && (
        <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={askAgain} />
      )}
      {asked.status === 'ready' &&
        (asked.answer.length === 0 ? (
          <EmptyState Icon={AiIcon} title={words.none} text={words.noneHint} />
        ) : (
          <ul className={styles.cards}>
            {asked.answer.map((bot) => (
              <li key={bot.aiBotId}>
                <BotCard bot={bot} />
              </li>
            ))}
          </ul>
        ))}
    </Page>
  );
}
