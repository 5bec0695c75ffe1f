// Creates a space, with or without a template.
import { useAction } from '@amber/client/useAction';
import { engine, newMessageId } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import type { SpaceTemplate } from '@amber/proto';
import { BackLink } from '@amber/ui/BackLink';
import { ChoiceList } from '@amber/ui/ChoiceList';
import { Page } from '@amber/ui/Page';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type Choices, SpaceForm } from './SpaceForm.tsx';
import { fieldsOf, type SpaceProfile } from './spaceFields.ts';
import { defaultRoomName } from '../localizeTemplates.ts';
import { words as strings } from '../words/gen/channels.ts';
import { useChoices } from '../useChoices.ts';

const words = strings.create;

/** The page at /channels/create; opens the new space. */
export function CreateSpace() {
  const [request, refetch] = useChoices();
  return (
    <Page title={words.title} lead={words.lead} before={<BackLink to={paths.discover()} label={strings.about.back} />}>
      <QueryStatus request={request} refetch={refetch} rows={6} variant="lines" />
      {request.status === 'ready' && <NewSpace {...request.answer} />}
    </Page>
  );
}

function NewSpace({ templates, ...choices }: Choices & { templates: readonly SpaceTemplate[] }) {
  const navigate = useNavigate();
  const [busy, act] = useAction();
  // One id while the page is open, so that a retry creates no second space.
  const [requestId] = useState(newMessageId);
  const [templateId, setTemplateId] = useState(templates[0]?.templateId ?? '');
  const templateOf = (id: string) => templates.find((one) => one.templateId === id);
  const templateFields = (id: string) => {
    const template = templateOf(id);
    return fieldsOf({ intro: template?.intro ?? '', spaceClassification: template?.spaceClassification ?? '' });
  };
  const [fields, setFields] = useState(() => ({
    ...templateFields(templateId),
    avatar: choices.avatars[0] ?? '',
    banner: choices.banners[0] ?? '',
  }));
  const choose = (id: string) => {
    const [before, next] = [templateFields(templateId), templateFields(id)];
    setTemplateId(id);
    // Replaces the values of the previous template and keeps what the user typed.
    const valueOf = (name: 'intro' | 'spaceClassification') =>
      fields[name] === before[name] ? next[name] : fields[name];
    setFields({ ...fields, intro: valueOf('intro'), spaceClassification: valueOf('spaceClassification') });
  };
  const create = (look: SpaceProfile) =>
    act(async () => {
      const roomNames = templateOf(templateId)?.rooms.map(({ name }) => name) ?? [defaultRoomName()];
      const { spaceId, conversationId } = await engine.createSpace({ ...look, templateId, requestId, roomNames });
      void navigate(conversationId ? paths.room({ sid: spaceId, cid: conversationId }) : paths.space({ sid: spaceId }));
    });
  return (
    <>
      <ChoiceList
        title={words.template}
        value={templateId}
        onChange={choose}
        choices={[
          ...templates.map((template) => ({
            value: template.templateId,
            label: template.name,
            hint: template.rooms.map(({ name }) => name).join(' · '),
          })),
          { value: '', label: words.blank, hint: words.blankHint },
        ]}
      />
      <SpaceForm
        identifier={requestId}
        fields={fields}
        choices={choices}
        submit={words.submit}
        busy={busy}
        onChange={setFields}
        onSubmit={(look) => void create(look)}
      />
    </>
  );
}
