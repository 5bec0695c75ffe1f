// Connects a wallet and waits for its signature.
import type { WalletSignature } from '@amber/client/bus';
import type { WalletNonceReply } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { walletStatements } from '@amber/proto/walletMessage';
import { Button } from '@amber/ui/Button';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { findWallets, type Wallet } from './findWallets.ts';
import { signWith } from './signWith.ts';
import { words } from '../../words/gen/wallet.ts';
import styles from './WalletPanel.module.css';

export interface WalletPanelProps {
  /** The account to bind the wallet to; without one the wallet signs in. */
  bindTo?: string;
  fetchNonce(wallet: string): Promise<WalletNonceReply>;
  /** Uses the signature. An error that it throws is shown like a refusal of the wallet. */
  onSignature(signature: WalletSignature): Promise<void>;
  /** Called when done, cancelled, or failed with this fault. */
  onEnd(fault?: Fault): void;
}

const refusals: Record<string, string | undefined> = words.refusals;

/** The general messages of these faults are about tokens, but here the person has signed something. */
const withWalletMessage = (fault: Fault): Fault => {
  const message = refusals[fault.code];
  return message ? new Fault(fault.code, { message, cause: fault }) : fault;
};

const Picture = ({ icon }: { icon: string }) =>
  icon ? <img src={icon} alt="" width="24" height="24" /> : <span className={styles.blank} />;

/** Looks for wallets on mount: connects to a single one, lists several. Results after 'Cancel' are ignored. */
export function WalletPanel({ bindTo, fetchNonce, onSignature, onEnd }: WalletPanelProps) {
  const statement = bindTo === undefined ? walletStatements.signIn : walletStatements.bind(bindTo);
  const [wallets, setWallets] = useState<readonly Wallet[]>([]);
  const [chosen, setChosen] = useState<Wallet | null>(null);
  const isWanted = useRef(true);

  const requestSignature = async (wallet: Wallet) => {
    setChosen(wallet);
    try {
      const signature = await signWith(wallet.provider, { fetchNonce, statement, page: location });
      if (!isWanted.current) return;
      await onSignature(signature);
      onEnd();
    } catch (thrown) {
      if (isWanted.current) onEnd(withWalletMessage(Fault.of(thrown)));
    }
  };

  const showOrUse = useEffectEvent((found: readonly Wallet[]) => {
    if (found.length === 0) onEnd(new Fault('NO_WALLET'));
    else if (found.length === 1) void requestSignature(found[0]!);
    else setWallets(found);
  });
  useEffect(() => {
    isWanted.current = true;
    let isFirst = true; // React's strict mode runs an effect twice
    void findWallets().then((found) => {
      if (isFirst) showOrUse(found);
    });
    return () => {
      isFirst = false;
      isWanted.current = false;
    };
  }, []);

  return (
    <div className={styles.panel} role="group" aria-label={words.choose}>
      {chosen && (
        <p className={styles.waiting} role="status">
          <Picture icon={chosen.icon} />
          {words.waiting({ name: chosen.name || words.yourWallet })}
        </p>
      )}
      {!chosen && wallets.length === 0 && (
        <p className={styles.waiting} role="status">
          {words.looking}
        </p>
      )}
      {!chosen &&
        wallets.map((wallet) => (
          <button key={wallet.id} type="button" className={styles.wallet} onClick={() => void requestSignature(wallet)}>
            <Picture icon={wallet.icon} />
            {wallet.name}
          </button>
        ))}
      <Button variant="quiet" fullWidth autoFocus onClick={() => onEnd()}>
        {words.cancel}
      </Button>
    </div>
  );
}
