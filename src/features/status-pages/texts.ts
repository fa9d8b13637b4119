/** Texts of status pages, their feeds and their mails. */
import type { Language } from '../../core/languages.ts';
import type { StatusTexts } from './text-types.ts';
import { DE } from './texts-de.ts';
import { EN } from './texts-en.ts';
import { FR } from './texts-fr.ts';

export const TEXTS: Readonly<Record<Language, StatusTexts>> = { en: EN, de: DE, fr: FR };
