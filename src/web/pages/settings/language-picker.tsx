import { LANGUAGE_COOKIE, LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../core/languages.ts';
import { DAY_SECONDS } from '../../../lib/time-units.ts';
import { basePath } from '../../base-path.ts';
import { SelectField } from '../../forms/field.tsx';
import * as labels from '../../labels/account.tsx';

type Choice = Language | '';

/** The longest lifetime that browsers allow. Source: RFC 6265bis, section 5.5. */
const LIFETIME_SECONDS = 400 * DAY_SECONDS;

const readChoice = (): Choice =>
  LANGUAGES.find(each => document.cookie.split('; ').includes(`${LANGUAGE_COOKIE}=${each}`)) ?? '';

/** The server chooses the texts by the cookie, so the page is reloaded. */
function choose(language: Choice): void {
  const lifetime = language === '' ? 0 : LIFETIME_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: browsers without the Cookie Store API
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=${basePath || '/'}; SameSite=Lax; Max-Age=${lifetime}`;
  location.reload();
}

/** The language of the pages, stored in the browser. */
export const LanguagePicker = () => (
  <SelectField<Choice>
    label={labels.language}
    hint={labels.languageHint}
    value={readChoice()}
    options={[
      ['', labels.browserLanguage],
      ...LANGUAGES.map((each): [Choice, string] => [each, LANGUAGE_NAMES[each]]),
    ]}
    onValue={choose}
  />
);
