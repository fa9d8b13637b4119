/** What an AI agent fetches for: an answer to a person, a search index, training, or an unstated purpose. */
export const AGENT_CATEGORIES = ['answer_fetch', 'search_index', 'training', 'ai_crawler'] as const;
export type AgentCategory = (typeof AGENT_CATEGORIES)[number];
