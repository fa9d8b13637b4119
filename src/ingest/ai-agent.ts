import { AGENT_CATEGORIES, type AgentCategory } from '../core/agent-categories.ts';
import { AI_AGENTS } from '../reference/ai-agents.ts';
import { AI_CRAWLER_PATTERNS } from '../reference/crawlers.ts';

/** An AI assistant or crawler, by its user agent. It is not verified that the request came from the provider. */
export interface AiAgent {
  readonly name: string;
  readonly provider: string;
  readonly category: AgentCategory;
}

interface KnownAgent {
  /** Lower case. */
  readonly token: string;
  readonly agent: AiAgent;
}

/** Longest token first, so that `Google-NotebookLM` wins over a shorter name inside it. */
const KNOWN: readonly KnownAgent[] = AGENT_CATEGORIES.flatMap(category =>
  Object.entries(AI_AGENTS[category]).flatMap(([provider, tokens]) =>
    tokens.split(', ').map(entry => {
      const [token = entry, name = token] = entry.split('=');
      return { token: token.toLowerCase(), agent: { name, provider, category } };
    }),
  ),
).sort((a, b) => b.token.length - a.token.length);

const CATCH_ALL = new RegExp(AI_CRAWLER_PATTERNS.join('|'), 'i');

/**
 * The AI agent behind a user agent, null for people and ordinary bots. The longest known token found anywhere in it
 * decides, whatever its case; what only the public list of AI crawlers knows is an `ai_crawler` of an unknown provider.
 * Source: api-v1, AI agent visit.
 */
export function findAiAgent(userAgent: string): AiAgent | null {
  const lower = userAgent.toLowerCase();
  const known = KNOWN.find(({ token }) => lower.includes(token));
  if (known) return known.agent;
  const name = CATCH_ALL.exec(userAgent)?.[0];
  return name ? { name: name.replace(/\/$/, ''), provider: 'unknown', category: 'ai_crawler' } : null;
}
