// The profile setup after the first sign-in.
import { useSession } from '@amber/client/session';
import { BrandMark } from '@amber/ui/brandMark';
import { useState } from 'react';
import { useTitle } from '../frame/pageTitle.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { words } from '../words/gen/setUp.ts';
import styles from './SetUp.module.css';

/** The page at /settings/init. Once the profile is saved, the session has an avatar, and access.ts redirects. */
export function SetUp() {
  const session = useSession();
  const [notice, setNotice] = useState('');
  useTitle(words.title);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <BrandMark />
        <div>
          <h1 className={styles.title}>{words.title}</h1>
          <p className={styles.lead}>{words.lead}</p>
        </div>
        {notice && (
          <p className="sign-notice" role="alert">
            {notice}
          </p>
        )}
        <ProfileForm
          identifier={session?.identifier ?? ''}
          initial={{ avatar: session?.avatar ?? '', lastName: session?.lastName ?? '' }}
          submit={words.submit}
          focusesName
          onFault={setNotice}
        />
      </div>
    </main>
  );
}
