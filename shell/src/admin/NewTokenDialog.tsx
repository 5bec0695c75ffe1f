// Shows a deploy token, once.
import { copyText } from '@amber/client/copyText';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { CopyIcon } from '@amber/ui/moreIcons';
import { words } from '../words/gen/admin.ts';
import styles from './DeployTokens.module.css';

interface NewTokenDialogProps {
  name: string;
  /** Empty when there is no token to show. */
  token: string;
  onClose(): void;
}

/** The dialog is open while there is a token. */
export function NewTokenDialog({ name, token, onClose }: NewTokenDialogProps) {
  return (
    <Dialog
      title={words.created({ name })}
      open={token !== ''}
      onOpenChange={onClose}
      persistent
      actions={
        <>
          <Button onClick={() => void copyText(token)}>
            <CopyIcon />
            {words.copy}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {words.done}
          </Button>
        </>
      }
    >
      <p>{words.createdHint}</p>
      <code className={styles.secret}>{token}</code>
    </Dialog>
  );
}
