// The dialog that invites people to a group.
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { useState } from 'react';
import { PeoplePicker, type PickedPerson } from '../people/PeoplePicker.tsx';
import { words } from '../words/gen/details.ts';

interface InviteDialogProps {
  /** The group; its current members cannot be chosen. */
  conversationId: string;
  /** The id of another group, if only its members can be invited. */
  among?: string;
  title?: string;
  onClose(): void;
  onInvite(identifiers: string[]): void;
}

export function InviteDialog({
  conversationId,
  among,
  title = words.inviteTitle,
  onClose,
  onInvite,
}: InviteDialogProps) {
  const [chosen, setChosen] = useState<PickedPerson[]>([]);
  const invite = () => {
    onInvite(chosen.map(({ identifier }) => identifier));
    onClose();
  };
  return (
    <Dialog
      title={title}
      open
      onOpenChange={onClose}
      cancel
      actions={
        <Button variant="primary" disabled={chosen.length === 0} onClick={invite}>
          {words.invite}
        </Button>
      }
    >
      <PeoplePicker chosen={chosen} onChange={setChosen} excludeMembersOf={conversationId} among={among} />
    </Dialog>
  );
}
