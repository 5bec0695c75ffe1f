// What the operators' page says to everybody else.
import { useSession } from '@amber/client/session';
import { EmptyState } from '@amber/ui/EmptyState';
import { ShieldIcon } from '@amber/ui/icons';
import { adminStrings as words } from './adminStrings.ts';
import { HomeLink } from '../frame/HomeLink.tsx';

/** Asking again would change nothing: there is the way home, and how one becomes an operator. */
export function NotOperator() {
  const me = useSession()?.identifier ?? '';
  return <EmptyState Icon={ShieldIcon} title={words.notOperator} text={words.notOperatorHint(me)} action={<HomeLink />} />;
}
