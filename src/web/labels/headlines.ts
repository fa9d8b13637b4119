/** Headlines of findings, which charts show, too. */
import type { FindingFacts } from '../pages/insights/finding-facts.ts';

/** The server writes in English: other languages write their own. */
export const headline = (english: string, _facts: FindingFacts) => english;
