// The paths of public pictures: prepared ones, and people's own, which are named by their digest and come in sizes.

/** The longer side of each size, in pixels; the last is the one that a field names. */
export const pictureSizes = [64, 256, 1024] as const;
export type PictureSize = (typeof pictureSizes)[number];

const own = /^\/chat\/pictures\/([0-9a-f]{64})\/1024\.webp$/;
const prepared = /^\/chat\/(avatars|banners|pictures)\/[A-Za-z0-9_-]{1,64}\.(svg|webp|png|jpg)$/;

/** The path of a picture's largest size: what fields such as `avatar` hold. */
export const picturePath = (digest: string): string => `/chat/pictures/${digest}/1024.webp`;

/** The digest in the path of somebody's own picture; null in any other text. */
export const digestOf = (path: string): string | null => own.exec(path)?.[1] ?? null;

/** The same picture in another size; a prepared one has only one. */
export const inSize = (path: string, size: PictureSize): string =>
  own.test(path) ? path.replace('1024.webp', `${size}.webp`) : path;

/** Whether this untrusted text names a public picture of this gateway; pages show no other. */
export const isPublicPicture = (path: string): boolean => own.test(path) || prepared.test(path);

/** What an `<img>` needs to show a public picture at the size it has on the page; nothing for any other text. */
export function imageSources(path: string): { src: string; srcSet?: string } | undefined {
  if (!isPublicPicture(path)) return undefined;
  if (!own.test(path)) return { src: path };
  return { src: inSize(path, 256), srcSet: pictureSizes.map((size) => `${inSize(path, size)} ${size}w`).join(', ') };
}
