// My name, picture and bio.
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import { api, showToast } from '@amber/client/hostEngine';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { TextArea } from '@amber/ui/TextArea';
import { type FormEvent, useState } from 'react';
import { ProfileForm } from '../signIn/ProfileForm.tsx';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { words as formWords } from '../words/gen/profileForm.ts';
import { words as settingsStrings } from '../words/gen/settings.ts';
import styles from './sections.module.css';

const words = settingsStrings.profile;

/** The section 'profile'. */
export function ProfileSettings() {
  const session = useSession();
  if (!session) return null;
  const { identifier, avatar, lastName } = session;
  return (
    <>
      <SettingsCard title={words.card}>
        <ProfileForm
          identifier={identifier}
          initial={{ avatar, lastName }}
          submit={formWords.save}
          onFault={(message) => showToast('error', message)}
          onSaved={() => showToast('success', formWords.saved)}
        />
      </SettingsCard>
      <SettingsCard title={words.about}>
        <Bio identifier={identifier} />
      </SettingsCard>
      <div>
        <ButtonLink to={paths.profile({ identifier })}>{words.see}</ButtonLink>
      </div>
    </>
  );
}

function Bio({ identifier }: { identifier: string }) {
  const [request, refetch] = useQuery(
    async () => (await api.user.getUserInfoByIdentifier({ identifier })).userInfo?.bio ?? '',
    [identifier],
  );
  if (request.status !== 'ready') return <QueryStatus request={request} refetch={refetch} rows={2} variant="lines" />;
  return <BioForm initial={request.answer} />;
}

function BioForm({ initial }: { initial: string }) {
  const [text, setText] = useState(initial);
  const [busy, act] = useAction();
  const left = limits.bioMax - [...text].length;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (await act(() => api.user.setBio({ bio: text }))) showToast('success', words.saved);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <TextArea
        label={words.bio}
        hint={words.bioHint({ left })}
        value={text}
        maxLength={limits.bioMax}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button type="submit" busy={busy}>
          {settingsStrings.save}
        </Button>
      </div>
    </form>
  );
}
