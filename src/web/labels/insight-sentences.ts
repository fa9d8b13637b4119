/** Sentences about a week and its findings. */
import type { FindingDetails, TranslatedSentence } from '../pages/insights/finding-facts.ts';

/** The server writes in English: other languages write their own. */
export const sentence = (english: string, _sentence: TranslatedSentence) => english;
export const findingSummary = (english: string, _finding: FindingDetails) => english;
