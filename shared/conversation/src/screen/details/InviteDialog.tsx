// Brings more people into a group.
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { useState } from 'react';
import { PeoplePicker, type PickedPerson } from './PeoplePicker.tsx';
import { words } from './strings.ts';

interface InviteDialogProps {
  open: boolean;
  /** Who is in it already. */
  members: ReadonlySet<string>;
  /** Where only these can be invited. */
  among?: readonly PickedPerson[];
  title?: string;
  onOpenChange(open: boolean): void;
  onInvite(identifiers: string[]): void;
}

/** A dialog that is empty each time it opens. */
export const InviteDialog = (props: InviteDialogProps) => (props.open ? <OpenInvite {...props} /> : null);

function OpenInvite({ members, among, title = words.inviteTitle, onOpenChange, onInvite }: InviteDialogProps) {
  const [chosen, setChosen] = useState<PickedPerson[]>([]);
  const invite = () => {
    onInvite(chosen.map(({ identifier }) => identifier));
    onOpenChange(false);
  };
  return (
    <Dialog
      title={title} open onOpenChange={onOpenChange}
      actions={
        <>
          <Button look="quiet" onClick={() => onOpenChange(false)}>{words.cancel}</Button>
          <Button look="primary" disabled={chosen.length === 0} onClick={invite}>{words.invite}</Button>
        </>
      }
    >
      <PeoplePicker chosen={chosen} onChange={setChosen} without={members} {...(among && { among })} />
    </Dialog>
  );
}
