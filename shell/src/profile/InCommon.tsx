// The groups and spaces in common.
import { useQuery } from '@amber/client/useQuery';
import { api } from '@amber/client/hostEngine';
import { paths } from '@amber/client/paths';
import type { ContactMutualReply_Entry } from '@amber/proto';
import { Avatar } from '@amber/ui/Avatar';
import { EmptyState } from '@amber/ui/EmptyState';
import { SpacesIcon } from '@amber/ui/moreIcons';
import { Link } from 'react-router-dom';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { words } from '../words/gen/profile.ts';
import styles from './Profile.module.css';

/** A tab of the page. */
export function InCommon({ identifier }: { identifier: string }) {
  const [request, refetch] = useQuery(() => api.contact.getMutual({ identifier }), [identifier]);
  if (request.status !== 'ready') return <QueryStatus request={request} refetch={refetch} rows={3} />;
  const { groups, spaces } = request.answer;
  if (groups.length + spaces.length === 0)
    return <EmptyState Icon={SpacesIcon} title={words.nothingCommon} text={words.nothingCommonText} />;
  return (
    <>
      <EntryList title={words.groups} entries={groups} to={(id) => paths.chat({ cid: id })} />
      <EntryList title={words.spaces} entries={spaces} to={(id) => paths.space({ sid: id })} />
    </>
  );
}

function EntryList({
  title,
  entries,
  to,
}: {
  title: string;
  entries: readonly ContactMutualReply_Entry[];
  to(id: string): string;
}) {
  if (entries.length === 0) return null;
  return (
    <section className={styles.places} aria-label={title}>
      <h2 className={styles.subtitle}>{title}</h2>
      <ul>
        {entries.map(({ id, name, avatar }) => (
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
