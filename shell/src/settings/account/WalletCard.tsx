// The wallet bound to my account, or a button to bind one.
import type { WalletSignature } from '@amber/client/bus';
import { useQuery } from '@amber/client/useQuery';
import { api, engine, showToast } from '@amber/client/hostEngine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import type { Fault } from '@amber/proto/faults';
import { Button } from '@amber/ui/Button';
import { type ComponentType, useState } from 'react';
import type { WalletPanelProps } from '../../signIn/wallet/WalletPanel.tsx';
import { QueryStatus } from '../../kit/QueryStatus.tsx';
import { SettingsCard } from '../../kit/SettingsCard.tsx';
import { words as strings } from '../../words/gen/settings.ts';
import styles from './AccountSettings.module.css';

const words = strings.general.wallet;

/** A card of the section 'account'. */
export function WalletCard({ identifier }: { identifier: string }) {
  const [request, refetch] = useQuery(() => api.user.wallet({}), []);
  const [Panel, setPanel] = useState<ComponentType<WalletPanelProps> | null>(null);

  const connect = async () => {
    const { WalletPanel } = await import(/* webpackChunkName: "signInSteps" */ '../../signIn/signInSteps.ts');
    setPanel(() => WalletPanel);
  };
  const bind = async (signature: WalletSignature) => {
    await engine.bindWallet(signature);
    showToast('success', words.bound);
    refetch();
  };
  const end = (fault?: Fault) => {
    setPanel(null);
    if (fault) showToast('error', getErrorMessage(fault));
  };

  return (
    <SettingsCard title={words.title}>
      <QueryStatus request={request} refetch={refetch} rows={1} variant="lines" />
      {request.status === 'ready' && (
        <>
          {request.answer.wallet && (
            <p className={styles.identifier}>
              <code>{request.answer.wallet}</code>
            </p>
          )}
          <p className={styles.hint}>{request.answer.wallet ? words.boundHint : words.hint}</p>
          {Panel ? (
            <Panel
              bindTo={identifier}
              fetchNonce={(wallet) => engine.walletNonce({ wallet, purpose: 'bind' })}
              onSignature={bind}
              onEnd={end}
            />
          ) : (
            <div>
              <Button onClick={() => void connect()}>{request.answer.wallet ? words.another : words.connect}</Button>
            </div>
          )}
        </>
      )}
    </SettingsCard>
  );
}
