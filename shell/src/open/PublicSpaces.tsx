// Some public spaces, for visitors.
import { useQuery } from '@amber/client/useQuery';
import { api } from '@amber/client/hostEngine';
import { localizeSpace } from '@amber/client/seededNames';
import { paths } from '@amber/client/paths';
import { Avatar } from '@amber/ui/Avatar';
import { Link } from 'react-router-dom';
import { words } from '../words/gen/landing.ts';
import { LandingList } from './LandingList.tsx';
import styles from './LandingList.module.css';

/** A section of the landing page. */
export function PublicSpaces({ id }: { id: string }) {
  const [request, refetch] = useQuery(async () => (await api.groupChat.queryPublicSpace({})).spaceInfo, []);
  return (
    <LandingList
      id={id}
      title={words.spaces}
      lead={words.spacesLead}
      none={words.noSpaces}
      request={request}
      refetch={refetch}
    >
      {(space) => {
        const { spaceId, spaceName, avatar, intro, memberCount } = localizeSpace(space);
        return (
          <li key={spaceId}>
            <Link className={styles.card} to={paths.joinSpace({ sid: spaceId })}>
              <Avatar identifier={spaceId} name={spaceName} src={avatar} size={40} />
              <span className={styles.what}>
                <span className={styles.name} dir="auto">
                  {spaceName}
                </span>
                <span className={styles.text} dir="auto">
                  {intro}
                </span>
                <span className={styles.fact}>{words.members({ count: memberCount })}</span>
              </span>
            </Link>
          </li>
        );
      }}
    </LandingList>
  );
}
