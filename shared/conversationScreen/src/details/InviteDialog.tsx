// The dialog that invites people to a group.
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { useState } from 'react';
import { PeoplePicker, type PickedPerson } from '../people/PeoplePicker.tsx';
import { words } from '../words/gen/details.ts';

interface InviteDialogProps {
  open: boolean;
  /** The group; its current members cannot be chosen. */
  conversationId: string;
  /** The id of another group, if only its members can be invited. */
  among?: string;
  title?: string;
  onOpenChange(open: boolean): void;
  onInvite(identifiers: string[]): void;
}

/** A dialog whose state is reset each time it opens. */
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
