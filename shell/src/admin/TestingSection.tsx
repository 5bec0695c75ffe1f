// The section about tests of a feature's releases before everybody gets them: its beta, and its testers' links.
import { copyText } from '@amber/client/copyText';
import { api } from '@amber/client/hostEngine';
import { useAction } from '@amber/client/useAction';
import type { Offer, TesterLink } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { Collapsible } from '@amber/ui/Collapsible';
import { Dialog } from '@amber/ui/Dialog';
import { fieldError, numberBetween } from '@amber/ui/form';
import { CopyIcon } from '@amber/ui/moreIcons';
import { TextField } from '@amber/ui/TextField';
import { formatDate } from '@amber/words/formats';
import { type FormEvent, useId, useState } from 'react';
import { words } from '../words/gen/admin.ts';
import styles from './DeployTokens.module.css';

interface TestingSectionProps {
  offer: Offer;
  /** The testers' links of this feature. */
  links: readonly TesterLink[];
  onChanged(): void;
}

/** The page of a tester's link, which has its token where servers do not see it. */
const linkOf = (token: string): string => new URL(`/chat/tester#${token}`, location.origin).href;

export function TestingSection({ offer, links, onChanged }: TestingSectionProps) {
  const { remote, beta, betaShare, candidate, stable } = offer;
  const [version, setVersion] = useState(candidate?.version ?? stable?.version ?? '');
  const [days, setDays] = useState('7');
  const daysError = fieldError(numberBetween(words.testing.days, 1, limits.testerLinkDays), days);
  const [made, setMade] = useState({ version: '', link: '' });
  const [busy, act] = useAction();
  const known = useId();
  const versions = [candidate, beta, stable, ...offer.previous].flatMap((release) => release?.version ?? []);
  const run = (action: () => Promise<unknown>) => void act(action).then(onChanged);

  const createLink = (event: FormEvent) => {
    event.preventDefault();
    run(async () => {
      const { token } = await api.rollout.createTesterLink({ remote, version, days: Number(days) });
      setMade({ version, link: linkOf(token) });
    });
  };

  return (
    <Collapsible title={words.testing.title}>
      <p className={styles.hint}>
        {beta ? words.testing.beta({ version: beta.version, share: betaShare }) : words.testing.noBeta}
      </p>
      <form className={styles.form} onSubmit={createLink}>
        <TextField
          label={words.testing.version}
          list={known}
          value={version}
          onChange={(event) => setVersion(event.target.value)}
        />
        <datalist id={known}>
          {[...new Set(versions)].map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <TextField
          label={words.testing.days}
          inputMode="numeric"
          value={days}
          error={daysError}
          onChange={(event) => setDays(event.target.value)}
        />
        <Button type="submit" busy={busy} disabled={!version.trim() || daysError !== undefined}>
          {words.testing.createLink}
        </Button>
        <Button
          busy={busy}
          disabled={!version.trim() || version.trim() === stable?.version}
          onClick={() => run(() => api.rollout.setBeta({ remote, version, share: 100 }))}
        >
          {words.testing.offerBeta}
        </Button>
        {beta && (
          <Button busy={busy} onClick={() => run(() => api.rollout.setBeta({ remote, version: '', share: 0 }))}>
            {words.testing.endBeta}
          </Button>
        )}
      </form>
      {links.length > 0 && (
        <ul>
          {links.map(({ id, version: of, who, expires }) => (
            <li key={id} className={styles.token}>
              <span className={styles.name}>{of}</span>
              <span className={styles.hint}>
                {words.testing.linkOf({ who, until: formatDate(expires, 'dayAndTime') })}
              </span>
              <Button
                aria-label={words.testing.revokeOf({ version: of })}
                onClick={() => run(() => api.rollout.revokeTesterLink({ remote, id }))}
              >
                {words.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Dialog
        title={words.testing.created({ version: made.version })}
        open={made.link !== ''}
        onOpenChange={() => setMade({ version: '', link: '' })}
        persistent
        actions={
          <>
            <Button onClick={() => void copyText(made.link)}>
              <CopyIcon />
              {words.copy}
            </Button>
            <Button variant="primary" onClick={() => setMade({ version: '', link: '' })}>
              {words.done}
            </Button>
          </>
        }
      >
        <p>{words.testing.createdHint}</p>
        <code className={styles.secret}>{made.link}</code>
      </Dialog>
    </Collapsible>
  );
}
