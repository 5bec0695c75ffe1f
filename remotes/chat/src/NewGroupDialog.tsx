// Creates a group.
import { engine, newMessageId } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { useAction } from '@amber/client/useAction';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { validateForm, fields, lengthBetween } from '@amber/ui/form';
import { TextField } from '@amber/ui/TextField';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PeoplePicker, type PickedPerson } from '@amber/conversation-screen/PeoplePicker';
import { words } from './words/gen/newGroup.ts';

const form = () => fields({ name: lengthBetween(words.groupName, 1, limits.groupNameMax) });

/** The dialog 'New group'; opens the new group. */
export function NewGroupDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate();
  // One id while the dialog is open, so that a retry creates no second group.
  const [requestId] = useState(newMessageId);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<PickedPerson[]>([]);
  const [problem, setProblem] = useState<string>();
  const [busy, act] = useAction();

  const create = () => {
    const checked = validateForm(form(), { name });
    if ('errors' in checked) return setProblem(checked.errors.name);
    void act(async () => {
      const { conversationId } = await engine.createGroup({
        requestId,
        name: checked.values.name,
        identifiers: chosen.map(({ identifier }) => identifier),
      });
      onClose();
      navigate(paths.chat({ cid: conversationId }));
    });
  };

  return (
    <Dialog
      title={words.title}
      open
      onOpenChange={(next) => !next && onClose()}
      cancel
      actions={
        <Button
          variant="primary"
          busy={busy}
          disabled={chosen.length === 0}
          title={chosen.length === 0 ? words.needPeople : undefined}
          onClick={create}
        >
          {words.create}
        </Button>
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
