/** Words of a form for the API's messages about its fields, which name field, value and what is allowed. */
import { capitalize } from '../../lib/english.ts';
import * as labels from '../labels/forms.ts';

type Rule = readonly [pattern: RegExp, text: string | ((...parts: number[]) => string)];

/** In this order: the first that matches. */
const RULES: readonly Rule[] = [
  [/^url (is required|must be an address that|must name )/, labels.enterSiteAddress],
  [/must be an e-mail address/, labels.enterEmail],
  [/^current_password is not /, labels.wrongPassword],
  [/ is required/, labels.required],
  [/must be an array .*, got \[\]$/, labels.chooseOne],
  [/ characters, got "\s*"$/, labels.required],
  [
    /must be (\d+) to (\d+) characters, got (\d+)$/,
    (min = 0, max = 0, got = 0) => (got < min ? labels.tooShort(min) : labels.tooLong(max)),
  ],
  [/must be .*(?:at most|\d to) (\d+) characters/, (max = 0) => labels.tooLong(max)],
  [/must be an integer from (\d+) to (\d+)/, (min = 0, max = 0) => labels.wholeNumber(min, max)],
];

/** Of messages that are about no single field. */
const FORM_RULES: readonly Rule[] = [
  [/^wrong email or password$/, labels.wrongSignIn],
  [
    /^too many wrong passwords: try again in (\d+) minutes$/,
    (minutes = 0) => labels.tooManyWrongPasswords(minutes),
  ],
];

function translate(message: string, rules: readonly Rule[]): string | undefined {
  for (const [pattern, text] of rules) {
    const found = pattern.exec(message);
    if (found) return typeof text === 'string' ? text : text(...found.slice(1).map(Number));
  }
  return undefined;
}

/** Returns the text that stands below the button. */
export const formatFormMessage = (message: string): string =>
  translate(message, FORM_RULES) ?? capitalize(message);

/** Returns the text that stands below the field `name`. A message about an entry of a list keeps the entry's place. */
export function formatFieldMessage(message: string, name: string): string {
  const known = translate(message, RULES);
  if (known !== undefined) return known;
  if (message.startsWith(`${name}[`)) return message;
  const rest = message.slice(name.length + 1);
  return capitalize(rest.startsWith('must ') ? rest.replace(/, got .*$/s, '') : message);
}
