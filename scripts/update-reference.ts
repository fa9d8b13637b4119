/**
 * Writes `src/reference/crawlers.ts` from the installed package `crawler-user-agents`: the patterns alone, so that the
 * binary does not carry its 688 KB of examples. Run it after an update of that package: `bun scripts/update-reference.ts`.
 * The other tables of `src/reference` are our own and edited by hand.
 */
import crawlers from 'crawler-user-agents';
import { AI_AGENTS } from '../src/reference/ai-agents.ts';

const packageFile = Bun.file(`${import.meta.dir}/../node_modules/crawler-user-agents/package.json`);
const { version } = (await packageFile.json()) as { version: string };
const listed: readonly { readonly pattern: string; readonly tags?: readonly string[] }[] = crawlers;
const target = `${import.meta.dir}/../src/reference/crawlers.ts`;

/** Tokens of our own table, in lower case and without the slash that ends some. */
const ownTokens = Object.values(AI_AGENTS)
  .flatMap(providers => Object.values(providers).flatMap(tokens => tokens.split(', ')))
  .map(entry => entry.replace(/=.*/, '').replace(/\/$/, '').toLowerCase());

/** Robots.txt tokens, which no request carries. */
const neverSent = ['google-extended', 'applebot-extended'];

function isKnownToUs(pattern: string): boolean {
  const plain = pattern
    .replace(/\[(\w)\w\]/g, '$1')
    .replace(/\\/g, '')
    .toLowerCase();
  return [...ownTokens, ...neverSent].some(token => plain.includes(token));
}

const patternsOf = (isAi: boolean): string[] =>
  listed
    .filter(crawler => (crawler.tags ?? []).includes('ai-crawler') === isAi)
    .map(crawler => crawler.pattern);

const inTemplate = (patterns: string[]): string => {
  const text = patterns.join('\n');
  if (text.includes('`') || text.includes('${')) throw new Error('a pattern would end the template string');
  for (const pattern of patterns) new RegExp(pattern);
  return text;
};

const all = [...patternsOf(false), ...patternsOf(true)];
const catchAll = patternsOf(true).filter(pattern => !isKnownToUs(pattern));

await Bun.write(
  target,
  `/**
 * Patterns of user agents of robots: generated, do not edit.
 *
 * Origin: the npm package crawler-user-agents ${version}, patterns only. Licence: MIT, Copyright (c) 2017 Martin Monperrus.
 * Refresh: update the package, then \`bun scripts/update-reference.ts\`.
 */

/** AI listed that the list knows and \`ai-agents.ts\` does not. */
export const AI_CRAWLER_PATTERNS: readonly string[] = String.raw\`
${inTemplate(catchAll)}
\`
  .trim()
  .split('\\n');

/** All of them, AI crawlers included. */
export const CRAWLER_PATTERNS: readonly string[] = String.raw\`
${inTemplate(all)}
\`
  .trim()
  .split('\\n');
`,
);
process.stdout.write(`${all.length} patterns, ${catchAll.length} of them the catch-all for AI crawlers\n`);
