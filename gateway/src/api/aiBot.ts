// AI bots: the ones a person can chat with.
import type { CallsOf, Parts } from '../doors/handler.ts';

export const aiBotCalls = ({ store: { db }, pictures }: Parts): CallsOf<'aiBot'> => ({
  async 'aiBot.uploadPicture'({ picture }, { identifier }) {
    return { path: await pictures.add(identifier, picture) };
  },
  async 'aiBot.queryAiBotList'({ updateTime }, { identifier }) {
    const rows = await db
      .selectFrom('ai_bot')
      .select([
        'id as aiBotId',
        'type',
        'name',
        'name_en as nameEn',
        'avatar',
        'image',
        'characters as AiCharacters',
        'updated_at',
      ])
      .where('owner', '=', identifier)
      .where('updated_at', '>', updateTime)
      .orderBy('updated_at')
      .orderBy('id')
      .execute();
    return {
      list: rows.map(({ updated_at: _, ...bot }) => bot),
      updateTime: rows.at(-1)?.updated_at ?? updateTime,
    };
  },
});
