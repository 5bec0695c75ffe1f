// A server with as many moments, each with a picture, as a benchmark needs.
import pg from 'pg';
import { pictureFile } from '../../e2e/kit/pictureFile.ts';
import { connectClient } from '../../tools/client.ts';
import { benchDatabaseUrl } from './database.ts';
import type { BenchGateway } from './gateway.ts';
import { generatedText } from './messageText.ts';

const [width, height] = [480, 300];
let authors = 0;

/** Replaces all moments by `count` moments of one author. Returns their picture's path. */
export async function replaceMoments({ url, codes }: BenchGateway, count: number): Promise<string> {
  authors += 1;
  const author = await connectClient(new URL(url).origin, codes, `+49300003${String(authors).padStart(4, '0')}`);
  await author.call('user.updateUserInfo', { lastName: 'Bench Author', avatar: '' });
  const { buffer } = pictureFile('hill.png', width, height, (x, y) => [x % 256, y % 256, (x * y) % 256]);
  const { path } = await author.call('file.uploadPicture', { picture: buffer });
  const client = new pg.Client({ connectionString: await benchDatabaseUrl() });
  await client.connect();
  await client.query('delete from blog');
  const texts = Array.from({ length: count }, (_, index) => generatedText(index + 1));
  await client.query(
    `with posted as (
       insert into blog (id, author, text, posted_at) select 'post ' || n, $1, t, n from unnest($2::text[]) with ordinality as p (t, n) returning id
     ) insert into blog_picture (blog, place, path, alt, width, height) select id, 0, $3, '', ${width}, ${height} from posted`,
    [author.identifier, texts, path],
  );
  await client.end();
  return path;
}
