// The groups and spaces in common.
import { useAsk } from '@amber/client/ask';
import { api } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { sentenceOf } from '@amber/client/sentenceOf';
import type { ContactMutualReply_Entry } from '@amber/proto';
import { Avatar } from '@amber/ui/Avatar';
import { EmptyState } from '@amber/ui/EmptyState';
import { SpacesIcon } from '@amber/ui/moreIcons';
import { Notice } from '@amber/ui/Notice';
import { Skeleton } from '@amber/ui/Skeleton';
import { Link } from 'react-router-dom';
import { words } from '../words/gen/profile.ts';
import styles from './Profile.module.css';

/** A tab of the page. */
export function InCommon({ identifier }: { identifier: string }) {
  const [asked, refetch] = useAsk(() => api.contact.getMutual({ identifier }), [identifier]);
  if (asked.status === 'loading') return <Skeleton rows={3} />;
  if (asked.status === 'error')
    return <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={refetch} />;
  const { groups, spaces } = asked.answer;
  if (groups.length + spaces.length === 0)
    return <EmptyState Icon={SpacesIcon} title={words.nothingCommon} text={words.nothingCommonText} />;
  return (
    <>
      <Places title={words.groups} places={groups} to={(id) => paths.chat({ cid: id })} />
      <Places title={words.spaces} places={spaces} to={(id) => paths.space({ sid: id })} />
    </>
  );
}

function Places({
  title,
  places,
  to,
}: {
  title: string;
  places: readonly ContactMutualReply_Entry[];
  to(id: string): string;
}) {
  if (places.length === 0) return null;
  return (
    <section className={styles.places} aria-label={title}>
      <h2 className={styles.subtitle}>{title}</h2>
      <ul>
        {places.map(({ id, name, avatar }) => (
          <li key={id}>
            <Link className={styles.place} to={to(id)}>
              <Avatar identifier={id} name={name || words.unnamed} src={avatar} size={40} />
              <span className={styles.placeName} dir="auto">
                {name || words.unnamed}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
