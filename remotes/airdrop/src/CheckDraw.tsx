// Verifies a draw in this browser, from its seed and all its tickets.
import { useAction } from '@amber/client/useAction';
import { api } from '@amber/client/engine';
import type { Campaign, CampaignPart } from '@amber/proto';
import { Button } from '@amber/ui/Button';
import { cx } from '@amber/ui/cx';
import { CheckIcon, AlertIcon } from '@amber/ui/icons';
import { useState } from 'react';
import { pinnedHash, type Verdict, verifyDraw } from './draw.ts';
import { fetchAllPages } from './fetchAllPages.ts';
import { words } from './words/gen/winners.ts';
import styles from './CheckDraw.module.css';

interface Checked {
  verdict: Verdict;
  tickets: number;
  winners: number;
  /** Whether my ticket is in the draw; null if I have none. */
  hasMine: boolean | null;
}

/** Shows only the hash before the draw; afterwards the seed and a button. */
export function CheckDraw({ campaign, mine }: { campaign: Campaign; mine: CampaignPart | null }) {
  const { id, seed, drawnAt } = campaign;
  const hash = pinnedHash(campaign);
  const [busy, act] = useAction();
  const [count, setCount] = useState(0);
  const [checked, setChecked] = useState<Checked | null>(null);
  const check = () =>
    act(async () => {
      const tickets = await fetchAllPages((after) => api.airdrop.draw({ id, after }), setCount);
      setChecked({
        verdict: await verifyDraw(campaign, hash, tickets),
        tickets: tickets.length,
        winners: tickets.filter(({ place }) => place > 0).length,
        hasMine: mine?.ticket ? tickets.some(({ ticket }) => ticket === mine.ticket) : null,
      });
    });
  return (
    <section className={styles.draw} aria-label={words.fair}>
      <h2 className={styles.title}>{words.fair}</h2>
      <p className={styles.text}>{drawnAt > 0 ? words.after : words.before}</p>
      <dl className={styles.facts}>
        <dt>{words.hash}</dt>
        <dd dir="ltr">{hash}</dd>
        {seed && (
          <>
            <dt>{words.seed}</dt>
            <dd dir="ltr">{seed}</dd>
          </>
        )}
      </dl>
      {drawnAt > 0 && (
        <div>
          <Button busy={busy} onClick={() => void check()}>
            {words.check}
          </Button>
        </div>
      )}
      <div role="status">
        {busy && <p className={styles.text}>{words.checking({ count })}</p>}
        {!busy && checked && <Result {...checked} />}
      </div>
    </section>
  );
}

function Result({ verdict, tickets, winners, hasMine }: Checked) {
  const isRight = verdict === 'right' && hasMine !== false;
  return (
    <div className={cx(styles.result, isRight ? styles.right : styles.wrong)}>
      {isRight ? <CheckIcon /> : <AlertIcon />}
      <div>
        <p className={styles.verdict}>{isRight ? words.right : words.wrong}</p>
        <p>{verdict === 'right' ? words.rightText({ count: tickets, winners }) : words[verdict]}</p>
        {hasMine !== null && <p>{hasMine ? words.mine : words.mineMissing}</p>}
      </div>
    </div>
  );
}
