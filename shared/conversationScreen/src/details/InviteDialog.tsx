// Brings more people into a group.
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { useState } from 'react';
import { PeoplePicker, type PickedPerson } from '../people/PeoplePicker.tsx';
import { words } from '../words/gen/details.ts';

interface InviteDialogProps {
  open: boolean;
  /** Whoever is in it already cannot be chosen. */
  conversationId: string;
  /** Where only the members of another group can be invited: its id. */
  among?: string;
  title?: string;
  onOpenChange(open: boolean): void;
  onInvite(identifiers: string[]): void;
}

/** A dialog that is empty each time it opens. */
export const InviteDialog = (props: InviteDialogProps) => (props.open ? <OpenInvite {...props} /> : null);

function OpenInvite({ conversationId, among, title = words.inviteTitle, onOpenChange, onInvite }: InviteDialogProps) {
  const [chosen, setChosen] = useState<PickedPerson[]>([]);
  const invite = () => {
    onInvite(chosen.map(({ identifier }) => identifier));
    onOpenChange(false);
  };
  return (
    <Dialog
      title={title}
      open
      onOpenChange={onOpenChange}
      actions={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            {words.cancel}
          </Button>
          <Button variant="primary" disabled={chosen.length === 0} onClick={invite}>
            {words.invite}
          </Button>
        </>
      }
    >
      <PeoplePicker
        chosen={chosen}
        onChange={setChosen}
        excludeMembersOf={conversationId}
        {...(among !== undefined && { among })}
      />
    </Dialog>
  );
}
