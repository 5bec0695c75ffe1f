// Lists, creates and revokes the deploy tokens with which teams publish.
import { useAction } from '@amber/client/useAction';
import { api } from '@amber/client/hostEngine';
import type { DeployToken } from '@amber/proto';
import { Button } from '@amber/ui/Button';
import { useState } from 'react';
import { formatDate } from '@amber/words/formats';
import { words } from '../words/gen/admin.ts';
import { NewTokenDialog } from './NewTokenDialog.tsx';
import { NewTokenForm } from './NewTokenForm.tsx';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import styles from './DeployTokens.module.css';

interface DeployTokensProps {
  tokens: readonly DeployToken[];
  remotes: readonly string[];
  onChanged(): void;
}

/** A new token is shown once, in a dialog, because only its hash is stored. */
export function DeployTokens({ tokens, remotes, onChanged }: DeployTokensProps) {
  const [newToken, setNewToken] = useState({ name: '', token: '' });
  const [busy, act] = useAction();
  const revoke = (name: string) => void act(() => api.rollout.revokeToken({ name })).then(onChanged);
  const create = async (remote: string, name: string) => {
    const isDone = await act(async () => {
      const { deployToken } = await api.rollout.createToken({ remote, name });
      setNewToken({ name, token: deployToken });
    });
    onChanged();
    return isDone;
  };
  return (
    <SettingsCard title={words.tokens}>
      <p className={styles.hint}>{words.tokensHint}</p>
      {tokens.length === 0 && <p className={styles.hint}>{words.noTokens}</p>}
      {tokens.length > 0 && (
        <ul>
          {tokens.map(({ name, remote, created }) => (
            <li key={name} className={styles.token}>
              <span className={styles.name}>{name}</span>
              <span className={styles.hint}>
                {words.tokenOf({ remote, created: formatDate(created, 'dayAndTime') })}
              </span>
              <Button aria-label={words.revokeOf({ name })} onClick={() => revoke(name)}>
                {words.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <NewTokenForm remotes={remotes} busy={busy} onCreate={create} />
      <NewTokenDialog {...newToken} onClose={() => setNewToken({ name: '', token: '' })} />
    </SettingsCard>
  );
}
