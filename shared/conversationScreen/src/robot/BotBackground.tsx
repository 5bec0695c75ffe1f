// The background picture of a bot's chat, behind its messages.
import { type ConversationRow, otherPerson } from '@amber/client/rows';
import { imageSources } from '@amber/proto/publicPictures';
import { useBot } from './useBot.ts';
import styles from './BotBackground.module.css';

export function BotBackground({ conversation, me }: { conversation: ConversationRow; me: string }) {
  const bot = useBot(otherPerson(conversation, me)?.identifier ?? '');
  const sources = imageSources(bot?.image ?? '');
  return sources ? (
    <img key={sources.src} className={styles.background} {...sources} sizes="100vw" alt="" draggable={false} />
  ) : null;
}
