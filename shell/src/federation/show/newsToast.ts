// What a feature says of its news, checked: its team ships these words, not the host.
import type { NewsOf } from '@amber/client/remote';
import { limits } from '@amber/proto/limits';
import type { ToastText } from '@amber/ui/createToasts';
import type { Feature } from '../registry/Feature.ts';
import { ownedPath } from '../choose/placesOfEveryRelease.ts';
import type { Federation } from '../createFederation.ts';

type Features = Pick<Federation, 'places' | 'placeOf' | 'loadRemote'>;

const featureAt = ({ places }: Features, path: string): Feature | undefined => ownedPath(path, places())?.feature;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= limits.newsTextMax;

/** A path below the base path, as a browser reads it: nothing is resolved or escaped any more. */
const isPath = (value: unknown): value is string =>
  isText(value) && value.startsWith('/') && new URL(value, 'http://host').pathname === value;

/** Null: nothing is to be shown. Undefined: it cannot be shown. */
function readToast(answer: unknown, feature: Feature, features: Features): ToastText | null | undefined {
  if (answer === null) return null;
  const { tone, text, link, lasting = false } = (answer ?? {}) as Record<string, unknown>;
  if ((tone !== 'info' && tone !== 'success') || !isText(text) || typeof lasting !== 'boolean') return undefined;
  if (link === undefined) return { tone, text, lasting };
  const { to, label } = (link ?? {}) as Record<string, unknown>;
  if (!isText(label) || !isPath(to) || featureAt(features, to) !== feature) return undefined;
  return { tone, text, lasting, link: { to, label } };
}

/** News belong to whoever shows this page. Undefined: the feature does not say, cannot, or not in time. */
export async function newsToast(
  features: Features,
  news: NewsOf<'campaignNews'>,
  page: string,
): Promise<ToastText | null | undefined> {
  const feature = featureAt(features, page);
  if (feature === undefined || !features.placeOf(feature)?.news.includes(news.type)) return undefined;
  const said = async () =>
    readToast(await (await features.loadRemote(feature)).news?.[news.type]?.(news), feature, features);
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), limits.newsWait));
  return Promise.race([said().catch(() => undefined), late]);
}
