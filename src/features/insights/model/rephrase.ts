/**
 * Has a language model rephrase the composed texts. An answer that is late, or that states more than the facts, is
 * dropped.
 */
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { trimTrailing } from '../../../lib/text.ts';
import type { PostOptions } from '../../../outbound/operator.ts';
import { composeTexts, type InsightTexts } from '../texts/compose.ts';
import type { InsightData } from '../texts/insight-data.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createFactCheck } from './fact-check.ts';
import { checkableFacts, toFactSheet } from './facts.ts';
import { type MaskedData, maskData } from './placeholders.ts';

export interface RephraseDeps {
  /** Address of an OpenAI-compatible endpoint, with or without its path. */
  readonly url: string;
  readonly model: string | null;
  readonly key: string | null;
  readonly post: (url: string, body: unknown, options: PostOptions) => Promise<unknown>;
  readonly clock: Clock;
  readonly log: Log;
  /** Default: 20,000. */
  readonly timeoutMs?: number;
}

/** Rephrases the texts of an insight; undefined when no usable answer came. */
export type Rephrase = (data: InsightData, signal: AbortSignal) => Promise<InsightTexts | undefined>;

const TIMEOUT_MS = 20_000;
const ATTEMPTS = 2;
const MAX_TEXT_LENGTH = 1500;
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_TOKENS = 1200;

/** Words that nearly every English text has, and hardly one of another language. */
const ENGLISH = /\b(the|and|of|was|were|had|is|are|with|to|this|that|these|hits|your|you|it|from|on)\b/i;

const FIELDS = {
  summary: 'summary',
  trafficPatterns: 'traffic_patterns',
  bestContent: 'best_content',
  recommendations: 'recommendations',
} as const satisfies Record<keyof InsightTexts, string>;
const WIRE_FIELDS = Object.values(FIELDS);

const SCHEMA = {
  type: 'object',
  properties: Object.fromEntries(WIRE_FIELDS.map(field => [field, { type: 'string' }])),
  required: WIRE_FIELDS,
  additionalProperties: false,
};

const TASK = `You edit short reports about the traffic of a web site for its owner. The user message is JSON with facts and
with four finished texts under "texts". Write the four texts again in plain, friendly English, two to four sentences each.
Use only figures, days and names that stand in the JSON, written as they are written there. The site, its pages, referrers and
notes stand there as placeholders such as {site}, {page_1}, {referrer_2} and “{note_1}”: copy those with their braces and quotes,
and write no address or host yourself. Add no figure, name, link, markup, order or reason of your own; what the owner noted may be
called a possible reason at most. Answer with JSON that has the keys summary, traffic_patterns, best_content and
recommendations.`;

export function createRephrase(deps: RephraseDeps): Rephrase {
  const { post, clock, log, timeoutMs = TIMEOUT_MS } = deps;
  const url = toChatUrl(deps.url);
  const breaker = createCircuitBreaker(clock);

  async function requestTexts(content: string, signal: AbortSignal): Promise<InsightTexts> {
    const answer = await post(url, toChatRequest(deps.model, content), {
      timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
      signal,
      headers: deps.key === null ? {} : { authorization: `Bearer ${deps.key}` },
    });
    return parseTexts(answer);
  }

  /** Makes one attempt. Returns no texts when the answer has none, or unusable ones. */
  async function tryOnce(
    { masked, content, findFault }: Prompt,
    signal: AbortSignal,
  ): Promise<{ readonly texts?: InsightTexts; readonly isAnswered: boolean }> {
    try {
      const answered = await requestTexts(content, signal);
      const texts = masked.restoreAll(answered);
      const fault = findTextFault(answered, findFault) ?? findLengthFault(texts);
      if (fault === null) return { texts, isAnswered: true };
      log.info(
        { siteId: masked.data.site.id, fault },
        'a text of the model is not used: it says more than the facts',
      );
      return { isAnswered: true };
    } catch (error) {
      if (!signal.aborted)
        log.warn({ err: error }, 'the model gave no text; set FOOTFALL_LLM_URL to one that answers');
      return { isAnswered: false };
    }
  }

  return async (data, signal) => {
    if (breaker.isOpen()) return undefined;
    const prompt = createPrompt(maskData(data));
    const end = breaker.begin();
    let isAnswered = false;
    for (let attempt = 0; attempt < ATTEMPTS && !signal.aborted; attempt++) {
      const tried = await tryOnce(prompt, signal);
      isAnswered ||= tried.isAnswered;
      if (!tried.texts) continue;
      end('used');
      return tried.texts;
    }
    if (!signal.aborted) end(isAnswered ? 'unusable' : 'unanswered');
    return undefined;
  };
}

interface Prompt {
  readonly masked: MaskedData;
  readonly content: string;
  readonly findFault: (text: string) => string | null;
}

function createPrompt(masked: MaskedData): Prompt {
  const sheet = toFactSheet(masked.data, composeTexts(masked.data));
  const content = JSON.stringify(sheet);
  return { masked, content, findFault: createFactCheck(checkableFacts(masked.data, sheet)) };
}

function toChatUrl(given: string): string {
  const url = new URL(given);
  const path = trimTrailing(url.pathname, '/');
  if (!path.endsWith('/chat/completions')) url.pathname = `${path === '' ? '/v1' : path}/chat/completions`;
  return url.href;
}

const toChatRequest = (model: string | null, content: string) => ({
  model: model ?? 'default',
  messages: [
    { role: 'system', content: TASK },
    { role: 'user', content },
  ],
  temperature: 0.4,
  max_tokens: MAX_TOKENS,
  response_format: { type: 'json_schema', json_schema: { name: 'insight', strict: true, schema: SCHEMA } },
});

/** Parses the texts of a chat completion. Throws for an answer of another form. */
function parseTexts(answer: unknown): InsightTexts {
  const chat = answer as {
    readonly choices?: readonly { readonly message?: { readonly content?: unknown } }[];
  };
  const content = chat?.choices?.[0]?.message?.content;
  if (typeof content !== 'string') throw new Error('the answer is no chat completion');
  const parsed: unknown = JSON.parse(content);
  if (typeof parsed !== 'object' || parsed === null) throw new Error('the answer holds no texts');
  const fields = parsed as Readonly<Record<string, unknown>>;
  const parseText = (field: string): string => {
    const text = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (typeof text !== 'string' || text.trim() === '') throw new Error(`the answer has no ${field}`);
    return text.trim();
  };
  return {
    summary: parseText(FIELDS.summary),
    trafficPatterns: parseText(FIELDS.trafficPatterns),
    bestContent: parseText(FIELDS.bestContent),
    recommendations: parseText(FIELDS.recommendations),
  };
}

function findTextFault(texts: InsightTexts, findFault: (text: string) => string | null): string | null {
  for (const text of Object.values(texts) as string[]) {
    const fault = lengthFault(text) ?? findFault(text);
    if (fault !== null) return fault;
    if (!ENGLISH.test(text)) return 'another language';
  }
  return null;
}

const lengthFault = (text: string): string | null =>
  text.length > MAX_TEXT_LENGTH ? `${text.length} characters` : null;

/** Checks the length again: names are longer than their placeholders, and may occur many times. */
const findLengthFault = (texts: InsightTexts): string | null =>
  (Object.values(texts) as string[]).map(lengthFault).find(fault => fault !== null) ?? null;
