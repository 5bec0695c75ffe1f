// The groups and spaces that the user shares with a person.
import { api } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { placeName } from '@amber/client/seededNames';
import { useQuery } from '@amber/client/useQuery';
import { Avatar } from '@amber/ui/Avatar';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { Link } from 'react-router-dom';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { words } from '../words/gen/details.ts';
import styles from './DetailPanel.module.css';

/** The others are on the person's own page. */
const shownCount = 4;

export function CommonPlaces({ identifier }: { identifier: string }) {
  const [request, refetch] = useQuery(() => api.contact.getMutual({ identifier }), [identifier]);
  const places =
    request.status === 'ready'
      ? [
          ...request.answer.groups.map((group) => ({ ...group, path: paths.chat({ cid: group.id }) })),
          ...request.answer.spaces.map((space) => ({
            ...space,
            name: placeName(space.id, space.name),
            path: paths.space({ sid: space.id }),
          })),
        ]
      : [];
  return (
    <section className={styles.section} aria-label={words.common}>
      <h3 className={styles.sectionTitle}>{words.common}</h3>
      {request.status !== 'ready' ? (
        <QueryStatus request={request} refetch={refetch} rows={2} />
      ) : (
        places.length === 0 && <p className={styles.hint}>{words.nothingCommon}</p>
      )}
      {places.length > 0 && (
        <ul className={styles.members}>
          {places.slice(0, shownCount).map(({ id, name, avatar, path }) => (
            <li key={id}>
              <Link className={styles.member} to={path}>
                <Avatar identifier={id} name={name || words.unnamed} src={avatar} size={32} />
                <span className={styles.memberName} dir="auto">
                  {name || words.unnamed}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {places.length > shownCount && (
        <ButtonLink to={paths.profile({ identifier })}>{words.seeCommon({ count: places.length })}</ButtonLink>
      )}
    </section>
  );
}
