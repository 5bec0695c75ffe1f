// One space: what it is, and who is in it.
import { useAsk } from '@amber/client/ask';
import { api } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import type { Space } from '@amber/proto';
import { Avatar } from '@amber/ui/Avatar';
import { BackLink } from '@amber/ui/BackLink';
import { Banner } from '@amber/ui/Banner';
import { CheckIcon } from '@amber/ui/icons';
import { Notice } from '@amber/ui/Notice';
import { Page } from '@amber/ui/Page';
import { Skeleton } from '@amber/ui/Skeleton';
import { useParams } from 'react-router-dom';
import { strings } from './strings.ts';
import styles from './SpacePage.module.css';

/** The page at /channels/:sid. */
export function SpacePage() {
  const { sid = '' } = useParams();
  const [asked, askAgain] = useAsk(async () => (await api.groupChat.querySpaceDetail({ spaceId: sid })).spaceInfo!, [sid]);
  const title = asked.status === 'ready' ? asked.answer.spaceName : asked.status === 'error' ? strings.gone : strings.spaces;
  return (
    <Page title={title} before={<BackLink to={paths.discover()} label={strings.backToDiscover} />}>
      {asked.status === 'loading' && <Skeleton rows={3} look="lines" />}
      {asked.status === 'error' && <Notice sentence={asked.fault.message} code={asked.fault.code} onRetry={askAgain} />}
      {asked.status === 'ready' && <About space={asked.answer} />}
    </Page>
  );
}

function About({ space: { spaceId, spaceName, avatar, banner, intro, memberCount, isMember } }: { space: Space }) {
  return (
    <article className={styles.card}>
      <Banner src={banner} identifier={spaceId} tall />
      <span className={styles.avatar}><Avatar identifier={spaceId} name={spaceName} src={avatar} size={72} /></span>
      <div className={styles.text}>
        <p className={styles.facts}>
          <span>{strings.members(memberCount)}</span>
          {isMember && <span className={styles.joined}><CheckIcon />{strings.joined}</span>}
        </p>
        <h2 className={styles.title}>{strings.about}</h2>
        <p className={styles.intro}>{intro || strings.noIntro}</p>
      </div>
    </article>
  );
}
