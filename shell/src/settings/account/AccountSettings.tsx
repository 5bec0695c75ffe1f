// Identifier, wallet, export, sign-out and deletion.
import { copyText } from '@amber/client/copyText';
import { useSession } from '@amber/client/session';
import { Button } from '@amber/ui/Button';
import { IconButton } from '@amber/ui/IconButton';
import { CopyIcon, SignOutIcon } from '@amber/ui/moreIcons';
import { useState } from 'react';
import { DeleteCard } from './DeleteCard.tsx';
import { ExportCard } from './ExportCard.tsx';
import { NeedsApproval, useWaitsForApproval } from '../../devices/NeedsApproval.tsx';
import { SettingsCard } from '../../kit/SettingsCard.tsx';
import { SignOutDialog } from './SignOutDialog.tsx';
import { words as strings } from '../../words/gen/settings.ts';
import { WalletCard } from './WalletCard.tsx';
import styles from './AccountSettings.module.css';

const words = strings.general;

/** The section 'account'. */
export function AccountSettings() {
  const session = useSession();
  const [leaving, setLeaving] = useState(false);
  const waits = useWaitsForApproval();
  if (!session) return null;
  const { identifier } = session;

  return (
    <>
      <SettingsCard title={words.identifier}>
        <p className={styles.identifier}>
          <code>{identifier}</code>
          <IconButton label={words.copyIdentifier} Icon={CopyIcon} onClick={() => void copyText(identifier)} />
        </p>
        <p className={styles.hint}>{words.identifierHint}</p>
      </SettingsCard>
      {!waits && <WalletCard identifier={identifier} />}
      <SettingsCard title={words.session}>
        <p className={styles.hint}>{words.sessionHint}</p>
        <div>
          <Button onClick={() => setLeaving(true)}>
            <SignOutIcon />
            {words.signOut}
          </Button>
        </div>
      </SettingsCard>
      {waits ? (
        <NeedsApproval />
      ) : (
        <>
          <ExportCard />
          <DeleteCard identifier={identifier} />
        </>
      )}
      <SignOutDialog open={leaving} onOpenChange={setLeaving} />
    </>
  );
}
