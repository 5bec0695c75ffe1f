// The feature's section of the settings: notifications, and the list of hidden people.
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import { useRemarks } from '@amber/client/live';
import { api, engine } from '@amber/client/engine';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import type { NewsSetting, UserInfo } from '@amber/proto';
import { Avatar } from '@amber/ui/Avatar';
import { Button } from '@amber/ui/Button';
import { displayName } from '@amber/ui/personName';
import { Switch } from '@amber/ui/Switch';
import { useState } from 'react';
import { words as strings } from '../words/gen/moments.ts';
import { words } from '../words/gen/settings.ts';
import styles from './MomentSettings.module.css';

export function MomentSettings() {
  const [request, refetch] = useQuery(
    async () => ({ setting: (await api.circle.getNews({})).setting!, hidden: (await api.circle.getHidden({})).list }),
    [],
  );
  if (request.status !== 'ready') return <QueryStatus request={request} refetch={refetch} rows={4} variant="lines" />;
  return (
    <>
      <NotificationSwitches setting={request.answer.setting} />
      <Hidden list={request.answer.hidden} onChange={refetch} />
    </>
  );
}

/** Optimistic: the switch changes at once, and reverts when the call fails. */
function NotificationSwitches({ setting }: { setting: NewsSetting }) {
  const [shown, setShown] = useState(setting);
  const [busy, act] = useAction();
  const change = async (next: Partial<NewsSetting>) => {
    const changed = { ...shown, ...next };
    setShown(changed);
    if (!(await act(() => api.circle.setNews({ setting: changed })))) setShown(shown);
  };
  const switchProps = (name: keyof NewsSetting) => ({
    checked: shown[name],
    disabled: busy,
    onChange: (checked: boolean) => void change({ [name]: checked }),
  });
  return (
    <section className={styles.card} aria-labelledby="moment-news">
      <h2 className={styles.title} id="moment-news">
        {words.news}
      </h2>
      <Switch label={words.likes} hint={words.likesHint} {...switchProps('likes')} />
      <Switch label={words.comments} hint={words.commentsHint} {...switchProps('comments')} />
      <Switch label={words.follows} hint={words.followsHint} {...switchProps('follows')} />
    </section>
  );
}

function Hidden({ list, onChange }: { list: readonly UserInfo[]; onChange(): void }) {
  const remarks = useRemarks();
  const [busy, act] = useAction();
  const show = async (identifier: string) => {
    if (await act(() => engine.moments({ what: 'hide', identifier, hidden: false }))) onChange();
  };
  return (
    <section className={styles.card} aria-labelledby="moment-hidden">
      <h2 className={styles.title} id="moment-hidden">
        {words.hidden}
      </h2>
      <p className={styles.hint}>{list.length > 0 ? words.hiddenHint : words.noneHidden}</p>
      <ul>
        {list.map((person) => {
          const { identifier, avatar } = person;
          const name = displayName(person, remarks) || strings.someone;
          return (
            <li key={identifier} className={styles.person}>
              <Avatar identifier={identifier} name={name} src={avatar} size={40} />
              <span className={styles.name} dir="auto">
                {name}
              </span>
              <Button busy={busy} aria-label={words.showOf({ name })} onClick={() => void show(identifier)}>
                {words.show}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
