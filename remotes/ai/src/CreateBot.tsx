// Creates a bot, or changes one of mine.
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import { api, engine, newMessageId } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { BackLink } from '@amber/ui/BackLink';
import { ConfirmButton } from '@amber/ui/ConfirmButton';
import { Page } from '@amber/ui/Page';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { BotForm, type BotFields, emptyBot, type FormOptions } from './BotForm.tsx';
import { Preview } from './Preview.tsx';
import { words as strings } from './words/gen/ai.ts';

const words = strings.form;

interface Loaded {
  options: FormOptions;
  fields: BotFields;
}

async function load(aiBotId: string): Promise<Loaded> {
  const [{ list: characters, models, provider }, { list: avatars }, { list: backgrounds }, voices, found] =
    await Promise.all([
      api.aiBot.getAiBotCharacters({}),
      api.user.preparedAvatar({}),
      api.aiBot.getAllAiBackground({}),
      // A bot can be made without choosing a voice, for example at a gateway that has none.
      api.aiBot.getVoices({}).then(
        ({ list }) => list,
        () => null,
      ),
      aiBotId ? api.aiBot.getAiBot({ aiBotId }) : null,
    ]);
  return {
    options: { characters, models, provider, avatars, backgrounds, voices },
    fields: found?.aiBotInfo ?? emptyBot(avatars),
  };
}

/** The page at /ai/create; with `?bot=` it edits that bot. */
export function CreateBot() {
  const [search] = useSearchParams();
  const aiBotId = search.get('bot') ?? '';
  return <BotEditor key={aiBotId} aiBotId={aiBotId} />;
}

function BotEditor({ aiBotId }: { aiBotId: string }) {
  const [request, refetch] = useQuery(() => load(aiBotId), [aiBotId]);
  return (
    <Page
      title={aiBotId ? words.editTitle : words.createTitle}
      {...(!aiBotId && { lead: words.lead })}
      before={<BackLink to={aiBotId ? paths.bot({ cid: aiBotId }) : paths.ai()} label={strings.back} />}
    >
      <QueryStatus request={request} refetch={refetch} rows={6} variant="lines" />
      {request.status === 'ready' && <Editor aiBotId={aiBotId} {...request.answer} />}
    </Page>
  );
}

function Editor({ aiBotId, options, fields: initialFields }: Loaded & { aiBotId: string }) {
  const navigate = useNavigate();
  // One id while the page is open, so that a retry creates no second bot.
  const [requestId] = useState(newMessageId);
  const [fields, setFields] = useState(initialFields);
  const [trying, setTrying] = useState(false);
  const [busy, act] = useAction();
  const save = () =>
    act(async () => {
      const { aiBotInfo } = aiBotId
        ? // The background has a call of its own; an empty one leaves it as it is.
          await api.aiBot.updateUserClone({ aiBotInfo: { ...fields, aiBotId, image: '' } })
        : await api.aiBot.createUserClone({ requestId, aiBotInfo: fields });
      await engine.refreshBots({});
      void navigate(paths.bot({ cid: aiBotInfo?.aiBotId ?? aiBotId }));
    });
  const remove = () =>
    act(async () => {
      await api.aiBot.updateUserClone({ aiBotInfo: { ...fields, aiBotId, removed: true } });
      await engine.refreshBots({});
      void navigate(paths.ai());
    });
  return (
    <>
      <BotForm
        isNew={aiBotId === ''}
        fields={fields}
        options={options}
        submit={aiBotId ? words.save : words.create}
        busy={busy}
        onChange={setFields}
        onSubmit={() => void save()}
        onTry={() => setTrying(true)}
      />
      <Preview open={trying} fields={fields} onClose={() => setTrying(false)} />
      {aiBotId && fields.type !== 'assistant' && (
        <div>
          <ConfirmButton
            variant="danger"
            title={words.removeTitle}
            text={words.removeText}
            action={words.remove}
            onConfirm={remove}
          />
        </div>
      )}
    </>
  );
}
