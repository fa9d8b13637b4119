import type { Story } from './story.ts';

/** One of several ways to say a thing: another for another site, day and thing, and always the same for the same. */
export function choose(story: Story, thing: string, ways: readonly [string, ...string[]]): string {
  const text = `${story.site.id} ${story.figures.days.at(-1)} ${thing}`;
  // FNV-1a, of 32 bits.
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash ^= hash >>> 15;
  return ways[(hash >>> 0) % ways.length] ?? ways[0];
}
