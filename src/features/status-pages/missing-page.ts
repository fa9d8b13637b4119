import { AppError } from '../../core/errors.ts';
import type { Language } from '../../core/languages.ts';
import { translatedPage } from '../../http/plain-page.ts';
import { TEXTS } from './texts.ts';

/** Opens a page, or returns what is shown in its place: the same for an unknown one and one that is switched off. */
export function toMissingPage<Opened>(language: Language, open: () => Opened): Opened | Response {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
    const { title, hint } = TEXTS[language].missingPage;
    return translatedPage({ status: 404, title, content: `<p>${hint}</p>`, language });
  }
}
