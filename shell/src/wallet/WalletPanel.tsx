// Choosing a wallet, and waiting for it.
import type { WalletSignature } from '@amber/client/bus';
import type { WalletNonceReply } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { walletStatements } from '@amber/proto/walletMessage';
import { useEffect, useEffectEvent, useState } from 'react';
import { findWallets, type Wallet } from './findWallets.ts';
import { signWith } from './signWith.ts';
import { walletStrings as words } from './walletStrings.ts';
import styles from './WalletPanel.module.css';

export interface WalletPanelProps {
  /** The account to bind it to; without one it is to sign in. */
  bindTo?: string;
  nonceFor(wallet: string): Promise<WalletNonceReply>;
  /** What to do with the signature; what it throws is shown like what the wallet refuses. */
  use(signature: WalletSignature): Promise<void>;
  /** It is over; with the fault that ended it, if one did. */
  onEnd(fault?: Fault): void;
}

const refusals: Record<string, string | undefined> = words.refusals;

/** The catalogue's words are for machines' tokens; here a person has signed something. */
const said = (fault: Fault): Fault => {
  const message = refusals[fault.code];
  return message ? new Fault(fault.code, { message, cause: fault }) : fault;
};

/** Looks for wallets when it appears. One is asked at once; of several the person chooses. */
export function WalletPanel({ bindTo, nonceFor, use, onEnd }: WalletPanelProps) {
  const statement = bindTo === undefined ? walletStatements.signIn : walletStatements.bind(bindTo);
  const [wallets, setWallets] = useState<readonly Wallet[]>([]);
  const [asked, setAsked] = useState<Wallet | null>(null);

  const ask = async (wallet: Wallet) => {
    setAsked(wallet);
    try {
      await use(await signWith(wallet.provider, { nonceFor, statement, at: location }));
      onEnd();
    } catch (thrown) {
      onEnd(said(Fault.of(thrown)));
    }
  };

  const choose = useEffectEvent((found: readonly Wallet[]) => {
    if (found.length === 0) onEnd(new Fault('NO_WALLET'));
    else if (found.length === 1) void ask(found[0]!);
    else setWallets(found);
  });
  useEffect(() => {
    let isWanted = true;
    void findWallets().then((found) => { if (isWanted) choose(found); });
    return () => { isWanted = false; };
  }, []);

  if (asked) return <p className={styles.waiting} role="status">{words.waiting(asked.name)}</p>;
  if (wallets.length === 0) return null;
  return (
    <div className={styles.choice} role="group" aria-label={words.choose}>
      <p className={styles.title}>{words.choose}</p>
      {wallets.map((wallet) => (
        <button key={wallet.id} type="button" className={styles.wallet} onClick={() => void ask(wallet)}>
          {wallet.icon ? <img src={wallet.icon} alt="" width="24" height="24" /> : <span className={styles.blank} />}
          {wallet.name}
        </button>
      ))}
    </div>
  );
}
