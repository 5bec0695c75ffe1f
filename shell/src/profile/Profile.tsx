// A person's profile: the head with its actions, the tabs of features, and what we have in common.
import { useAsk } from '@amber/client/ask';
import { api } from '@amber/client/engine';
import { useRemarks } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { sentenceOf } from '@amber/client/sentenceOf';
import type { UserInfo } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { EmptyState } from '@amber/ui/EmptyState';
import { IconButton } from '@amber/ui/IconButton';
import { BackIcon, PersonIcon } from '@amber/ui/icons';
import { SpacesIcon } from '@amber/ui/moreIcons';
import { Notice } from '@amber/ui/Notice';
import { Skeleton } from '@amber/ui/Skeleton';
import { Tabs } from '@amber/ui/Tabs';
import { personName } from '@amber/ui/personName';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useTitle } from '../frame/pageTitle.ts';
import { HomeLink } from '../frame/HomeLink.tsx';
import { useOfferedTabs } from '../federation/show/remoteTabs.tsx';
import { InCommon } from './InCommon.tsx';
import { PersonHead } from './PersonHead.tsx';
import { words } from '../words/gen/profile.ts';
import { useStanding } from './useStanding.ts';
import styles from './Profile.module.css';

/** The person with this identifier or QR code; null when there is none. */
async function find(identifier: string): Promise<UserInfo | null> {
  const absent = (thrown: unknown) => {
    if (Fault.of(thrown).code !== 'NO_AUTH') throw thrown;
    return { userInfo: null };
  };
  const { userInfo } = await api.user.getUserInfoByIdentifier({ identifier }).catch(absent);
  return userInfo ?? (await api.qrcode.get({ code: identifier }).catch(absent)).userInfo;
}

/** Whether the previous page belongs to this app. */
const cameFromHere = () => ((history.state as { idx?: number } | null)?.idx ?? 0) > 0;

/** The page at /:identifier. */
export function Profile() {
  const identifier = decodeURIComponent(useLocation().pathname.split('/')[1] ?? '');
  const navigate = useNavigate();
  const [asked, refetch] = useAsk(() => find(identifier), [identifier]);
  const person = asked.status === 'ready' ? asked.answer : undefined;
  const remark = useRemarks().get(identifier);
  const name = personName(person?.lastName ?? '');
  useTitle(remark || name);
  if (person && person.identifier !== identifier)
    return <Navigate to={paths.profile({ identifier: person.identifier })} replace />;
  const back = () => void (cameFromHere() ? navigate(-1) : navigate(paths.home()));
  return (
    <div className={styles.scroll} role="region" aria-label={name || words.someone} tabIndex={0}>
      <div className={styles.page}>
        <div className={styles.back}>
          <IconButton label={words.back} Icon={BackIcon} onClick={back} />
        </div>
        {asked.status === 'loading' && <Skeleton rows={4} />}
        {asked.status === 'error' && (
          <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={refetch} />
        )}
        {person === null && (
          <EmptyState Icon={PersonIcon} Title="h1" title={words.gone} text={words.goneText} action={<HomeLink />} />
        )}
        {person && <Person key={person.identifier} person={person} />}
      </div>
    </div>
  );
}

function Person({ person }: { person: UserInfo }) {
  const standing = useStanding(person.identifier);
  const offered = useOfferedTabs('profile');
  if (standing.status !== 'ready') return <Skeleton rows={4} />;
  const { isMe } = standing;
  const tabs = offered.map(({ Content, ...tab }) => ({ ...tab, content: <Content of={person.identifier} /> }));
  const common = {
    key: ' common', // no feature's name
    title: words.common,
    Icon: SpacesIcon,
    content: <InCommon identifier={person.identifier} />,
  };
  const shown = isMe ? tabs : [...tabs, common];
  return (
    <>
      <PersonHead person={person} standing={standing} />
      {shown.length > 0 && <Tabs label={words.tabs} tabs={shown} />}
    </>
  );
}
