// The user's invitation: its link and QR code, and the people who joined with it.
import { useQuery } from '@amber/client/useQuery';
import { copyText } from '@amber/client/copyText';
import { api } from '@amber/client/hostEngine';
import { useRemarks } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import type { GetInviteUsersReply } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Avatar } from '@amber/ui/Avatar';
import { BackLink } from '@amber/ui/BackLink';
import { Button } from '@amber/ui/Button';
import { EmptyState } from '@amber/ui/EmptyState';
import { CopyIcon, LinkIcon, PersonAddIcon } from '@amber/ui/moreIcons';
import { Page } from '@amber/ui/Page';
import { displayName } from '@amber/ui/personName';
import { ShareLink } from '@amber/ui/ShareLink';
import { formatDate } from '@amber/words/formats';
import { words } from '../words/gen/invite.ts';
import { useTitle } from '../frame/pageTitle.ts';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { words as strings } from '../words/gen/app.ts';
import styles from './Invite.module.css';

/** The page at /invite. */
export function Invite() {
  const [request, refetch] = useQuery(() => api.user.getInviteUsers({}), []);
  useTitle(words.title);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      before={<BackLink to={paths.settings({ section: 'me' })} label={strings.settings.back} />}
    >
      <QueryStatus request={request} refetch={refetch} rows={4} />
      {request.status === 'ready' && <Invitation {...request.answer} />}
    </Page>
  );
}

function Invitation({ inviteId, left, list }: GetInviteUsersReply) {
  const remarks = useRemarks();
  const link = `${location.origin}${limits.basePath}${paths.invite()}?${new URLSearchParams({ inviteId })}`;
  const share = () => void navigator.share({ text: words.shareText, url: link }).catch(() => {}); // closed
  return (
    <>
      <SettingsCard title={words.link}>
        <ShareLink link={link} label={words.qr} hint={<p className={styles.hint}>{words.left({ count: left })}</p>}>
          <Button variant="primary" onClick={() => void copyText(link)}>
            <CopyIcon />
            {words.copy}
          </Button>
          {'share' in navigator && (
            <Button onClick={share}>
              <LinkIcon />
              {words.share}
            </Button>
          )}
        </ShareLink>
      </SettingsCard>
      <SettingsCard title={words.came}>
        {list.length === 0 && <EmptyState Icon={PersonAddIcon} title={words.nobody} text={words.nobodyHint} />}
        {list.length > 0 && (
          <ul className={styles.people}>
            {list.map(
              ({ userInfo, time }) =>
                userInfo && (
                  <li key={userInfo.identifier} className={styles.person}>
                    <Avatar
                      identifier={userInfo.identifier}
                      name={displayName(userInfo, remarks)}
                      src={userInfo.avatar}
                    />
                    <span className={styles.name} dir="auto">
                      {displayName(userInfo, remarks) || words.noName}
                    </span>
                    <span className={styles.hint}>{formatDate(time, 'longDate')}</span>
                  </li>
                ),
            )}
          </ul>
        )}
      </SettingsCard>
    </>
  );
}
