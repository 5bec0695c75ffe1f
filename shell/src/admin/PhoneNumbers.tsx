// Phone numbers that need an operator: numbers with two accounts, and old ones without a country code.
import type { SignInState } from '@amber/proto';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { words } from '../words/gen/admin.ts';
import styles from './DeployTokens.module.css';

const strings = words.phones;

/** Renders nothing when no number needs an operator. */
export function PhoneNumbers({ sameNumber, unreadNumbers }: Pick<SignInState, 'sameNumber' | 'unreadNumbers'>) {
  if (sameNumber.length === 0 && unreadNumbers === 0) return null;
  return (
    <SettingsCard title={strings.title}>
      {unreadNumbers > 0 && <p className={styles.hint}>{strings.unread({ count: unreadNumbers })}</p>}
      {sameNumber.length > 0 && (
        <>
          <p className={styles.hint}>{strings.same}</p>
          <ul aria-label={strings.title}>
            {sameNumber.map(({ identifier, sameAs }) => (
              <li key={identifier} className={styles.token}>
                <span className={styles.name}>{identifier}</span>
                <span className={styles.hint}>{strings.sameAs({ identifier: sameAs })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </SettingsCard>
  );
}
