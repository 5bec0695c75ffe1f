// Creates a group.
import { engine, newMessageId, showToast } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { validateForm, fields, lengthBetween } from '@amber/ui/form';
import { TextField } from '@amber/ui/TextField';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PeoplePicker, type PickedPerson } from '@amber/conversation-screen/PeoplePicker';
import { words } from './words/gen/chat.ts';

const form = () => fields({ name: lengthBetween(words.groupName, 1, limits.groupNameMax) });

interface NewGroupDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** The dialog 'New group'; opens the new group. */
export function NewGroupDialog({ open, onOpenChange }: NewGroupDialogProps) {
  return open ? <OpenNewGroup onClose={() => onOpenChange(false)} /> : null;
}

function OpenNewGroup({ onClose }: { onClose(): void }) {
  const navigate = useNavigate();
  // One id while the dialog is open, so that a retry creates no second group.
  const [requestId] = useState(newMessageId);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<PickedPerson[]>([]);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const create = async () => {
    const checked = validateForm(form(), { name });
    if ('errors' in checked) return setProblem(checked.errors.name);
    setBusy(true);
    try {
      const { conversationId } = await engine.createGroup({
        requestId,
        name: checked.values.name,
        identifiers: chosen.map(({ identifier }) => identifier),
      });
      onClose();
      navigate(paths.chat({ cid: conversationId }));
    } catch (thrown) {
      showToast('error', getErrorMessage(thrown));
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={words.newGroup}
      open
      onOpenChange={(next) => !next && onClose()}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={chosen.length === 0}
            title={chosen.length === 0 ? words.needPeople : undefined}
            onClick={() => void create()}
          >
            {words.create}
          </Button>
        </>
      }
    >
      <TextField
        label={words.groupName}
        value={name}
        error={problem}
        maxLength={limits.groupNameMax}
        autoFocus
        onChange={(event) => {
          setName(event.target.value);
          setProblem(undefined);
        }}
      />
      <PeoplePicker chosen={chosen} onChange={setChosen} />
    </Dialog>
  );
}
