import type { InsightData } from './insight-data.ts';

/** Picks one of several wordings by a hash of site, day and topic: always the same one for the same insight. */
export function pickVariant(
  data: InsightData,
  topic: string,
  variants: readonly [string, ...string[]],
): string {
  const text = `${data.site.id} ${data.figures.days.at(-1)} ${topic}`;
  // 32-bit FNV-1a.
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash ^= hash >>> 15;
  return variants[(hash >>> 0) % variants.length] ?? variants[0];
}
