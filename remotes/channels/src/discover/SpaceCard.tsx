// One space in a list.
import { localizeSpace } from '@amber/client/seededNames';
import { paths } from '@amber/client/paths';
import type { Space } from '@amber/proto';
import { Avatar } from '@amber/ui/Avatar';
import { Banner } from '@amber/ui/Banner';
import { Link } from 'react-router-dom';
import { words } from '../words/gen/channels.ts';
import styles from './SpaceCard.module.css';

/** Links to the space for members, to its public page for others. */
export function SpaceCard({ space }: { space: Space }) {
  const { spaceId, spaceName, avatar, banner, intro, memberCount, isMember } = localizeSpace(space);
  return (
    <Link className={styles.card} to={isMember ? paths.space({ sid: spaceId }) : paths.aboutSpace({ sid: spaceId })}>
      <Banner src={banner} identifier={spaceId} />
      <span className={styles.avatar}>
        <Avatar identifier={spaceId} name={spaceName} src={avatar} size={40} />
      </span>
      <span className={styles.text}>
        <span className={styles.name} dir="auto">
          {spaceName}
        </span>
        <span className={styles.intro} dir="auto">
          {intro || words.about.noIntro}
        </span>
        <span className={styles.members}>{words.members({ count: memberCount })}</span>
      </span>
    </Link>
  );
}
