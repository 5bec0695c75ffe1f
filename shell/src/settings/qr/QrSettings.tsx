// The user's QR code, and a scanner for those of others.
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import { copyText } from '@amber/client/copyText';
import { api, showToast } from '@amber/client/hostEngine';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { ConfirmButton } from '@amber/ui/ConfirmButton';
import { CopyIcon, LinkIcon } from '@amber/ui/moreIcons';
import { QrIcon } from '@amber/ui/personIcons';
import { QrCode } from '@amber/ui/QrCode';
import { readQr } from '@amber/ui/readQr';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { QueryStatus } from '../../kit/QueryStatus.tsx';
import { SettingsCard } from '../../kit/SettingsCard.tsx';
import { profilePathIn } from './profilePathIn.ts';
import { ScanDialog } from './ScanDialog.tsx';
import { words as settingsStrings } from '../../words/gen/settings.ts';
import styles from '../sections.module.css';

const words = settingsStrings.qr;
const linkOf = (path: string): string => `${location.origin}${limits.basePath}${path}`;

/** The section 'qr'. */
export function QrSettings() {
  const session = useSession();
  return (
    <>
      <MyCode />
      <Scan />
      <SettingsCard title={words.slapTitle}>
        <p className={styles.lead}>{words.slapHint}</p>
        <div>
          <Button onClick={() => void copyText(linkOf(paths.slap({ from: session?.identifier ?? '' })))}>
            <LinkIcon />
            {words.slapCopy}
          </Button>
        </div>
      </SettingsCard>
    </>
  );
}

function MyCode() {
  const [request, refetch] = useQuery(() => api.qrcode.create({}), []);
  const [, act] = useAction();
  const renew = () =>
    act(async () => {
      await api.qrcode.create({ renew: true });
      refetch();
    });
  return (
    <SettingsCard title={words.title}>
      <QueryStatus request={request} refetch={refetch} rows={3} variant="lines" />
      {request.status === 'ready' && (
        <div className={styles.code}>
          <QrCode text={linkOf(paths.profile({ identifier: request.answer.code }))} label={words.code} />
          <div className={styles.codeWords}>
            <p className={styles.lead}>{words.lead}</p>
            <div className={styles.actions}>
              <Button
                variant="primary"
                onClick={() => void copyText(linkOf(paths.profile({ identifier: request.answer.code })))}
              >
                <CopyIcon />
                {words.copy}
              </Button>
              <ConfirmButton title={words.renewTitle} text={words.renewText} action={words.renew} onConfirm={renew} />
            </div>
          </div>
        </div>
      )}
    </SettingsCard>
  );
}

function Scan() {
  const navigate = useNavigate();
  const picture = useRef<HTMLInputElement>(null);
  const [scanning, setScanning] = useState(false);

  /** Returns false when the code is not an Amber code. */
  const follow = (text: string): boolean => {
    const path = profilePathIn(text);
    if (!path) return false;
    void navigate(path);
    return true;
  };
  const read = async (file: File | undefined) => {
    if (!file) return;
    try {
      const text = await readQr(await createImageBitmap(file));
      if (text === null) showToast('error', words.noCode);
      else if (!follow(text)) showToast('error', words.notOurs);
    } catch {
      showToast('error', words.unreadable);
    }
  };

  return (
    <SettingsCard title={words.scan}>
      <p className={styles.lead}>{words.scanLead}</p>
      <div className={styles.actions}>
        <Button onClick={() => setScanning(true)}>
          <QrIcon />
          {words.camera}
        </Button>
        <Button onClick={() => picture.current?.click()}>{words.picture}</Button>
        <input
          ref={picture}
          type="file"
          accept="image/*"
          hidden
          aria-label={words.picture}
          onChange={({ currentTarget }) => {
            void read(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
      </div>
      {scanning && <ScanDialog onText={follow} onClose={() => setScanning(false)} />}
    </SettingsCard>
  );
}
