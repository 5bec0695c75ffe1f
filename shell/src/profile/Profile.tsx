// A person's profile: the header with its actions, the tabs of features, and the groups and spaces in common.
import { useQuery } from '@amber/client/useQuery';
import { api } from '@amber/client/hostEngine';
import { useRemarks } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import type { UserInfo } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { EmptyState } from '@amber/ui/EmptyState';
import { IconButton } from '@amber/ui/IconButton';
import { BackIcon, PersonIcon } from '@amber/ui/icons';
import { SpacesIcon } from '@amber/ui/moreIcons';
import { Skeleton } from '@amber/ui/Skeleton';
import { Tabs } from '@amber/ui/Tabs';
import { displayName } from '@amber/ui/personName';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { useTitle } from '../frame/pageTitle.ts';
import { HomeLink } from '../frame/HomeLink.tsx';
import { useOfferedTabs } from '../federation/show/remoteTabs.tsx';
import { InCommon } from './InCommon.tsx';
import { PersonHeader } from './PersonHeader.tsx';
import { words } from '../words/gen/profile.ts';
import { useRelationship } from './useRelationship.ts';
import styles from './Profile.module.css';

/** Resolves to the person with this identifier or QR code; null when there is none. */
async function findPerson(identifier: string): Promise<UserInfo | null> {
  const nullIfMissing = (thrown: unknown) => {
    if (Fault.of(thrown).code !== 'NO_AUTH') throw thrown;
    return { userInfo: null };
  };
  const { userInfo } = await api.user.getUserInfoByIdentifier({ identifier }).catch(nullIfMissing);
  return userInfo ?? (await api.qrcode.get({ code: identifier }).catch(nullIfMissing)).userInfo;
}

/** Whether the previous page belongs to this app. */
const hasPreviousPage = () => ((history.state as { idx?: number } | null)?.idx ?? 0) > 0;

/** The page at /:identifier. */
export function Profile() {
  const identifier = decodeURIComponent(useLocation().pathname.split('/')[1] ?? '');
  const navigate = useNavigate();
  const [request, refetch] = useQuery(() => findPerson(identifier), [identifier]);
  const person = request.status === 'ready' ? request.answer : undefined;
  const name = displayName(person, useRemarks());
  useTitle(name);
  if (person && person.identifier !== identifier)
    return <Navigate to={paths.profile({ identifier: person.identifier })} replace />;
  const back = () => void (hasPreviousPage() ? navigate(-1) : navigate(paths.home()));
  return (
    <div className={styles.scroll} role="region" aria-label={name || words.someone} tabIndex={0}>
      <div className={styles.page}>
        <div className={styles.back}>
          <IconButton label={words.back} Icon={BackIcon} onClick={back} />
        </div>
        <QueryStatus request={request} refetch={refetch} rows={4} />
        {person === null && (
          <EmptyState Icon={PersonIcon} Title="h1" title={words.gone} text={words.goneText} action={<HomeLink />} />
        )}
        {person && <Person key={person.identifier} person={person} />}
      </div>
    </div>
  );
}

function Person({ person }: { person: UserInfo }) {
  const relationship = useRelationship(person.identifier);
  const offered = useOfferedTabs('profile');
  if (relationship.status !== 'ready') return <Skeleton rows={4} />;
  const { isMe } = relationship;
  const tabs = offered.map(({ Content, ...tab }) => ({ ...tab, content: <Content of={person.identifier} /> }));
  const common = {
    key: ' common', // no remote has this name
    title: words.common,
    Icon: SpacesIcon,
    content: <InCommon identifier={person.identifier} />,
  };
  const shown = isMe ? tabs : [...tabs, common];
  return (
    <>
      <PersonHeader person={person} relationship={relationship} />
      {shown.length > 0 && <Tabs label={words.tabs} tabs={shown} />}
    </>
  );
}
