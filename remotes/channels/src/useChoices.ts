// The choices in a space's forms: templates, pictures, classifications.
import { type Asked, useAsk } from '@amber/client/ask';
import { api } from '@amber/client/engine';
import type { SpaceTemplate } from '@amber/proto';
import { namedClassification, namedTemplate } from './offered.ts';
import type { Choices } from './settings/SpaceForm.tsx';

/** The choices, and a function to retry. */
export function useChoices(): [Asked<Choices & { templates: readonly SpaceTemplate[] }>, () => void] {
  return useAsk(async () => {
    const [{ list: templates, avatars, banners }, { list: classifications }] = await Promise.all([
      api.groupChat.querySpaceTemplate({}),
      api.groupChat.querySpaceClassification({}),
    ]);
    return {
      templates: templates.map(namedTemplate),
      avatars,
      banners,
      classifications: classifications.map(namedClassification),
    };
  }, []);
}
