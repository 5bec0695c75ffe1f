// The choices in a space's forms: templates, pictures, classifications.
import { type QueryState, useQuery } from '@amber/client/useQuery';
import { api } from '@amber/client/engine';
import type { SpaceTemplate } from '@amber/proto';
import { localizeClassification, localizeTemplate } from './localizeTemplates.ts';
import type { Choices } from './settings/SpaceForm.tsx';

/** Returns the choices, and a function to retry. */
export function useChoices(): [QueryState<Choices & { templates: readonly SpaceTemplate[] }>, () => void] {
  return useQuery(async () => {
    const [{ list: templates, avatars, banners }, { list: classifications }] = await Promise.all([
      api.groupChat.querySpaceTemplate({}),
      api.groupChat.querySpaceClassification({}),
    ]);
    return {
      templates: templates.map(localizeTemplate),
      avatars,
      banners,
      classifications: classifications.map(localizeClassification),
    };
  }, []);
}
