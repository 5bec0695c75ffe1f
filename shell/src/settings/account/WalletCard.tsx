// The wallet bound to my account, or a button to bind one.
import type { WalletSignature } from '@amber/client/bus';
import { useAsk } from '@amber/client/ask';
import { api, engine, showToast } from '@amber/client/engine';
import { sentenceOf } from '@amber/client/sentenceOf';
import type { Fault } from '@amber/proto/faults';
import { Button } from '@amber/ui/Button';
import { Notice } from '@amber/ui/Notice';
import { Skeleton } from '@amber/ui/Skeleton';
import { type ComponentType, useState } from 'react';
import type { WalletPanelProps } from '../../signIn/wallet/WalletPanel.tsx';
import { SettingsCard } from '../../kit/SettingsCard.tsx';
import { words as strings } from '../../words/gen/app.ts';
import styles from './AccountSettings.module.css';

const words = strings.settings.wallet;

/** A card of the section 'account'. */
export function WalletCard({ identifier }: { identifier: string }) {
  const [asked, askAgain] = useAsk(() => api.user.wallet({}), []);
  const [Panel, setPanel] = useState<ComponentType<WalletPanelProps> | null>(null);

  const connect = async () => {
    const { WalletPanel } = await import(/* webpackChunkName: "wallet" */ '../../signIn/wallet/WalletPanel.tsx');
    setPanel(() => WalletPanel);
  };
  const bind = async (signature: WalletSignature) => {
    await engine.bindWallet(signature);
    showToast('success', words.bound);
    askAgain();
  };
  const end = (fault?: Fault) => {
    setPanel(null);
    if (fault) showToast('error', sentenceOf(fault));
  };

  return (
    <SettingsCard title={words.title}>
      {asked.status === 'loading' && <Skeleton rows={1} look="lines" />}
      {asked.status === 'error' && (
        <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={askAgain} />
      )}
      {asked.status === 'ready' && (
        <>
          {asked.answer.wallet && (
            <p className={styles.identifier}>
              <code>{asked.answer.wallet}</code>
            </p>
          )}
          <p className={styles.hint}>{asked.answer.wallet ? words.boundHint : words.hint}</p>
          {Panel ? (
            <Panel
              bindTo={identifier}
              nonceFor={(wallet) => engine.walletNonce({ wallet, purpose: 'bind' })}
              use={bind}
              onEnd={end}
            />
          ) : (
            <div>
              <Button onClick={() => void connect()}>{asked.answer.wallet ? words.another : words.connect}</Button>
            </div>
          )}
        </>
      )}
    </SettingsCard>
  );
}
