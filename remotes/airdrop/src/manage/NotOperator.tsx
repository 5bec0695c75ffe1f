// Shown to people who are not operators of this server.
import { EmptyState } from '@amber/ui/EmptyState';
import { ShieldIcon } from '@amber/ui/icons';
import { words } from '../words/gen/manage.ts';

export const NotOperator = () => (
  <EmptyState Icon={ShieldIcon} title={words.notOperator} text={words.notOperatorHint} />
);
