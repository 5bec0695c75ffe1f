// Accepts the link of the first start: makes the person who opened it the operator.
import { useAction } from '@amber/client/useAction';
import { api } from '@amber/client/hostEngine';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { Button } from '@amber/ui/Button';
import { EmptyState } from '@amber/ui/EmptyState';
import { ShieldIcon } from '@amber/ui/icons';
import { useNavigate } from 'react-router-dom';
import { words } from '../words/gen/admin.ts';

/** The token of the link is in the address until it is used. */
export function BecomeOperator({ token, onDone }: { token: string; onDone(): void }) {
  const name = useSession()?.lastName ?? '';
  const navigate = useNavigate();
  const [busy, act] = useAction();
  const claim = async () => {
    if (!(await act(() => api.operator.claim({ token })))) return;
    void navigate(paths.admin(), { replace: true });
    onDone();
  };
  return (
    <EmptyState
      Icon={ShieldIcon}
      title={words.becomeOperator}
      text={words.becomeOperatorHint({ name })}
      action={
        <Button variant="primary" busy={busy} onClick={() => void claim()}>
          {words.becomeOperatorNow}
        </Button>
      }
    />
  );
}
