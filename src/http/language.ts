/** The language of a page. */
import Negotiator from 'negotiator';
import { LANGUAGE_COOKIE, LANGUAGES, type Language } from '../core/languages.ts';
import { readCookie } from './cookies.ts';

/** Chooses the language that the browser's user chose, else the one that the browser prefers. Source: RFC 9110, section 12.5.4. */
export function chooseLanguage({ headers }: Request): Language {
  const chosen = readCookie(headers, LANGUAGE_COOKIE);
  const accepted = new Negotiator({
    headers: { 'accept-language': headers.get('accept-language') ?? '*' },
  }).language([...LANGUAGES]);
  return LANGUAGES.find(each => each === chosen) ?? LANGUAGES.find(each => each === accepted) ?? 'en';
}
