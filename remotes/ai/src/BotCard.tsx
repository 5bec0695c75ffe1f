// One companion in the list.
import { paths } from '@amber/client/paths';
import type { AiBotInfo } from '@amber/proto';
import { Avatar } from '@amber/ui/Avatar';
import { ChevronIcon } from '@amber/ui/icons';
import { Link } from 'react-router-dom';
import { nameOf } from './askBots.ts';
import { words } from './words/gen/ai.ts';
import styles from './BotCard.module.css';

/** A card that leads to its page. */
export function BotCard({ bot }: { bot: AiBotInfo }) {
  const { aiBotId, avatar, type } = bot;
  return (
    <Link className={styles.card} to={paths.bot({ cid: aiBotId })}>
      <Avatar identifier={aiBotId} name={nameOf(bot)} src={avatar} size={72} />
      <span className={styles.text}>
        <span className={styles.name} dir="auto">
          {nameOf(bot)}
        </span>
        <span className={styles.kind}>{words.kinds[type]}</span>
        <span className={styles.about}>{words.about[type]}</span>
      </span>
      <span className={styles.chevron}>
        <ChevronIcon />
      </span>
    </Link>
  );
}
